/* The focus: where it goes when what had it is no longer there: to its card, to a neighbour, never to
 * the top of the page. What is still there keeps its id and with it the focus. */
"use strict";

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary, [tabindex]";

/** Whether an element can have the focus now. */
function isFocusable(element) {
  if (!element?.isConnected || element.matches(":disabled")) return false;
  // Older phones do not know it; there what is not laid out at all is hidden.
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

/** Notes where the focus is on a board. Returns what gives it to the same place on the renewed one. */
function noteFocus(board) {
  const at = document.activeElement;
  if (!board.contains(at) || at === board) return () => {};
  const piles = Array.from(board.querySelectorAll(".pile"));
  const pile = at.closest(".pile");
  const card = at.dataset.card || pile?.dataset.ids.split(" ").pop();
  const here = piles.indexOf(pile);
  const around = pile ? [...piles.slice(here), ...piles.slice(0, here).reverse()] : [];
  const near = around.map((one) => one.querySelector(".take")?.id);
  const does = at.dataset.card ? "move" : at.id.split("-")[0]; // an answer puts it onto wasabi
  const parts = [];
  for (let node = at.parentElement; node !== board; node = node.parentElement) parts.push(node);

  return () => {
    if (at === document.activeElement && isFocusable(at)) return;
    const find = (id) => document.getElementById(id);
    const now = card && board.querySelector(`.pile[data-ids~="${card}"]`);
    // Who has undone or answered everything stays with the cards.
    const isOfCards = card || at.id === "undo" || at.closest(".grid");
    const part = parts.find((node) => node.isConnected);
    const wanted = [
      find(at.id), now?.querySelector(`[id^="${does}-"]`), now?.querySelector(".take"),
      ...near.map(find), isOfCards && find("strip"), ...(part?.querySelectorAll(FOCUSABLE) || []),
      board.querySelector("h1"), find("main"),
    ];
    const lost = wanted.find(isFocusable);
    if (lost) focusOn(lost);
  };
}

/** Gives an element the focus. The page stays where it is, unless the element is to be seen. */
function focusOn(element, { isToBeSeen = false } = {}) {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: !isToBeSeen });
}
