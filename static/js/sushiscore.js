/* Taps: every press of a button is sent in order, none is lost or sent twice.
 *
 * Without this file the forms are sent as forms. With it a press gets an id of its own at once, so
 * that two quick presses are two cards, and waits for its turn; the server's answer replaces the
 * board. A tap that got no answer is sent again with the same id, which the server counts once.
 */
"use strict";

const RETRY_MS = 2000;
let queue = Promise.resolve();

/** A random id (UUID version 4), also where the page is no secure context. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Sends one tap until the server has answered. */
async function send(url, values) {
  for (;;) {
    const notice = () => document.querySelector("[data-unanswered]");
    try {
      let answered = true;
      const failed = () => { answered = false; };
      document.body.addEventListener("htmx:sendError", failed, { once: true });
      await htmx.ajax("POST", url, { values, target: "#board", swap: "outerHTML" });
      document.body.removeEventListener("htmx:sendError", failed);
      if (answered) return;
    } catch {
      // No answer, like sendError: the tap is sent again.
    }
    if (notice()) notice().hidden = false;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-taps]") || typeof htmx === "undefined") return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form));
  if (event.submitter && event.submitter.name) values[event.submitter.name] = event.submitter.value;
  values.tap = newId();
  const url = form.action;
  queue = queue.then(() => send(url, values));
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
