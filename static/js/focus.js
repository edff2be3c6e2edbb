/* The focus: where it goes when what had it is no longer there.
 *
 * A page that renews itself takes it nowhere: to the same control, however that lies now. Where
 * that is gone, to its neighbour, never to the top of the page.
 */
"use strict";

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const OTHER_WAY = { on: "off", off: "on", lies: "off" };

/** Whether an element can have the focus now. */
function isFocusable(element) {
  if (!element.isConnected || element.matches(":disabled")) return false;
  // Older phones do not know it; there what is not laid out at all is hidden.
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

/** The card in the strip that a node belongs to, or that it asks about; null for none. */
function cardOf(node) {
  return node.closest(".strip [data-card], button[data-card]");
}

/** The button of a card that does this: "take", "flip", "on" or "off"; or
 * answers "lies": it lies on wasabi. */
function buttonOf(card, does) {
  for (const what of [does, OTHER_WAY[does], "take"]) {
    const button = what && card.querySelector(`[id^="${what}-"]`);
    if (button) return button;
  }
  return null;
}

/** Notes where the focus is on a board. Returns what finds the same place on the renewed one. */
function noteFocus(board) {
  const at = document.activeElement;
  if (!board.contains(at) || at === board) return () => null;
  const order = Array.from(board.querySelectorAll(FOCUSABLE));
  const place = order.indexOf(at);
  const around = [];
  for (let node = at.parentElement; node !== board; node = node.parentElement) around.push(node);
  const card = cardOf(at);
  const cards = Array.from(board.querySelectorAll(".strip [data-card]"), (one) => one.dataset.card);
  const here = card && cards.indexOf(card.dataset.card); // later it may be another card

  /** The same card, else the one after it, else the one before. */
  function* onCards() {
    if (!card) return;
    for (const name of [...cards.slice(here), ...cards.slice(0, here).reverse()]) {
      const now = board.querySelector(`.strip [data-card="${name}"]`);
      if (now) yield buttonOf(now, at.id.split("-")[0]);
    }
  }

  function* candidates() {
    if (at.id) yield document.getElementById(at.id);
    yield* onCards();
    // Who has undone everything stays with the cards: the next button along is no undoing.
    if (card || at.id === "undo") yield document.getElementById("strip");
    const part = around.find((node) => node.isConnected);
    if (part) {
      const near = [...order.slice(place + 1), ...order.slice(0, place).reverse()];
      const now = near.map((one) => (one.id && document.getElementById(one.id)) || one);
      yield* now.filter((one) => part.contains(one));
    }
    yield board.querySelector("h1");
    yield document.getElementById("main");
  }

  return () => {
    if (at === document.activeElement && isFocusable(at)) return null;
    for (const one of candidates()) if (one && isFocusable(one)) return one;
    return null;
  };
}

/** Gives an element the focus. The page stays where it is; a row of cards shows the one. */
function focusOn(element) {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const strip = element.closest(".strip");
  if (!strip || strip === element) return;
  const [one, all] = [element.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (one.left < all.left) strip.scrollLeft += one.left - all.left;
  if (one.right > all.right) strip.scrollLeft += one.right - all.right;
}
