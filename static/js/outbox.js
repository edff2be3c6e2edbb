/* The outbox: taps wait on this phone until the server has acknowledged their ids.
 *
 * Each tap has an entry of its own in localStorage, so that a reload, a closed browser or another
 * page of this phone loses none. They are sent in order, in batches; what got no answer is sent
 * again with the same ids, which the server counts once. Other scripts hear of it by the document's
 * events "outbox:changed" and "outbox:answered" (detail: the server's answer).
 */
"use strict";

const outbox = (() => {
  const PREFIX = "sushiscore tap ";
  const NO_GAME = "00000000-0000-0000-0000-000000000000";
  const MAX_AT_ONCE = 50;
  const MAX_UNSAID = 200;
  const TIMEOUT_MS = 10000;
  const RETRY_MS = [1000, 2000, 4000, 8000, 15000];
  const MAX_RETRY_S = 60;
  /** Taps for which the storage had no room, by the key that they would have there. */
  const memory = new Map();
  /** Games at whose table this phone no longer is; their taps stay, and are not sent. */
  const gone = new Set();
  /** The taps of this page that have no answer yet. */
  const made = new Set();
  /** Those of them that the server has taken, and of which nothing has been said to the person. */
  const unsaid = new Set();
  let last = 0;
  let atOnce = MAX_AT_ONCE;
  let failures = 0;
  /** Whether the server has answered that it can store nothing now. */
  let isUnable = false;
  /** When the server wants to be asked again, by the clock of performance.now(). */
  let notBefore = 0;
  let timer = null;
  let sending = null;
  let waiters = [];

  /** The keys of the taps that wait, in the order in which they were made. */
  function keys() {
    const found = [...memory.keys()];
    try {
      for (let n = 0; n < localStorage.length; n += 1) {
        if (localStorage.key(n).startsWith(PREFIX)) found.push(localStorage.key(n));
      }
    } catch {
      // No storage here: what waits is in memory.
    }
    return found.sort();
  }

  function read(key) {
    try {
      return memory.get(key) || JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // nobody's tap: something else wrote there
    }
  }

  /** Whether a thing has what the address and the body of a request are made of. */
  function isTap(thing) {
    return typeof thing.id === "string" && /^[0-9a-f-]{36}$/.test(thing.game);
  }

  /** The taps that wait, oldest first; of one game, or all. */
  function waiting(game) {
    const taps = keys().map((key) => ({ key, ...read(key) })).filter(isTap);
    return game ? taps.filter((tap) => tap.game === game) : taps;
  }

  function remove(key) {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // It was in memory alone.
    }
  }

  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
  }

  /** Notes that something has changed, and lets those go on who wait for an empty box. */
  function changed() {
    tell("changed");
    if (waiting().some((tap) => !gone.has(tap.game))) return;
    for (const go of waiters) go();
    waiters = [];
  }

  /** Puts a tap in: {id, game, round, seat, do}. It is sent by `send`. */
  function add(tap) {
    const known = keys().map((key) => Number(key.slice(PREFIX.length).split(" ")[0]));
    made.add(tap.id);
    last = 1 + Math.max(last, 0, ...known); // no clock: it may be wrong, or go back
    const key = `${PREFIX}${String(last).padStart(12, "0")} ${tap.id}`;
    try {
      localStorage.setItem(key, JSON.stringify(tap));
    } catch {
      memory.set(key, tap);
    }
    changed();
  }

  /** The next taps to send, all of one game. */
  function nextBatch() {
    const taps = waiting().filter((tap) => !gone.has(tap.game));
    return taps.filter((tap) => tap.game === taps[0].game).slice(0, atOnce);
  }

  /** What this page shows and wants with the answer; undefined where it shows another game's, or
   * no tableau. */
  function boardFor(game) {
    const board = document.getElementById("board");
    const here = board && tableauOf(board);
    if (!here || here.game !== game) return undefined;
    return { round: here.round, seat: here.seat, heard: Number(announcer.heard()) };
  }

  /** Posts a batch once. Resolves to {status, answer, after, language}, the answer null where it is
   * not our server's own, `after` the seconds for which it wants to be left alone; to null for no
   * answer. */
  async function post(batch) {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      const taps = batch.map(({ id, round, seat, do: what }) => ({ id, round, seat, do: what }));
      const { taps: address } = document.documentElement.dataset;
      const response = await fetch(address.replace(NO_GAME, batch[0].game), {
        method: "POST",
        body: JSON.stringify({
          taps, unsaid: [...unsaid].slice(-MAX_UNSAID), board: boardFor(batch[0].game),
        }),
        headers: { "Content-Type": "application/json" },
        keepalive: true, // also while the next page is on its way
        signal: controller.signal,
      });
      const answer = await response.json();
      const isOurs = answer && Array.isArray(response.ok ? answer.taken : answer.errors);
      const after = Math.min(Number(response.headers.get("Retry-After")) || 0, MAX_RETRY_S);
      const language = response.headers.get("Content-Language");
      return { status: response.status, answer: isOurs ? answer : null, after, language };
    } catch {
      return null; // also where the answer breaks off, or is somebody else's page
    } finally {
      clearTimeout(limit);
    }
  }

  /** Deals with the server's answer to a batch. False when it must be sent again later. */
  function settle(batch, response) {
    if (!response || !response.answer) return false;
    const { status, answer, language } = response;
    if (status === 200) {
      const ids = new Set([...answer.taken, ...answer.late, ...answer.refused.map((r) => r.id)]);
      const done = batch.filter((tap) => ids.has(tap.id));
      for (const tap of done) remove(tap.key);
      for (const id of answer.taken) if (made.has(id)) unsaid.add(id);
      for (const id of ids) made.delete(id);
      const seats = done.map((tap) => tap.seat);
      tell("answered", { game: batch[0].game, seats, language, ...answer });
      return done.length > 0;
    }
    if (status === 403 || status === 404) {
      gone.add(batch[0].game);
      return true;
    }
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // One of them cannot be read. Sent one by one, the others come through.
      if (batch.length > 1) {
        atOnce = 1;
        return true;
      }
      remove(batch[0].key);
      const message = answer.errors.map((error) => error.message).join(" ");
      const refused = [{ id: batch[0].id, code: "unreadable", message }];
      tell("answered", { game: batch[0].game, seats: [], taken: [], late: [], refused });
      return true;
    }
    return false;
  }

  async function sendAll() {
    clearTimeout(timer);
    for (let batch = nextBatch(); batch.length; batch = nextBatch()) {
      const response = await post(batch);
      isUnable = Boolean(response && response.answer && response.status === 503);
      if (!settle(batch, response)) {
        const pause = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] * (0.75 + Math.random() / 2);
        const asked = response ? response.after * 1000 * (1 + Math.random() / 4) : 0;
        failures += 1;
        notBefore = performance.now() + asked;
        timer = setTimeout(send, Math.max(pause, asked));
        changed();
        return;
      }
      failures = 0;
      changed();
    }
    atOnce = MAX_AT_ONCE;
  }

  /** Sends what waits; one batch is under way at a time. A server that wants to be left alone is. */
  function send() {
    const rest = notBefore - performance.now();
    if (rest > 0 && !sending) {
      clearTimeout(timer);
      timer = setTimeout(send, rest);
      return Promise.resolve();
    }
    sending = sending || sendAll().finally(() => { sending = null; });
    return sending;
  }

  /** Resolves when nothing waits that can be sent. */
  function idle() {
    return new Promise((go) => {
      waiters.push(go);
      changed();
    });
  }

  const soon = () => { if (document.visibilityState === "visible") send(); };
  addEventListener("online", soon);
  addEventListener("pageshow", soon);
  document.addEventListener("visibilitychange", soon);
  // Another page of this phone has put taps in, or has had an answer.
  addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) changed();
  });

  return {
    add,
    send,
    idle,
    waiting,
    /** These taps waited when the page came: what they do is said here, as if they were made here. */
    adopt: (taps) => { for (const tap of taps) made.add(tap.id); },
    /** Whether taps of this page were taken of which nothing has been said yet. */
    hasUnsaid: () => unsaid.size > 0,
    allSaid: () => unsaid.clear(),
    /** Whether the server has not answered of late. */
    isCutOff: () => failures > 0,
    /** Whether it has answered that it can store nothing now. */
    isUnable: () => isUnable,
    /** Whether every tap that waits would outlive this page. */
    isSafe: () => memory.size === 0,
    isGone: (game) => gone.has(game),
    /** The phone is at that table after all: what it has kept is sent. */
    isBack: (game) => { if (gone.delete(game)) send(); },
  };
})();
