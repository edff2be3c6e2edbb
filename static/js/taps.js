/* Taps: a press of a button gets an id of its own, is counted at once, and goes to the outbox.
 *
 * Without this file the forms are sent as forms. With it two quick presses are two cards, and the
 * board that the server draws corrects the page.
 */
"use strict";

const DRAWN_MS = 100;
const NEXT_PAGE_MS = 400;
const ANSWER_MS = 5000;

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

/** Makes the number on a badge of this element one larger, or one smaller. */
function countOne(element, one) {
  let badge = element.querySelector(":scope > .count");
  if (!badge) {
    badge = document.createElement("b");
    badge.className = "count";
    badge.ariaHidden = String(Boolean(element.querySelector(":scope > .sr"))); // which says it next
    element.append(badge);
  }
  badge.textContent = Number(badge.textContent) + one;
  if (badge.textContent === "0") badge.remove();
}

/** Counts a tap that adds a card on a board that does not know it yet; -1: counts it no longer. */
function count(what, board, one = 1) {
  const button = board.querySelector(`button[value="${CSS.escape(what)}"]`);
  if (!button) return;
  countOne(button, one);
  const list = button.closest("details");
  if (list) countOne(list.querySelector("summary"), one);
  for (const cards of board.querySelectorAll("[data-cards]")) {
    cards.textContent = Number(cards.textContent) + one;
  }
  const undo = board.querySelector("#undo");
  if (undo) undo.disabled = false;
}

/** The taps that wait, that add a card to this board's tableau, and that no later one undoes.
 *
 * The server may have stored some of them already, of which the answer is still to come: the cards
 * that lie there carry the ids of the taps that added them. */
function waitingCards(board) {
  const here = tableauOf(board);
  const added = [];
  if (!here) return added;
  for (const tap of outbox.waiting(here.game)) {
    if (tap.round !== here.round || tap.seat !== here.seat) continue;
    if (tap.do === "undo:") added.pop();
    else if (/^(add|copy):/.test(tap.do) && !board.querySelector(`#take-${tap.id}`)) added.push(tap);
  }
  return added;
}

/** Counts the taps that wait on a board that the server has drawn, so that no count goes back. */
function countWaiting(board) {
  for (const tap of waitingCards(board)) count(tap.do, board);
}

/** What a form asks for, in the server's words; `button` is the one that was pressed. */
function actionOf(form, button) {
  const values = new FormData(form);
  if (!values.has("icons")) return button ? button.value : "";
  const icons = `claim:${values.get("icons").trim()}`;
  return values.get("when") ? `${icons}:${values.get("when")}` : icons;
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
  if (/^(add|copy):/.test(tap.do)) count(tap.do, document);
  if (tap.do === "undo:") {
    for (const undone of waitingCards(board).slice(-1)) count(undone.do, board, -1);
  }
  if (form.elements.icons) typed.set(tap.id, form);
  const list = event.submitter && event.submitter.closest("#cards details");
  if (list) {
    if (list.contains(document.activeElement)) list.querySelector("summary").focus();
    list.open = false; // what it was opened for has been chosen
  }
  goesOn = tap.do === "ready:";
  outbox.add(tap);
  // To send takes a slow phone a few milliseconds, in which it could have drawn the count.
  drawn().then(outbox.send);
});

document.addEventListener("board:shown", () => {
  const next = goesOn && document.getElementById("next");
  if (next) next.click();
});

/* What was tapped on this tableau before the page came anew has not been told yet. */
{
  const board = document.getElementById("board");
  const here = board && tableauOf(board);
  const isHere = (tap) => tap.round === here.round && tap.seat === here.seat;
  if (here) outbox.adopt(outbox.waiting(here.game).filter(isHere));
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
  const link = event.target.closest("#board a[href]");
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
