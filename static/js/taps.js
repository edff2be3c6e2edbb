/* Taps: a press of a button gets an id of its own, is counted at once, and goes to the outbox. The
 * board that the server draws corrects the page. Without this file the forms are sent as forms. */
"use strict";
const DRAWN_MS = 100;
const NEXT_PAGE_MS = 400;
const ANSWER_MS = 5000;
const LONG_MS = 500;
const STILL_PX = 10;
const SCROLL_MS = 200;
const TILES = "[data-taps] :is([id^=add-], [id^=copy-])";
const TICK_MS = [10]; // so that the finger feels a tap where the phone can make it
const SET_MS = [10, 60, 10];
const hasMotion = matchMedia("(prefers-reduced-motion: no-preference)");

/** A random id (UUID version 4), also where the page is no secure context. */
const newId = () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => (
  (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16)
));

/** Resolves when the next frame has been drawn. A hidden page draws none: there it soon gives up. */
const drawn = () => Promise.race([
  new Promise((go) => requestAnimationFrame(() => setTimeout(go))), pause(DRAWN_MS),
]);

/** The tableau that a board shows; null for a board of something else. */
function tableauOf(board) {
  const { game, round, seat } = board?.dataset ?? {};
  return round && seat ? { game, round: Number(round), seat: Number(seat) } : null;
}

function waitingHere(board) {
  const { game, round, seat } = tableauOf(board) ?? {};
  return outbox.waiting(game).filter((tap) => tap.round === round && tap.seat === seat);
}

/** The ids of the cards of a tile or a pile, as the server has drawn it. */
const idsOf = ({ dataset: { ids } }) => (ids ? ids.split(" ") : []);

/** Writes a number over another, in its node: with a new one the styles of all tiles are looked at. */
function write(element, number) {
  if (element.textContent !== String(number)) element.firstChild.data = number;
}

/** Lets the phone tick, where it can and motion is welcome. */
function tick(pattern) {
  if (hasMotion.matches) navigator.vibrate?.(pattern);
}

/** The taps on the board that is shown. */
const taps = {
  counted: [], // those of which the server did not know when it drew the board
  goesToNext: false, // to the next page, when the server knows that the cards are complete
  claim: {}, // {id, form}: its form is emptied when the server has taken it
  heldForm: null, // the form that has waited for them, and may be sent now

  lies(card) {
    return !this.counted.some((tap) => tap.do === `take:${card}`);
  },

  /** The cards of each tile of a board with those taps: sets of ids, as the server may have known one. */
  cardsOn(board) {
    const changes = [];
    for (const tap of this.counted) {
      if (tap.do === "undo:") changes.pop();
      else if (/^(add|copy|take):/.test(tap.do)) changes.push(tap);
    }
    const tiles = board.querySelectorAll('button:is([id^="add-"], [id^="copy-"])');
    const cards = new Map(Array.from(tiles, (tile) => [tile, new Set(idsOf(tile))]));
    for (const { id, do: what } of changes) {
      const [verb, card] = what.split(":");
      if (verb === "take") for (const ids of cards.values()) ids.delete(card);
      else cards.get(board.querySelector(`[id="${verb}-${card}"]`))?.add(id);
    }
    return cards;
  },

  countOnTiles(board) {
    for (const [tile, { size }] of this.cardsOn(board)) {
      const more = size - tile.querySelector(".count").textContent;
      for (const element of more ? [tile, tile.closest("details")] : []) {
        const badge = element?.querySelector(".count"); // the list's own comes before those in it
        if (badge) write(badge, Number(badge.textContent) + more);
        badge?.classList.toggle("none", badge.textContent === "0");
      }
    }
  },

  /** Counts them wherever else cards are counted, for which a phone lays out its page anew. */
  countElsewhere(board) {
    let more = 0;
    for (const [tile, { size }] of this.cardsOn(board)) more += size - idsOf(tile).length;
    for (const number of board.querySelectorAll("[data-cards]")) {
      number.dataset.cards ||= number.textContent; // as the server counts
      write(number, Number(number.dataset.cards) + more);
    }
    for (const number of board.querySelectorAll(".pile .number")) {
      write(number, idsOf(number.closest(".pile")).filter((card) => this.lies(card)).length);
    }
    const undo = board.querySelector("#undo");
    if (undo && this.counted.length) undo.disabled = false;
  },

  /** Lights the tiles of a board on which this page's taps have completed a set. */
  lightSets(board) {
    if (!this.counted.length) return;
    for (const tile of board.querySelectorAll("[data-sets]")) {
      if (Number(tile.dataset.sets) <= Number(find(tile.id)?.dataset.sets ?? Infinity)) continue;
      tile.classList.add("lit");
      tick(SET_MS);
    }
  },

  /** Counts the taps that wait on a board that the server has drawn, so that no count goes back. */
  countWaiting(board) {
    this.counted = waitingHere(board);
    this.countOnTiles(board);
    this.countElsewhere(board);
  },

  /** Counts a tap, and sends it when that is drawn: to send takes a slow phone time. Returns its id. */
  make(what, otherSeat) {
    const board = find("board");
    const tap = { id: newId(), ...tableauOf(board), ...otherSeat, do: what };
    outbox.add(tap);
    this.counted.push(tap);
    this.countOnTiles(board);
    tick(TICK_MS);
    drawn().then(() => {
      outbox.send();
      this.countElsewhere(board);
    });
    return tap.id;
  },

  /** Takes away the newest of the cards of a tile or a pile. Whether there was one. */
  takeNewest(element) {
    const added = this.counted.filter((tap) => tap.do === element.value).map((tap) => tap.id);
    const card = [...idsOf(element), ...added].filter((id) => this.lies(id)).pop();
    return Boolean(card && this.make(`take:${card}`));
  },
};

