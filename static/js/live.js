/* Live: when the game has changed, the page fetches what has changed of what it shows.
 *
 * The stream says the number of the newest change, and which tableaus it concerns. So nothing is
 * lost when it breaks: a page that shows an older number fetches. The answer to the page's own taps
 * brings the board along; of others' tableaus a page fetches the part that is the same for all
 * phones. Where no stream can be had, the page asks every few seconds instead, and says so.
 */
"use strict";

(() => {
  const board = () => document.getElementById("board");
  if (!board() || !board().dataset.stream) return;

  const POLL_MS = 4000;
  const SILENT_MS = 50000; // the server says something every twenty seconds
  const POLLING_AFTER_MS = 6000;
  const REOPEN_MS = 5000;
  const GONE_MS = 30000; // between two looks whether the phone may come back
  const RENEW_MS = 60000;
  const TIMEOUT_MS = 10000;
  const MAX_NEWS = 50;
  const APART_MS = 1000; // of two fetches for what others do
  let etag = "";
  let fetched = -Infinity;
  let isCatchingUp = false;
  /** What the stream has said of changes: {version, since, tableaus}, the last ones. */
  let news = [];
  let fetching = null;
  let again = false;
  let stream = null;
  let heard = 0;
  let renewed = 0;
  let lost = performance.now();
  let isGone = false;
  let isCutOff = false;
  /** The server has answered that it cannot read now. */
  let isUnable = false;
  /** Something got no answer since the stream was opened: it may look open and be dead. */
  let isSuspect = false;
  /** The newest number that the stream has said. */
  let newest = 0;
  /** The game's number when this page's last taps were answered: an older board lacks them. */
  let answered = 0;

  /** What a notice says, without its buttons. */
  function wordsOf(element) {
    const words = element.cloneNode(true);
    for (const button of words.querySelectorAll("button")) button.remove();
    return words.textContent.trim();
  }

  /** Shows one of the page's notices, or hides it; what is new in it is read aloud. */
  function notice(name, shown, words) {
    const element = document.querySelector(`#notices [data-notice="${name}"]`);
    if (!element) return;
    const region = words !== undefined && element.querySelector("[data-words]");
    // It is read aloud when it changes: what is the same is not said again.
    const isOther = shown && region && region.textContent !== words;
    if (region && region.textContent !== words) region.textContent = words;
    const isNew = shown && element.hidden;
    if (element.hidden === shown) element.hidden = !shown;
    if (element.matches("[role=alert]")) return; // it is read by itself
    if (isNew || isOther) announcer.tell(name, wordsOf(element));
    else if (!shown) announcer.tell(name, "");
  }

  /** Fetches the board, and shows it if it is another. */
  async function fetchBoard() {
    const headers = { "HX-Request": "true", "Heard": announcer.heard() };
    if (etag) headers["If-None-Match"] = etag;
    const controller = new AbortController();
    // A network that swallows what it is sent would hold up every later attempt.
    const limit = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      const { signal } = controller;
      const { address } = board().dataset;
      const response = await fetch(address, { headers, cache: "no-store", signal });
      const html = await response.text();
      if (address !== board().dataset.address) {
        again = true; // the page has gone on to another state of what it tries
        return;
      }
      isCutOff = response.status >= 500;
      isUnable = response.status === 503 && response.headers.has("Retry-After");
      if (isSuspect && !isCutOff && stream.readyState === EventSource.OPEN) open();
      if (response.redirected) {
        location.assign(response.url); // the game goes on elsewhere
        return;
      }
      isGone = response.status === 403 || response.status === 404;
      if (response.ok || response.status === 304) outbox.isBack(board().dataset.game);
      if (!response.ok) return;
      const language = response.headers.get("Content-Language");
      if (language && language !== document.documentElement.lang) {
        location.reload(); // another page of this phone has changed its language
        return;
      }
      const fresh = readBoard(html);
      await fingersLifted();
      if (headers.Heard !== announcer.heard()) {
        again = true; // it would tell once more what has been told meanwhile
        return;
      }
      if (!isWelcome(fresh)) return;
      etag = response.headers.get("ETag") || "";
      countWaiting(fresh);
      const { plates } = board().dataset;
      showBoard(fresh);
      if (plates !== board().dataset.plates) await renewBelt(signal);
    } catch {
      isCutOff = isSuspect = true;
      isUnable = false;
    } finally {
      clearTimeout(limit);
    }
  }

  /** A round has been confirmed or opened again: the belt of a page that has it above its board. */
  async function renewBelt(signal) {
    const belt = document.querySelector(".top .belt");
    if (!belt || board().contains(belt)) return;
    const response = await fetch(board().dataset.address, { cache: "no-store", signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector(".top .belt");
    if (fresh) belt.replaceWith(fresh);
  }

  /** Whether a board is worth to be shown: not where newer taps have overtaken it, whose own comes
   * soon, nor where the page knows of newer. */
  function isWelcome(fresh) {
    if (!fresh || (tableauOf(fresh) && outbox.waiting().length && !outbox.isCutOff())) return false;
    return Number(fresh.dataset.version) >= Math.max(answered, board().dataset.version);
  }

  /** Whether all that the page does not show yet has happened on other tableaus than its own. */
  function isOnOthersOnly() {
    const here = tableauOf(board());
    let shown = Number(board().dataset.version);
    for (const { version, since, tableaus } of news.filter((one) => one.version > shown)) {
      const isOwn = !here || !tableaus || tableaus.includes(`${here.round}-${here.seat}`);
      if (isOwn || since > shown) return false;
      shown = Math.max(shown, version);
    }
    return shown >= newest && "glance" in board().dataset;
  }

  /** Fetches what a tableau's page shows of the others. False where the whole board is needed. */
  async function fetchGlance() {
    const { glance, address } = board().dataset;
    const known = newest; // what happens from here on may be on the page's own tableau
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout ? AbortSignal.timeout(TIMEOUT_MS) : undefined;
    const template = document.createElement("template");
    let response;
    try {
      response = await fetch(glance, { headers, cache: "no-store", signal });
      template.innerHTML = await response.text();
    } catch {
      isCutOff = isSuspect = true;
      isUnable = false;
      say();
      return true; // it is tried again before long
    }
    if (!response.ok || response.redirected) return false;
    await fingersLifted();
    const { game, version, seat, others } = board().dataset;
    const part = template.content.querySelector("#glance");
    const own = part && part.querySelector(`template[data-seat="${seat}"]`);
    if (!own || address !== board().dataset.address || own.dataset.others !== others) return false;
    if (response.headers.get("Content-Language") !== document.documentElement.lang) return false;
    if (Number(part.dataset.version) < version || outbox.waiting(game).length) return true;
    const here = part.querySelector(`#seats a[href="${address}"]`);
    if (here) here.setAttribute("aria-current", "page");
    for (const fresh of [part.querySelector("#seats"), ...own.content.children]) {
      renew(document.getElementById(fresh.id), fresh);
    }
    board().dataset.version = Math.min(part.dataset.version, known);
    etag = "";
    document.dispatchEvent(new CustomEvent("board:shown"));
    return true;
  }

  /** Fetches before long what the page lacks: once for changes that follow each other quickly. */
  function catchUp() {
    if (isCatchingUp || document.visibilityState !== "visible" || !isBehind()) return;
    const wait = fetched + APART_MS - performance.now();
    isCatchingUp = true;
    const fetchIt = async () => {
      if (isBehind()) {
        fetched = performance.now();
        if (!isOnOthersOnly() || !(await fetchGlance())) await refresh();
      }
      isCatchingUp = false;
      if (!isCutOff && !isGone) catchUp();
    };
    if (wait > 0) setTimeout(fetchIt, wait);
    else fetchIt();
  }

  /** Fetches the board; whoever asks while it is under way gets one more. */
  window.refresh = () => {
    again = true;
    fetching = fetching || (async () => {
      while (again) {
        again = false;
        await fetchBoard();
      }
      fetching = null;
      say();
    })();
    return fetching;
  };

  /** Says what the person should know of the connection and of the taps that wait. */
  function say() {
    const waits = outbox.waiting(board().dataset.game).length;
    const cutOff = outbox.isCutOff() || isCutOff;
    const { none, one, many } = document.querySelector('[data-notice="offline"] [data-words]').dataset;
    const words = waits > 1 ? many.replace("#", waits) : [none, one][waits];
    const unable = isCutOff ? isUnable : outbox.isUnable();
    notice("offline", cutOff && !unable && !isGone, unable ? "" : words);
    notice("unable", cutOff && unable && !isGone, unable && waits ? words : "");
    notice("memory", !outbox.isSafe());
    notice("gone", isGone || outbox.isGone(board().dataset.game));
    const since = performance.now() - lost;
    notice("polling", Boolean(lost) && since > POLLING_AFTER_MS && !cutOff && !isGone);
  }

  /** Opens the stream, with the newest token that a board has brought. */
  function open() {
    if (stream) stream.close();
    heard = performance.now();
    isSuspect = false;
    stream = new EventSource(board().dataset.stream);
    const alive = () => { heard = performance.now(); };
    stream.addEventListener("open", () => {
      lost = 0;
      alive();
      if (outbox.isCutOff()) outbox.send(); // sooner than its timer would
      say();
    });
    stream.addEventListener("alive", alive);
    stream.addEventListener("version", (event) => {
      alive();
      const [version, since, tableaus] = event.data.split(" ");
      newest = Number(version);
      const one = { version: newest, since: Number(since), tableaus: tableaus?.split(",") };
      news = [...news, one].slice(-MAX_NEWS);
      catchUp();
    });
    stream.addEventListener("error", () => {
      if (lost) return;
      lost = performance.now();
      refresh(); // which learns why
    });
  }

  /** Whether the page shows an older state than it should. Of its own taps it hears by their answer. */
  function isBehind() {
    const ownTap = outbox.waiting(board().dataset.game).length && !outbox.isCutOff();
    return newest > Number(board().dataset.version) && !ownTap;
  }

  /** Every few seconds: a stream that died is opened again, and without one the page asks. */
  function look() {
    const now = performance.now();
    if (document.visibilityState !== "visible" || (isGone && now - heard < GONE_MS)) return;
    if (stream.readyState !== EventSource.OPEN && !lost) lost = now;
    if (stream.readyState === EventSource.OPEN && now - heard > SILENT_MS) lost = now;
    // A stream that was refused needs a newer token: it comes with a board that is sent anew.
    if (stream.readyState === EventSource.CLOSED && now - renewed > RENEW_MS) {
      etag = "";
      renewed = now;
    }
    if (lost || isCutOff || outbox.isCutOff()) refresh();
    else catchUp();
    if (lost) {
      if (stream.readyState !== EventSource.CONNECTING && now - heard > REOPEN_MS) open();
    }
    say();
  }

  /** The page is looked at again, or the network is back. */
  function wake() {
    if (document.visibilityState !== "visible") return;
    if (stream.readyState !== EventSource.OPEN || performance.now() - heard > SILENT_MS) open();
    refresh();
  }

  document.addEventListener("outbox:changed", () => {
    isSuspect = isSuspect || outbox.isCutOff();
    say();
  });
  addEventListener("storage", () => {
    catchUp(); // another page of this phone has had the answer
  });
  /** Shows the board that has come with the answer to taps; whether it did. */
  async function showAnswer({ board: html, language }) {
    const fresh = html && readBoard(html);
    if (!fresh) return false;
    await fingersLifted();
    const { address } = board().dataset;
    if (language !== document.documentElement.lang || fresh.dataset.address !== address) return false;
    if (!isWelcome(fresh)) return Boolean(outbox.waiting().length); // then theirs comes soon
    etag = "";
    countWaiting(fresh);
    showBoard(fresh);
    const worker = navigator.serviceWorker && navigator.serviceWorker.controller;
    if (worker) worker.postMessage({ address, board: html, language });
    notice("stored", false); // the worker, which does not see taps, cannot tell
    say();
    catchUp();
    return true;
  }

  document.addEventListener("outbox:answered", async ({ detail }) => {
    if (detail.game === board().dataset.game) answered = Math.max(answered, detail.version || 0);
    if (detail.late.length) notice("late", true);
    const words = [...new Set(detail.refused.map((one) => one.message))].join(" ");
    if (words) notice("refused", true, words);
    if (outbox.waiting(detail.game).length && !words) return;
    if (!(await showAnswer(detail))) refresh();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-taps]")) {
      notice("refused", false); // it has been seen
      notice("late", false);
    }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#notices [data-dismiss]");
    if (!button) return;
    const hadFocus = button === document.activeElement;
    button.closest("[data-notice]").hidden = true;
    if (hadFocus) focusOn(board().querySelector("h1") || document.getElementById("main"));
  });
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  // What was typed into a form that was refused stands there as if it had just been typed.
  for (const typed of document.querySelectorAll("#board form[data-refused] :is(input, select)")) {
    typed.value = typed.value;
  }
  countWaiting(board());
  open();
  setInterval(look, POLL_MS);
})();
