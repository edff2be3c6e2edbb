/* Taps: every press of a button is sent in order, none is lost or sent twice.
 *
 * Without this file the forms are sent as forms. With it a press gets an id of its own at once, so
 * that two quick presses are two cards, is counted at once, and waits for its turn; the board of
 * the server's answer corrects the page. A tap that got no answer is sent again with the same id,
 * which the server counts once.
 */
"use strict";

const RETRY_MS = 2000;
const TIMEOUT_MS = 10000;
const DRAWN_MS = 100;
/** Taps without an answer, oldest first: where they go, and the form's values. */
const waiting = [];
/** Fulfilled when every tap so far has been answered. */
let queue = Promise.resolve();

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

/** Shows one of the page's hidden notices, or hides it. */
function notice(name, shown) {
  const element = document.querySelector(`[data-notice="${name}"]`);
  if (element) element.hidden = !shown;
}

/** The button of a board that makes a tap; null where there is none, or no longer. */
function buttonOf(tap, board) {
  return tap.values.do ? board.querySelector(`button[value="${CSS.escape(tap.values.do)}"]`) : null;
}

/** Counts a tap on a board that the server has drawn without it. */
function count(tap, board) {
  const button = /^(add|copy):/.test(tap.values.do) ? buttonOf(tap, board) : null;
  if (!button) return;
  let number = button.querySelector(".count");
  if (!number) {
    number = document.createElement("b");
    number.className = "count";
    button.append(number);
  }
  number.textContent = Number(number.textContent) + 1;
  const cards = board.querySelector("[data-cards]");
  if (cards) cards.textContent = Number(cards.textContent) + 1;
}

/** Deals with the board that answers a tap.
 *
 * It does not know the taps after that one. They are counted on it before it is shown, so that no
 * count goes back; or it is not shown at all, for the answers to those taps will tell more, and to
 * show it would hold up the next tap. A refusal is shown at once, and stays until taps that were
 * made in sight of it are answered. */
async function answered(tap, html, refused) {
  await fingersLifted();
  const later = waiting.slice(waiting.indexOf(tap) + 1);
  if (refused || !later.length) {
    const fresh = readBoard(html);
    if (tap.refusal && !refused) fresh.querySelector(".said").prepend(tap.refusal);
    const refusal = fresh.querySelector(".said > [role=alert]:not([data-notice])");
    for (const one of later) {
      one.refusal = refusal && refusal.cloneNode(true);
      count(one, fresh);
    }
    showBoard(fresh);
  }
  const button = buttonOf(tap, document);
  const list = button && button.closest("#board details[open]");
  if (list) list.open = false; // what it was opened for has been chosen
  tap.form.reset(); // what was typed into it has been taken; what is refused is in the answer
}

/** Posts once. True when the tap has been dealt with, false when it must be sent again. */
async function post(tap) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(tap.url, {
      method: "POST",
      body: new URLSearchParams(tap.values),
      headers: { "HX-Request": "true" },
      signal: controller.signal,
    });
    if (response.status >= 500) return false;
    const refused = response.status === 409;
    const isBoard = response.ok || refused;
    if (isBoard) await answered(tap, await response.text(), refused);
    notice("refused", !isBoard);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends one tap until the server has answered. */
async function send(tap) {
  while (!(await post(tap))) {
    notice("unanswered", true);
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  waiting.shift();
  notice("unanswered", false);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-taps]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form));
  if (event.submitter && event.submitter.name) values[event.submitter.name] = event.submitter.value;
  values.tap = newId();
  const tap = { url: form.action, values, form };
  count(tap, document);
  waiting.push(tap);
  // To send takes a slow phone a few milliseconds, in which it could have drawn the count.
  queue = Promise.all([queue, drawn()]).then(() => send(tap));
});

/* A link to the next player must not overtake taps that are still on their way. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("#board a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  queue.then(() => {
    const now = link.id && document.getElementById(link.id);
    location.href = (now || link).href;
  });
});
