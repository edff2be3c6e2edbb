/* Taps: every press of a button is sent in order, none is lost or sent twice.
 *
 * Without this file the forms are sent as forms. With it a press gets an id of its own at once, so
 * that two quick presses are two cards, and waits for its turn; the server's answer replaces the
 * board. A tap that got no answer is sent again with the same id, which the server counts once.
 */
"use strict";

const RETRY_MS = 2000;
const TIMEOUT_MS = 10000;
const CLICK_AFTER_MS = 30;
let queue = Promise.resolve();
let finger = Promise.resolve();

/* A press that begins on one button and ends on its replacement is no click: the board is not
 * replaced while a finger is down. */
document.addEventListener("pointerdown", () => {
  finger = new Promise((up) => {
    const lifted = () => setTimeout(up, CLICK_AFTER_MS);
    addEventListener("pointerup", lifted, { once: true });
    addEventListener("pointercancel", lifted, { once: true });
  });
}, { capture: true });

/** A random id (UUID version 4), also where the page is no secure context. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Shows one of the page's hidden notices, or hides it. */
function notice(name, shown) {
  const element = document.querySelector(`[data-notice="${name}"]`);
  if (element) element.hidden = !shown;
}

/** Puts the server's answer in place of the board; the focus stays where a keyboard left it, and
 * what was unfolded stays so, but for the list that the tap was chosen from. */
async function show(html, tap) {
  await finger;
  const chosen = document.getElementById(tap.replace(":", "-"));
  const open = Array.from(document.querySelectorAll("#board details[open][id]"))
    .filter((fold) => !chosen || !fold.contains(chosen));
  const focused = document.activeElement && document.activeElement.closest("#board");
  htmx.swap("#board", html, { swapStyle: "outerHTML" });
  for (const fold of open) {
    const same = document.getElementById(fold.id);
    if (same) same.open = true;
  }
  const lost = focused && (!document.activeElement || document.activeElement === document.body);
  if (lost) document.querySelector("#undo:enabled, #main").focus({ preventScroll: true });
}

/** Posts once. True when the tap has been dealt with, false when it must be sent again. */
async function post(url, values) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(values),
      headers: { "HX-Request": "true" },
      signal: controller.signal,
    });
    if (response.status >= 500) return false;
    const isBoard = response.ok || response.status === 409;
    if (isBoard) await show(await response.text(), values.do || "");
    notice("refused", !isBoard);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends one tap until the server has answered. */
async function send(url, values) {
  while (!(await post(url, values))) {
    notice("unanswered", true);
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  notice("unanswered", false);
}

/** Counts a pressed card at once; the server's answer corrects it. */
function countAtOnce(button) {
  if (!button || !/^(add|copy):/.test(button.value)) return;
  let count = button.querySelector(".count");
  if (!count) {
    count = document.createElement("b");
    count.className = "count";
    button.append(count);
  }
  count.textContent = Number(count.textContent) + 1;
  const cards = document.querySelector("[data-cards]");
  if (cards) cards.textContent = Number(cards.textContent) + 1;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-taps]") || typeof htmx === "undefined") return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form));
  if (event.submitter && event.submitter.name) values[event.submitter.name] = event.submitter.value;
  values.tap = newId();
  const url = form.action;
  countAtOnce(event.submitter);
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

/* A swipe across the page goes to the next or the last player. */
const SWIPE_PX = 90;
let touch = null;
document.addEventListener("touchstart", (event) => {
  const scrolls = event.target.closest(".strip, .seats, input, select");
  touch = event.touches.length === 1 && !scrolls ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!touch) return;
  const across = event.changedTouches[0].clientX - touch.clientX;
  const down = event.changedTouches[0].clientY - touch.clientY;
  touch = null;
  const tabs = Array.from(document.querySelectorAll("#board .seats a"));
  const here = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
  if (here < 0 || Math.abs(across) < SWIPE_PX || Math.abs(down) > Math.abs(across) / 2) return;
  const forward = (across < 0) === (document.documentElement.dir !== "rtl");
  const tab = tabs[here + (forward ? 1 : -1)];
  if (tab) tab.click();
}, { passive: true });

/* The screen stays awake while cards are entered, where the browser lets it (https only). */
async function stayAwake() {
  if (!navigator.wakeLock || !document.querySelector("#board [data-taps]")) return;
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Low battery, or not allowed: the screen goes dark as it always did.
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