on("submit", "#board[data-seat] [data-taps]", (event, form) => {
  const { submitter } = event;
  const { icons, when, seat } = form.elements;
  const claim = icons && `claim:${icons.value.trim()}:${when?.value ?? ""}`;
  const what = claim ?? submitter?.value ?? "";
  event.preventDefault();
  const goesOn = submitter?.id === "next"; // to the next player's cards, by the same press
  taps.goesToNext = what === "ready:" && !goesOn;
  const pile = /^take:/.test(what) && submitter.closest(".pile");
  if (pile) return taps.takeNewest(pile); // nothing, for a quick press more than cards lie there
  const id = taps.make(what, seat && { seat: Number(seat.value) });
  if (claim) taps.claim = { id, form };
  if (goesOn) goTo(submitter);
});

document.addEventListener("board:shown", () => { if (taps.goesToNext) find("next")?.click(); });

/** The last press of a finger. A long one on a tile takes its newest card away; the click at its end
 * adds none. A lifted finger presses its tile at once: on slow phones the click comes 20 ms later.
 * Whether a finger that has stopped a scrolling page presses anything is left to the browser. */
const press = {
  state: "moved", // or "still" where it began, "stopping" a page that scrolls, "long" when it was
  x: 0,
  y: 0,
  timer: null, // that makes it long
  scrolledAt: -Infinity, // when the page has scrolled last

  begin({ target, clientX, clientY, timeStamp }) {
    clearTimeout(this.timer);
    [this.x, this.y] = [clientX, clientY];
    this.state = timeStamp - this.scrolledAt < SCROLL_MS ? "stopping" : "still";
    const tile = target.closest(TILES);
    if (tile) this.timer = setTimeout(() => { if (taps.takeNewest(tile)) this.state = "long"; }, LONG_MS);
  },

  go({ type, clientX, clientY }) {
    const isNear = Math.hypot(clientX - this.x, clientY - this.y) < STILL_PX;
    const isMoved = type === "pointercancel" || !isNear;
    if (isMoved && this.state !== "long") this.state = "moved";
    if (type !== "pointermove" || isMoved) clearTimeout(this.timer);
  },
};

