/* The stream, which says when the game or the evening has changed. A browser opens six connections to a
 * server that speaks HTTP/1.1, and pages and taps need some of them: a page that nobody looks at has no
 * stream, and those that are looked at share one for each game or evening, two in all. What two slots in
 * localStorage hold tells which page has a stream, and what it has heard last. On a plain address of the
 * home network browsers offer no lock, so two pages may take one slot: the first finds the other's name
 * there, and follows. Scripts hear of "stream:heard" and "stream:lost". */
const SLOTS = ["sushiscore stream 1", "sushiscore stream 2"];
const RENEW_MS = 2000;
const HELD_MS = 6000; // a page that has not renewed its slot for so long has crashed
const SILENT_MS = 50000; // the server says something every twenty seconds
const REOPEN_MS = 5000;
const me = newId();
let source = null; // this page's own stream
let heard = 0; // when it last said something, or was opened
let latest = "0"; // what was heard last of the version: see docs/live.md
let isThere = true; // a page that is being closed hears of the slot that it has just left
let lost = 0; // since when there has been no stream; 0 while there is one, or nobody looks

const slotAt = (key) => ({ key, ...JSON.parse(kept()[key] || "{}") });
const isHeld = ({ at }) => Math.abs(Date.now() - at) < HELD_MS; // also by a clock that was set back

function open(address) {
  source?.close();
  source = new EventSource(address);
  heard = performance.now();
  lost ||= heard;
  for (const name of ["open", "alive", "version"]) source.addEventListener(name, hear);
  source.addEventListener("error", () => { if (!lost) tell("stream:lost"); });
}

function close() {
  source?.close();
  source = null;
  for (const key of SLOTS) if (slotAt(key).page === me) keep(key, "");
}

/** Holds the stream where no other page does, anew where that may be dead; else follows the other.
 * `isDue`: to say that this page still holds it, and what it has heard. */
function share({ isDue = false, isAnew = false } = {}) {
  if (!isThere || document.visibilityState !== "visible") return;
  const { stream: address } = document.querySelector("[data-stream]").dataset; // its newest token
  const [path] = address.split("?");
  const slots = SLOTS.map(slotAt);
  const slot = slots.find((one) => one.path === path && isHeld(one))
    || slots.find(({ page }) => page === me) || slots.find((one) => !isHeld(one));
  if (slot && (isAnew || slot.page === me || !isHeld(slot))) {
    const isNew = isAnew || !source;
    if (isNew) open(address);
    const record = { path, page: me, at: Date.now(), latest, isLost: lost > 0 };
    if (isNew || isDue) keep(slot.key, JSON.stringify(record));
    return;
  }
  if (source) close();
  if (slot && !slot.isLost) note(slot.latest);
  else lost ||= performance.now();
}

function note(version) {
  const isBack = lost > 0;
  const isNews = version !== latest;
  lost = 0;
  latest = version;
  if (isBack || isNews) tell("stream:heard", { version, isBack });
}

function hear({ type, data }) {
  heard = performance.now();
  note(type === "version" ? data : latest);
  share({ isDue: true });
}

/** Opens a stream that has died again; at once for who is back. */
function look(isBack) {
  share({ isDue: true });
  if (!source) return;
  const { readyState } = source;
  const now = performance.now();
  const isOpen = readyState === EventSource.OPEN;
  const isDead = now - heard > (readyState === EventSource.CLOSED ? REOPEN_MS : SILENT_MS);
  if (isDead || !isOpen) lost ||= now;
  if (isDead || (isBack && !isOpen)) share({ isAnew: true });
}

function leave() {
  close();
  lost = 0;
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") leave();
});
addEventListener("pagehide", () => {
  isThere = false;
  leave();
});
addEventListener("pageshow", () => { isThere = true; });
addEventListener("storage", ({ key }) => { if (SLOTS.includes(key)) share(); });
// When every script is there to hear what is said.
document.addEventListener("DOMContentLoaded", () => {
  share();
  setInterval(() => share({ isDue: true }), RENEW_MS);
});

window.stream = {
  look,
  lost: () => lost,
  /** Opens the stream again, in place of another page's too: it may look open and be dead. */
  renew: () => share({ isAnew: true }),
};
