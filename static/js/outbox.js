/* The outbox: each tap is kept on this phone, also over reloads, and sent until the server has answered
 * for its id. Scripts hear of "outbox:changed" and "outbox:answered" (detail: the server's answer). */
const PREFIX = "sushiscore tap ";
const NO_GAME = "00000000-0000-0000-0000-000000000000";
const BATCH = 50;
const MAX_UNSAID = 200;
const TIMEOUT_MS = 10000;
const MAX_RETRY_MS = 15000; // between two tries; the first comes after about one second
const MAX_RETRY_S = 60;

window.outbox = {
  /* Why taps wait: "" where the server has answered the last try, "offline" where it has not, or
   * "unable" where it cannot save. */
  trouble: "",
  sending: null, // the promise of the batches that are under way; null while none is
  batch: BATCH, // how many taps are sent at once
  failures: 0, // tries without an answer in a row
  retryTimer: null, // of the next try
  retryNotBefore: 0, // when the server wants to be asked again
  made: new Set(), // ids of this page's taps that have no answer yet
  unsaid: new Set(), // ids of those that the server has taken, and of which nothing has been said
  leftGames: new Set(), // at whose table this phone no longer is; their taps stay, unsent

  /** The taps that wait, oldest first; of one game, or all. */
  waiting(game) {
    const entries = Object.entries(storage.all()).filter(([key]) => /^sushiscore tap \d{12} /.test(key));
    const taps = entries.sort().map(([key, text]) => ({ key, ...JSON.parse(text) }));
    return taps.filter((tap) => !game || tap.game === game);
  },

  /** Those of them that the server may still take. */
  sendable(game) {
    return this.waiting(game).filter((tap) => !this.isGone(tap.game));
  },

  /** Puts a tap in: {id, game, round, seat, do}. It is sent, and told of, by `send`. */
  add(tap) {
    this.made.add(tap.id);
    // Numbered, as no clock can be relied on: it may be wrong, or go back.
    const last = this.waiting().pop()?.key.slice(PREFIX.length) || "0";
    const number = String(Number.parseInt(last, 10) + 1).padStart(12, "0");
    storage.keep(`${PREFIX}${number} ${tap.id}`, JSON.stringify(tap));
  },

  /** Sends what waits; one batch is under way at a time. */
  async send() {
    tell("outbox:changed");
    if (performance.now() < this.retryNotBefore) return; // its timer runs
    await (this.sending ||= this.sendAll().finally(() => { this.sending = null; }));
  },

  async sendAll() {
    clearTimeout(this.retryTimer);
    for (let taps = this.sendable(); taps.length; taps = this.sendable()) {
      const { game } = taps[0];
      const batch = taps.filter((tap) => tap.game === game).slice(0, this.batch);
      const response = await this.post(game, batch);
      const isSettled = this.settle(game, batch, response);
      this.trouble = "";
      if (!isSettled) this.trouble = response.answer && response.status === 503 ? "unable" : "offline";
      tell("outbox:changed");
      if (!isSettled) return this.sendLater(response.after);
      this.failures = 0;
    }
    this.batch = BATCH;
  },

  /** Tries again, the later the more often that has failed; not before so many seconds. */
  sendLater(seconds) {
    const often = Math.min(1000 * 2 ** this.failures, MAX_RETRY_MS) * (0.75 + Math.random() / 2);
    const least = seconds * 1000 * (1 + Math.random() / 4);
    this.failures += 1;
    this.retryNotBefore = performance.now() + least;
    this.retryTimer = setTimeout(() => this.send(), Math.max(often, least + 10)); // clocks are coarse
  },

  /** Posts taps of one game once. Resolves to {status, answer, after, language}: no answer where it is
   * not our server's own, `after` the seconds for which it wants to be left alone. */
  async post(game, batch) {
    const controller = new AbortController(); // AbortSignal.timeout is not there on older phones
    setTimeout(() => controller.abort(), TIMEOUT_MS);
    const taps = batch.map(({ id, round, seat, do: what }) => ({ id, round, seat, do: what }));
    const { game: shown, ...here } = tableauOf(find("board")) ?? {};
    const board = shown === game ? { ...here, heard: Number(announcer.heard()) } : undefined;
    try {
      const response = await fetch(document.documentElement.dataset.taps.replace(NO_GAME, game), {
        method: "POST",
        body: JSON.stringify({ taps, unsaid: [...this.unsaid].slice(-MAX_UNSAID), board }),
        headers: { "Content-Type": "application/json" },
        keepalive: true, // also while the next page is on its way
        signal: controller.signal,
      });
      const { status, headers } = response;
      const answer = await response.json();
      const isOurs = answer && Array.isArray(response.ok ? answer.taken : answer.errors);
      const after = Math.min(Number(headers.get("Retry-After")) || 0, MAX_RETRY_S);
      return { status, after, answer: isOurs && answer, language: headers.get("Content-Language") };
    } catch {
      return { after: 0 }; // also where the answer breaks off, or is somebody else's page
    }
  },

  /** Deals with the server's answer to a batch. False when it must be sent again later. */
  settle(game, batch, { status, answer, language }) {
    if (!answer || status >= 500 || status === 408 || status === 429) return false;
    if (status === 200) {
      const ids = new Set([...answer.taken, ...answer.late, ...answer.refused.map((tap) => tap.id)]);
      const done = batch.filter((tap) => ids.has(tap.id));
      for (const { key } of done) storage.keep(key, "");
      for (const id of answer.taken) if (this.made.has(id)) this.unsaid.add(id);
      for (const id of ids) this.made.delete(id);
      const tableaus = done.map(({ round, seat }) => `${round}-${seat}`);
      tell("outbox:answered", { game, tableaus, language, ...answer });
      return done.length > 0;
    }
    if (status === 403 || status === 404) {
      this.leftGames.add(game);
    } else if (batch.length > 1) {
      this.batch = 1; // one of them cannot be read: sent one by one, the others come through
    } else {
      storage.keep(batch[0].key, "");
      const message = answer.errors.map((error) => error.message).join(" ");
      tell("outbox:answered", { game, tableaus: [], taken: [], late: [], refused: [{ message }] });
    }
    return true;
  },

  /** Resolves when every tap has been sent. */
  async idle() {
    while (this.sendable().length) await happens("outbox:changed");
  },

  /** Whether the server has not answered of late. */
  isCutOff() {
    return this.trouble !== "";
  },

  /** Whether every tap that waits would outlive this page. */
  isSafe() {
    return !this.waiting().some((tap) => tap.key in storage.unstored);
  },

  isGone(game) {
    return this.leftGames.has(game);
  },

  /** The phone is at that table after all: what it has kept is sent. */
  isBack(game) {
    if (this.leftGames.delete(game)) this.send();
  },
};

for (const name of ["online", "pageshow", "visibilitychange"]) {
  addEventListener(name, () => { if (document.visibilityState === "visible") outbox.send(); }, true);
}
/* What the storage had no room for is lost with the page, and iOS lets no page ask who leaves: it is put
 * by again and sent, even where the server wants to be left alone. */
for (const name of ["pagehide", "visibilitychange"]) {
  addEventListener(name, () => {
    for (const [key, text] of Object.entries(storage.unstored)) storage.keep(key, text);
    if (outbox.isSafe()) return;
    outbox.retryNotBefore = 0;
    outbox.send();
  }, true);
}
// Another page of this phone has put taps in, or has had an answer.
addEventListener("storage", ({ key }) => { if (key?.startsWith(PREFIX)) tell("outbox:changed"); });