document.addEventListener("pointerdown", (event) => press.begin(event));
on("pointermove pointerup pointercancel", "*", (event) => press.go(event));
const noteScroll = ({ timeStamp }) => { press.scrolledAt = timeStamp; };
addEventListener("scroll", noteScroll, true);
window.visualViewport?.addEventListener("scroll", noteScroll); // of a page that is zoomed
on("touchend", TILES, (event, tile) => {
  if (press.state !== "still" || event.touches.length || !event.cancelable) return;
  event.preventDefault();
  if (document.activeElement !== document.body) focusOn(tile); // as the browser would have done
  tile.click();
});
on("click", "*", (event) => {
  if (press.state === "long" && event.detail) event.preventDefault(); // a key's click has no detail
}, true);

/* What was tapped on this tableau before the page came anew has not been told yet. */
for (const { id } of waitingHere(find("board"))) outbox.made.add(id);

document.addEventListener("outbox:answered", ({ detail }) => {
  if (detail.taken.includes(taps.claim.id)) taps.claim.form.reset();
});

/* Who has just tapped the last card is not asked whether these are all. */
on("click", ".ask > summary", (event, { parentElement: ask }) => {
  if (ask.querySelector("[data-cards]").textContent < Number(ask.dataset.dealt)) return;
  event.preventDefault();
  ask.querySelector("button").click();
});

/** Whether the server answers; if not, the page says so. */
async function serverAnswers() {
  const { href } = document.querySelector("link[rel=manifest]");
  const answer = fetch(href, { method: "HEAD" }).then(({ status }) => status < 500, () => false);
  const answers = await Promise.race([answer, pause(ANSWER_MS)]);
  if (!answers) tell("outbox:held");
  return answers;
}

/* What else is pressed does not overtake the taps: a link waits a moment (the next page would send
 * them too), a form until the server has them. Where the server is away, links go to stored pages. */
async function goTo(link) {
  const answered = outbox.sendable().length && outbox.idle().then(refresh);
  const enough = pause(outbox.isCutOff() ? 0 : NEXT_PAGE_MS);
  await (outbox.isSafe() ? Promise.race([answered, enough]) : answered);
  const now = (link.id && find(link.id)) || link;
  const hasPages = navigator.serviceWorker?.controller;
  if (hasPages || await serverAnswers()) location.href = now.href || now.dataset.href;
}

on("click", ':is(#board, #board ~ footer) a[href^="/"]:not([download])', (event, link) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  // Who enters for several goes on with all cards there, of which the server may not know yet.
  const { dealt } = link.dataset;
  if (dealt && document.querySelector(".progress [data-cards]").textContent >= Number(dealt)) {
    taps.make("ready:");
  }
  if (navigator.serviceWorker?.controller && !outbox.sendable().length) return;
  event.preventDefault();
  goTo(link);
});

on("submit", ":is(#board, #notices) form[method=post]:not([data-taps])", async (event, form) => {
  if (form === taps.heldForm) return;
  stop(event);
  const asked = form.matches(".asks") && form.textContent;
  if (outbox.sendable().length) await outbox.idle().then(refresh);
  // With those taps it may be about others: then the page asks anew.
  if (asked && !(form.isConnected && form.textContent === asked)) return;
  if (!await serverAnswers()) return;
  taps.heldForm = form;
  const now = (event.submitter.id && find(event.submitter.id)) || event.submitter;
  now.click(); // which comes here first; older phones know no requestSubmit
  taps.heldForm = null;
}, true);

/* The screen stays awake while cards are entered, where the browser lets it (https only). */
function stayAwake() {
  if (!document.querySelector("#board [data-taps]")) return;
  // Hidden, low battery, or not allowed: the screen goes dark as it always did.
  navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

addEventListener("beforeunload", (event) => { if (!outbox.isSafe()) event.preventDefault(); });
