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

const slotAt = (key) => ({ key, ...JSON.parse(storage.all()[key] || "{}") });
const isHeld = ({ at }) => Math.abs(Date.now() - at) < HELD_MS; // also by a clock that was set back

window.stream = {
  source: null, // this page's own stream; null where it follows that of another page, or has none
  signAt: 0, // when that last said something, or was opened
  version: "0", // what was said last of the version: see docs/live.md
  lostAt: 0, // since when there has been no stream; 0 while there is one, or nobody looks
  isClosing: false, // a page that is being closed hears of the slot that it has just left

  /** Holds the stream where no other page does, anew where that may be dead; else follows the other.
   * `isDue`: to say that this page still holds it, and what it has heard. */
  share({ isDue = false, isAnew = false } = {}) {
    if (this.isClosing || document.visibilityState !== "visible") return;
    const { stream: address } = document.querySelector("[data-stream]").dataset; // its newest token
    const [path] = address.split("?");
    const slots = SLOTS.map(slotAt);
    const slot = slots.find((held) => held.path === path && isHeld(held))
      || slots.find(({ page }) => page === me) || slots.find((free) => !isHeld(free));
    if (slot && (isAnew || slot.page === me || !isHeld(slot))) {
      const isNew = isAnew || !this.source;
      if (isNew) this.open(address);
      const record = { path, page: me, at: Date.now(), latest: this.version, isLost: this.lostAt > 0 };
      if (isNew || isDue) storage.keep(slot.key, JSON.stringify(record));
      return;
    }
    if (this.source) this.close();
    if (slot && !slot.isLost) this.note(slot.latest);
    else this.lostAt ||= performance.now();
  },

  open(address) {
    this.source?.close();
    this.source = new EventSource(address);
    this.signAt = performance.now();
    this.lostAt ||= this.signAt;
    const hear = ({ type, data }) => {
      this.signAt = performance.now();
      this.note(type === "version" ? data : this.version);
      this.share({ isDue: true });
    };
    for (const name of ["open", "alive", "version"]) this.source.addEventListener(name, hear);
    this.source.addEventListener("error", () => { if (!this.lostAt) tell("stream:lost"); });
  },

  close() {
    this.source?.close();
    this.source = null;
    for (const key of SLOTS) if (slotAt(key).page === me) storage.keep(key, "");
  },

  /** Notes that there is a stream, and the version that it has told. */
  note(version) {
    const isBack = this.lostAt > 0;
    const isNews = version !== this.version;
    this.lostAt = 0;
    this.version = version;
    if (isBack || isNews) tell("stream:heard", { version, isBack });
  },

  /** Opens a stream that has died again; at once for who is back. */
  look(isBack) {
    this.share({ isDue: true });
    if (!this.source) return;
    const { readyState } = this.source;
    const now = performance.now();
    const isOpen = readyState === EventSource.OPEN;
    const isDead = now - this.signAt > (readyState === EventSource.CLOSED ? REOPEN_MS : SILENT_MS);
    if (isDead || !isOpen) this.lostAt ||= now;
    if (isDead || (isBack && !isOpen)) this.share({ isAnew: true });
  },

  /** Opens the stream again, in place of another page's too: it may look open and be dead. */
  renew() {
    this.share({ isAnew: true });
  },

  leave() {
    this.close();
    this.lostAt = 0;
  },
};

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") stream.leave();
});
addEventListener("pagehide", () => {
  stream.isClosing = true;
  stream.leave();
});
addEventListener("pageshow", () => { stream.isClosing = false; });
addEventListener("storage", ({ key }) => { if (SLOTS.includes(key)) stream.share(); });
// When every script is there to hear what is said.
document.addEventListener("DOMContentLoaded", () => {
  stream.share();
  setInterval(() => stream.share({ isDue: true }), RENEW_MS);
});
