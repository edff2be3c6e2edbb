/* Taps: a press of a button gets an id of its own, is counted at once, and goes to the outbox.
 *
 * Without this file the forms are sent as forms. With it two quick presses are two cards, and the
 * board that the server draws corrects the page.
 */
"use strict";

const DRAWN_MS = 100;
const NEXT_PAGE_MS = 400;
const ANSWER_MS = 5000;
const LONG_MS = 500;
const STILL_PX = 10;

/** A random id (UUID version 4), also where the page is no secure context. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Resolves when the next frame has been drawn. A hidden page draws none: there it soon gives up. */
function drawn() {
  return new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, DRAWN_MS);
  });
}

/** The tableau that a board shows, {game, round, seat}; null for a board of something else. */
function tableauOf(board) {
  const { game, round, seat } = board.dataset;
  return round && seat ? { game, round: Number(round), seat: Number(seat) } : null;
}

/** Adds to the number on an element's badge, which shows no 0. Its text stays the same node: another
 * one would have the styles of all tiles looked at. */
function countOn(element, more) {
  const badge = element.querySelector(":scope > .count");
  badge.firstChild.data = Number(badge.textContent) + more;
  badge.classList.toggle("none", badge.textContent === "0");
}

/** Shows on a board a change of which it does not know yet: `more` cards of a tile, -1 for one less;
 * `card` is the one that is taken away. */
function count({ tile, more, card }, board) {
  const button = board.querySelector(`[id="${tile}"]`);
  if (!button) return;
  countOn(button, more);
  const list = button.closest("details");
  if (list) countOn(list.querySelector("summary"), more);
}

/** Shows what else such a change changes, for which a phone lays out its page anew. */
function countCards({ more, card }, board) {
  const pile = card && board.querySelector(`.pile[data-ids~="${card}"] .number`);
  for (const number of [pile, ...board.querySelectorAll("[data-cards]")]) {
    if (number) number.textContent = Number(number.textContent) + more;
  }
  const undo = board.querySelector("#undo");
  if (undo) undo.disabled = false;
}

/** The taps that wait, for this board's tableau. */
function waitingHere(board) {
  const here = tableauOf(board);
  const taps = here ? outbox.waiting(here.game) : [];
  return taps.filter((tap) => tap.round === here.round && tap.seat === here.seat);
}

/** What waiting taps will change on a board, and no later one undoes: cards added and taken away.
 *
 * The server may have stored some of them already, of which the answer is still to come: a tile
 * names the taps that added its cards. */
function changesToCome(board) {
  const changes = [];
  for (const { id, do: what } of waitingHere(board)) {
    const [verb, card] = what.split(":");
    const tileOf = (lying) => board.querySelector(`button[data-ids~="${lying}"]`)?.id;
    if (verb === "undo") changes.pop();
    else if (verb === "take") {
      const tile = tileOf(card) || changes.find((change) => change.id === card)?.tile;
      if (tile) changes.push({ tile, more: -1, card });
    } else if (/^(add|copy)$/.test(verb) && !tileOf(id)) {
      changes.push({ id, tile: `${verb}-${card}`, more: 1 });
    }
  }
  return changes;
}

/** Counts the taps that wait on a board that the server has drawn, so that no count goes back. */
function countWaiting(board) {
  for (const change of changesToCome(board)) {
    count(change, board);
    countCards(change, board);
  }
}

/** The newest of the cards of a tile or a pile of which no waiting tap takes one away; undefined
 * for none. */
function newestOf(element, board) {
  const taps = waitingHere(board);
  const added = taps.filter((tap) => tap.do === element.value).map((tap) => tap.id);
  const cards = [...(element.dataset.ids || "").split(" "), ...added];
  return cards.filter((card) => card && !taps.some((tap) => tap.do === `take:${card}`)).pop();
}

/** Puts a tap into the outbox, counts it at once, and sends it when that is drawn: to send takes a
 * slow phone a few milliseconds. */
function make(tap, board) {
  const [verb, card] = tap.do.split(":");
  const isAdded = /^(add|copy)$/.test(verb); // what it changes need not be looked for
  const before = isAdded ? [] : changesToCome(board);
  outbox.add(tap);
  const after = isAdded ? [{ tile: `${verb}-${card}`, more: 1 }] : changesToCome(board);
  const undone = before.slice(after.length).map((one) => ({ ...one, more: -one.more }));
  const changes = [...after.slice(before.length), ...undone];
  for (const change of changes) count(change, board);
  drawn().then(() => {
    for (const change of changes) countCards(change, board);
    outbox.send();
  });
}

/** What a form asks for, in the server's words; `button` is the one that was pressed. */
function actionOf({ elements: { icons, when } }, button) {
  if (!icons) return button ? button.value : "";
  const claim = `claim:${icons.value.trim()}`;
  return when?.value ? `${claim}:${when.value}` : claim;
}

