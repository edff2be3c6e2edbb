/* The board: the part of a page that the server renews. Idiomorph leaves what is the same as it is. */
"use strict";
const CLICK_AFTER_MS = 30;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary, [tabindex]";
const fingers = new Set();
const memory = {}; // what the phone's storage has no room for, by its key
let findFocus = null;
let lastTile = ""; // the id of the one that was used last

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const find = (id) => document.getElementById(id);
const happens = (name) => new Promise((go) => document.addEventListener(name, go, { once: true }));
const kept = () => ({ ...localStorage, ...memory });

/** Has something done with the element that a selector finds at such events, or around there. */
function on(names, selector, act, capture = false) {
  for (const name of names.split(" ")) {
    document.addEventListener(name, (event) => {
      const element = event.target.closest?.(selector);
      if (element) act(event, element);
    }, capture);
  }
}

/** Keeps a text on this phone, at least while the page is open; "" is kept no longer. */
function keep(key, text) {
  delete memory[key];
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    if (text) memory[key] = text;
  }
}

/* What lies under a finger does not move: a press that ends on another button is no click. */
addEventListener("pointerdown", (event) => {
  if (event.isPrimary) fingers.clear(); // the first finger: a lift that was never told is over
  fingers.add(event.pointerId);
}, { capture: true });
on("pointerup pointercancel", "*", async ({ pointerId }) => {
  await pause(CLICK_AFTER_MS);
  fingers.delete(pointerId);
  tell("finger:lifted");
}, true);

const fingersLifted = async () => { while (fingers.size) await happens("finger:lifted"); };

document.documentElement.classList.add("has-script");
/* On a wide screen the reasons stand open beside the points. */
const isWide = matchMedia("(min-width: 60rem)").matches;
for (const fold of isWide ? document.querySelectorAll(".explained .player") : []) fold.open = true;

/** Whether an element can have the focus now. */
function isFocusable(element) {
  if (!element?.isConnected || element.matches(":disabled")) return false;
  // Older phones do not know it; there what is not laid out at all is hidden.
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

/** Returns what gives the focus to its place on the renewed board, its card, or a neighbour. */
function noteFocus(board) {
  const at = document.activeElement;
  if (!board.contains(at) || at === board) return () => {};
  const piles = Array.from(board.querySelectorAll(".pile"));
  const pile = at.closest(".pile");
  const card = at.dataset.card || pile?.dataset.ids.split(" ").pop();
  const here = piles.indexOf(pile);
  const around = pile ? [...piles.slice(here), ...piles.slice(0, here).reverse()] : [];
  const near = around.map((one) => one.querySelector(".take")?.id);
  const does = at.id.split("-")[0];
  const isAnswer = at.matches(":is(.said, .problems, .ordered) button");
  const { value } = at; // the button may become that of another answer
  const parts = [];
  for (let node = at.parentElement; node !== board; node = node.parentElement) parts.push(node);

  return () => {
    const isSame = !isAnswer || at.value === value;
    if (isSame && at === document.activeElement && isFocusable(at)) return;
    const now = card && board.querySelector(`.pile[data-ids~="${card}"]`);
    // Who has undone, answered or cleared everything stays with the cards.
    const isOfCards = card || ["undo", "clear"].includes(at.id) || at.closest(".grid");
    const part = parts.find((node) => node.isConnected);
    // Who has answered goes on with the next question, else with the cards or what comes after them.
    const isPartly = board.querySelector("#seats :is(.empty, .partly)[aria-current]");
    const next = isAnswer ? [
      board.querySelector(".said [role=heading], .problems [role=heading]"),
      isPartly && (find(lastTile) || board.querySelector("#tiles button")),
      find("confirm"), board.querySelector(".bar .main-action"),
    ] : [];
    const wanted = [
      ...next, find(at.id), now?.querySelector(`[id^="${does}-"]`), now?.querySelector(".take"),
      ...near.map(find), isOfCards && find("strip"), ...(part?.querySelectorAll(FOCUSABLE) || []),
      board.querySelector("h1"), find("main"),
    ];
    const lost = wanted.find(isFocusable);
    if (lost) focusOn(lost);
  };
}

on("focusin click", "#tiles button", (_event, { id }) => { lastTile = id; });

/** Gives an element the focus. The page stays where it is, unless the element is to be seen. */
function focusOn(element, { isToBeSeen = false } = {}) {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: !isToBeSeen });
}

/** Whether a control holds something else than what the server put there. */
function isTyped(node) {
  if (node.matches("option")) return node.selected !== node.defaultSelected;
  return node.matches("input, textarea")
    && (node.value !== node.defaultValue || node.checked !== node.defaultChecked);
}

Object.assign(Idiomorph.defaults.callbacks, {
  beforeNodeMorphed(old, fresh) {
    if (old.id === "board") {
      tell("board:fresh", fresh);
      findFocus = noteFocus(old);
    }
    return !old.isEqualNode(fresh) && !old.hasAttribute?.("data-kept");
  },
  beforeNodeRemoved(old) {
    return !old.hasAttribute?.("data-refusal"); // of which a board that is fetched later knows nothing
  },
  afterNodeMorphed(old) {
    if (old.id !== "board") return;
    findFocus();
    tell("board:shown");
  },
  beforeAttributeUpdated(name, node, how) {
    if (["value", "checked", "selected"].includes(name)) return !isTyped(node);
    if (name === "open") return how === "update";
    return name !== "tabindex" || node !== document.activeElement;
  },
});

/* What was refused stays as it was typed until it is sent again; a fold closes over what it sent. */
document.addEventListener("submit", ({ target, submitter }) => {
  target.removeAttribute("data-kept");
  const fold = (submitter || target).closest("[id^=disagree-], .filter, #cards details");
  fold?.removeAttribute("open");
  if (fold?.contains(document.activeElement)) fold.querySelector("summary").focus();
});

/* Why something was refused is where the reading goes on, wherever the form stood. */
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const refusal = detail.xhr?.status >= 400 && document.querySelector("#refusal");
  if (refusal) focusOn(refusal, { isToBeSeen: true });
});

/* Two presses of one form may wait for each other: each sends the button that was pressed. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const submitter = detail.triggeringEvent?.submitter;
  if (submitter?.name) detail.parameters[submitter.name] = submitter.value;
});

/* Where the server does not answer, a page that follows no game says so. */
on("htmx:sendError htmx:timeout htmx:responseError htmx:afterOnLoad", "*", ({ detail }) => {
  const failed = document.querySelector('[data-notice="failed"]');
  if (failed) failed.hidden = detail.successful === true;
  if (failed?.hidden === false) announcer.say(failed.textContent); // each time
});

/* What the keyboard goes to in a table that scrolls comes in whole: to browsers a few pixels will do. */
on("focusin", ".sheet, .fit", ({ target }, box) => {
  if (box === target || box.scrollWidth <= box.clientWidth) return;
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

/* A number is typed over what stands in its field; what is to be shared is copied whole. Safari puts the
 * caret where it was tapped when the event is over. */
on("click focusin", "[inputmode=numeric], [data-select]", async (_event, field) => {
  const { value } = field;
  field.select();
  await pause();
  if (field.value === value) field.select();
});
