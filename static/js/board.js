/* The board: the part of a page that the server renews. Idiomorph leaves what is the same as it is. */
"use strict";
const CLICK_AFTER_MS = 30;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary, [tabindex]";
const fingers = new Map(); // the presses of those that are on the screen, by their ids

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const find = (id) => document.getElementById(id);
const happens = (name) => new Promise((go) => document.addEventListener(name, go, { once: true }));

/** Has something done with the element that a selector finds at such events, or around there. */
function on(names, selector, act, capture = false) {
  for (const name of names.split(" ")) {
    document.addEventListener(name, (event) => {
      const element = event.target.closest?.(selector);
      if (element) act(event, element);
    }, capture);
  }
}

/** The texts that are kept on this phone, by their keys. */
const storage = {
  unstored: {}, // those for which the phone has no room: they last as long as the page

  all() {
    return { ...localStorage, ...this.unstored };
  },

  /** Keeps a text, at least while the page is open; "" is kept no longer. */
  keep(key, text) {
    delete this.unstored[key];
    try {
      if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    } catch {
      if (text) this.unstored[key] = text;
    }
  },
};

/* What lies under a finger does not move: a press that ends on another button is no click. */
addEventListener("pointerdown", (event) => {
  if (event.isPrimary) fingers.clear(); // the first finger: a lift that was never told is over
  fingers.set(event.pointerId, event);
}, { capture: true });
on("pointerup pointercancel", "*", async ({ pointerId }) => {
  const press = fingers.get(pointerId);
  await pause(CLICK_AFTER_MS);
  if (fingers.get(pointerId) === press) fingers.delete(pointerId); // a mouse may be down again
  tell("finger:lifted");
}, true);

const fingersLifted = async () => { while (fingers.size) await happens("finger:lifted"); };

document.documentElement.classList.add("has-script");
/* On a wide screen the reasons stand open beside the points. */
const isWide = matchMedia("(min-width: 60rem)").matches;
const isOpenThere = ":not(.fold) > .explained .player, .after > :is(#why, #grew)";
for (const fold of isWide ? document.querySelectorAll(isOpenThere) : []) fold.open = true;

/* A link to what is folded away unfolds it. */
function unfold(hash) {
  const fold = find(hash.slice(1))?.closest("details");
  if (fold) fold.open = true;
}
on("click", 'a[href^="#"]', (_event, { hash }) => unfold(hash));
unfold(location.hash);

/** Whether an element can have the focus now. */
function isFocusable(element) {
  if (!element?.isConnected || element.matches(":disabled")) return false;
  // Older phones do not know it; there what is not laid out at all is hidden.
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

/** Where the focus is on the board, and goes when the board is renewed. */
const boardFocus = {
  lastTile: "", // the id of the one that was used last
  restore: null, // what note() has returned for the board that is being renewed

  /** Returns what gives the focus to its place on the renewed board, its card, or a neighbour. */
  note(board) {
    const at = document.activeElement;
    if (!board.contains(at) || at === board) return () => {};
    const piles = Array.from(board.querySelectorAll(".pile"));
    const pile = at.closest(".pile");
    const card = at.dataset.card || pile?.dataset.ids.split(" ").pop();
    const here = piles.indexOf(pile);
    const around = pile ? [...piles.slice(here), ...piles.slice(0, here).reverse()] : [];
    const near = around.map((neighbour) => neighbour.querySelector("[id^=take-]")?.id);
    const verb = at.id.split("-")[0];
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
        isPartly && (find(this.lastTile) || board.querySelector("#tiles button")),
        find("confirm"), board.querySelector(".bar .main-action"),
      ] : [];
      const places = [
        ...next, find(at.id), now?.querySelector(`[id^="${verb}-"]`), now?.querySelector("[id^=take-]"),
        ...near.map(find), isOfCards && find("strip"), ...(part?.querySelectorAll(FOCUSABLE) || []),
        board.querySelector("h1"), find("main"),
      ];
      const place = places.find(isFocusable);
      if (place) focusOn(place);
    };
  },
};

on("focusin click", "#tiles button", (_event, { id }) => { boardFocus.lastTile = id; });

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
      boardFocus.restore = boardFocus.note(old);
    }
    return !old.isEqualNode(fresh) && !old.hasAttribute?.("data-kept");
  },
  beforeNodeRemoved(old) {
    return !old.hasAttribute?.("data-refusal"); // of which a board that is fetched later knows nothing
  },
  afterNodeMorphed(old) {
    if (old.id !== "board") return;
    boardFocus.restore();
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

/* Why something was refused is where the reading goes on, wherever the form stood; what it has said, for
 * a form that names it (data-then), or the way on where that is not asked any more. */
document.addEventListener("htmx:afterSettle", ({ detail: { xhr, requestConfig } }) => {
  const refusal = xhr?.status >= 400 && document.querySelector("#refusal");
  if (refusal) return focusOn(refusal, { isToBeSeen: true });
  const { then } = requestConfig?.elt.dataset ?? {};
  const place = then && [find(then), document.querySelector(".bar .main-action")].find(isFocusable);
  if (place) focusOn(place);
});

/* The bar at the foot lies over no part of a form that has just been unfolded. */
on("toggle", "[id^=disagree-][open]", ({ target }, fold) => {
  if (target === fold) fold.querySelector("form button").scrollIntoView({ block: "nearest" });
}, true);

/* Two presses of one form may wait for each other: each sends the button that was pressed. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const submitter = detail.triggeringEvent?.submitter;
  if (submitter?.name) detail.parameters[submitter.name] = submitter.value;
});

/* Where the server does not answer, a page that follows no game says so. */
on("htmx:sendError htmx:timeout htmx:responseError htmx:afterOnLoad", "*", ({ detail }) => {
  const failed = document.querySelector('[data-notice="failed"]');
  const wasShown = failed?.hidden === false;
  if (failed) failed.hidden = detail.successful === true;
  // Each time that somebody asks; a page that asks by itself says it once.
  const isAsked = detail.requestConfig?.triggeringEvent?.type !== "hx:poll:trigger";
  if (failed?.hidden === false && (isAsked || !wasShown)) announcer.say(failed.textContent);
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