let goesOn = false; // to the next page, when the server knows that the cards are complete

/** Forms to be emptied when their tap has been taken; a refused one keeps what was typed. */
const typed = new Map();

document.addEventListener("submit", (event) => {
  const form = event.target;
  const board = form.closest("#board");
  const here = board && tableauOf(board);
  if (!here || !form.matches("[data-taps]")) return;
  event.preventDefault();
  const own = form.elements.seat;
  const tap = { id: newId(), ...here, do: actionOf(form, event.submitter) };
  if (own) tap.seat = Number(own.value);
  const pile = /^take:/.test(tap.do) && event.submitter.closest(".pile");
  if (pile) {
    const card = newestOf(pile, board);
    if (!card) return; // a quick press more than cards lie there
    tap.do = `take:${card}`;
  }
  if (form.elements.icons) typed.set(tap.id, form);
  const list = event.submitter && event.submitter.closest("#cards details");
  if (list) {
    if (list.contains(document.activeElement)) list.querySelector("summary").focus();
    list.open = false; // what it was opened for has been chosen
  }
  goesOn = tap.do === "ready:";
  make(tap, board);
});

document.addEventListener("board:shown", () => {
  const next = goesOn && document.getElementById("next");
  if (next) next.click();
});

/* A long press on a tile takes its newest card away; the click at its end adds none. */
let press = {};
for (const name of ["pointermove", "pointerup", "pointercancel"]) {
  document.addEventListener(name, ({ clientX, clientY }) => {
    const isStill = Math.hypot(clientX - press.x, clientY - press.y) < STILL_PX;
    if (name !== "pointermove" || !isStill) clearTimeout(press.timer);
  });
}
document.addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
  clearTimeout(press.timer);
  press = { x, y };
  const tile = target.closest("[data-taps] :is([id^=add-], [id^=copy-])");
  if (!tile) return;
  press.timer = setTimeout(() => {
    const board = document.getElementById("board");
    const card = newestOf(tile, board);
    if (!card) return;
    press.isLong = true;
    make({ id: newId(), ...tableauOf(board), do: `take:${card}` }, board);
  }, LONG_MS);
});
document.addEventListener("click", (event) => {
  if (press.isLong && event.detail) event.preventDefault(); // a key's click has no detail
}, { capture: true });

/* What was tapped on this tableau before the page came anew has not been told yet. */
{
  const board = document.getElementById("board");
  if (board) outbox.adopt(waitingHere(board));
}

document.addEventListener("outbox:answered", ({ detail }) => {
  for (const id of detail.taken) {
    const form = typed.get(id);
    typed.delete(id);
    if (form) form.reset();
  }
});

/* Who has just tapped the last card is not asked whether these are all. */
document.addEventListener("click", (event) => {
  const ask = event.target.closest(".ask > summary")?.parentElement;
  if (!ask || ask.querySelector("[data-cards]").textContent < Number(ask.dataset.dealt)) return;
  event.preventDefault();
  ask.querySelector("button").click();
});

/** Whether the server answers; if not, the page says so. */
async function serverAnswers() {
  const { href } = document.querySelector("link[rel=manifest]");
  const asked = fetch(href, { method: "HEAD" }).then(({ status }) => status < 500, () => false);
  const enough = new Promise((go) => setTimeout(go, ANSWER_MS, false));
  const answers = await Promise.race([asked, enough]);
  if (!answers) document.dispatchEvent(new CustomEvent("outbox:held"));
  return answers;
}

/* Whatever else is pressed must not overtake the taps: a link waits for them a moment (they would
 * also be sent by the next page), a form until the server has them. Nor is it to end on the browser's
 * own page for a server that is away; where there is a worker, it has pages to follow links to. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest(":is(#board, #board ~ footer) a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const isHere = link.hash && link.href.split("#")[0] === location.href.split("#")[0];
  if (link.origin !== location.origin || isHere || link.download) return;
  const waits = outbox.waiting().length;
  const hasPages = navigator.serviceWorker?.controller;
  if (hasPages && !waits) return;
  event.preventDefault();
  if (waits) {
    const answered = outbox.idle().then(refresh);
    const enough = new Promise((go) => setTimeout(go, outbox.isCutOff() ? 0 : NEXT_PAGE_MS));
    await (outbox.isSafe() ? Promise.race([answered, enough]) : answered);
  }
  const now = link.id && document.getElementById(link.id);
  if (hasPages || await serverAnswers()) location.href = (now || link).href;
});

let cleared = null; // the form that may be sent now

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.closest("#board") || form.method !== "post" || form.matches("[data-taps]")) return;
  if (form === cleared) {
    cleared = null;
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (outbox.waiting().length) await outbox.idle().then(refresh);
  if (!await serverAnswers()) return;
  cleared = form;
  form.requestSubmit(submitter);
}, { capture: true });

addEventListener("beforeunload", (event) => {
  if (!outbox.isSafe()) event.preventDefault();
});
