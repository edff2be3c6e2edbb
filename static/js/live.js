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
  if (!board()?.dataset.stream) return;

  const POLL_MS = 4000;
  const SILENT_MS = 50000; // the server says something every twenty seconds
  const POLLING_AFTER_MS = 6000;
  const REOPEN_MS = 5000;
  const GONE_MS = 30000; // between two looks whether the phone may come back
  const RENEW_MS = 60000;
  const MAX_NEWS = 50;
  const notices = document.getElementById("notices");
  let etag = "";
  /** What the stream has said of changes: {version, since, tableaus}, the last ones. After the
   * version `since` only these tableaus have changed, each with the version of its last change. */
  let news = [];
  /** The newest number that the stream has said. */
  let newest = 0;
  /** The game's number when this page's last taps were answered: an older board lacks them. */
  let answered = 0;
  let fetching = null;
  /** The part to be fetched next: "address", "glance" or "". */
  let wanted = "";
  /** What is being fetched. */
  let asked = null;
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

  /** What a notice says, without its buttons. */
  function wordsOf(element) {
    const words = element.cloneNode(true);
    for (const button of words.querySelectorAll("button")) button.remove();
    return words.textContent.trim();
  }

  /** Shows one of the page's notices, or hides it; what is new in it is read aloud. */
  function notice(name, shown, words) {
    const element = notices.querySelector(`[data-notice="${name}"]`);
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

  /** Says what the person should know of the connection and of the taps that wait. */
  function say() {
    const waits = outbox.waiting(board().dataset.game).length;
    const cutOff = outbox.isCutOff() || isCutOff;
    const { none, one, many } = notices.querySelector('[data-notice="offline"] [data-words]').dataset;
    const words = waits > 1 ? many.replace("#", waits) : [none, one][waits];
    const unable = isCutOff ? isUnable : outbox.isUnable();
    notice("offline", cutOff && !unable && !isGone, unable ? "" : words);
    notice("unable", cutOff && unable && !isGone, unable && waits ? words : "");
    notice("memory", !outbox.isSafe());
    notice("gone", isGone || outbox.isGone(board().dataset.game));
    const since = performance.now() - lost;
    notice("polling", Boolean(lost) && since > POLLING_AFTER_MS && !cutOff && !isGone);
  }

  /** Whether the page shows an older state than it should. Of its own taps it hears by their answer. */
  function isBehind() {
    const ownTap = outbox.waiting(board().dataset.game).length && !outbox.isCutOff();
    return newest > Number(board().dataset.version) && !ownTap;
  }

  /** Whether all that the page does not show yet has happened on other tableaus than its own. */
  function isOnOthersOnly() {
    const { glance, round, seat, version: own } = board().dataset;
    let shown = Number(own);
    for (const { version, since, tableaus } of news.filter((one) => one.version > shown)) {
      if (!tableaus || since > shown || tableaus.get(`${round}-${seat}`) > Number(own)) return false;
      shown = Math.max(shown, version);
    }
    return Boolean(glance) && shown >= newest;
  }

  /** Whether an answer is to be shown: not over newer taps, whose own board comes soon, nor over
   * what is newer. */
  function isWelcome(html) {
    const version = versionOf(html);
    if (tableauOf(board()) && outbox.waiting().length && !outbox.isCutOff()) return false;
    return version >= Math.max(answered, board().dataset.version);
  }

  /** The game's number that an answer tells; NaN for somebody else's page. */
  function versionOf(html) {
    return Number(/<div id="(?:board|glance)"[^>]* data-version="(\d+)"/.exec(html)?.[1]);
  }

  /** Has the worker keep the page with this board, or forget it by the status of the answer. */
  function keep(message) {
    navigator.serviceWorker?.controller?.postMessage({ address: board().dataset.address, ...message });
    notice("stored", false);
  }

  /** Fetches one part once: "address" is the whole board, "glance" what it shows of others. */
  async function fetchPart(part) {
    const { address, glance, others } = board().dataset;
    asked = { part, address, newest, told: announcer.heard() };
    const headers = { Heard: asked.told, Others: others || "" };
    if (etag && part === "address") headers["If-None-Match"] = etag;
    const how = { source: notices, target: "#board", swap: "morph", headers };
    const request = htmx.ajax("GET", part === "address" ? address : glance, how);
    await request.catch(() => {}); // the events tell what has happened
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { requestConfig, target, xhr, pathInfo } = detail;
    const isOurs = target !== board() || versionOf(xhr.response) >= 0;
    detail.shouldSwap = detail.shouldSwap && isOurs;
    if (requestConfig.elt !== notices || !detail.shouldSwap) return;
    const isPart = detail.swapOverride === "none";
    const language = xhr.getResponseHeader("Content-Language");
    detail.shouldSwap = false;
    if (pathInfo.responsePath !== pathInfo.finalRequestPath) {
      location.assign(xhr.responseURL); // the game goes on elsewhere
    } else if (language && language !== document.documentElement.lang) {
      location.reload(); // another page of this phone has changed its language
    } else if (asked.address !== board().dataset.address || asked.told !== announcer.heard()) {
      wanted = "address"; // it is of another page, or would tell once more what has been told
    } else if (fingers.size) {
      fingersLifted().then(refresh);
    } else if (isWelcome(xhr.response)) {
      detail.shouldSwap = true;
      etag = (asked.part === "address" && xhr.getResponseHeader("ETag")) || "";
      // What has happened since it was asked for may have been on the page's own tableau.
      if (isPart) board().dataset.version = Math.min(versionOf(xhr.response), asked.newest);
      else keep({ board: xhr.response, language });
    }
  });

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (elt !== notices) return;
    const { status } = xhr;
    isCutOff = !status || status >= 500;
    isUnable = status === 503 && Boolean(xhr.getResponseHeader("Retry-After"));
    isSuspect = isSuspect || !status;
    if (isCutOff) return;
    if (isSuspect && stream.readyState === EventSource.OPEN) open();
    isGone = status === 403 || status === 404;
    if (isGone) keep({ status });
    else if (status === 200 || status === 304) outbox.isBack(board().dataset.game);
  });

  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.elt !== notices) refresh(); // which says so
  });

  /** Fetches the board, or a part; whoever asks while that is under way gets one more. */
  window.refresh = (part) => {
    wanted = part === "glance" && !wanted ? part : "address";
    fetching = fetching || (async () => {
      while (wanted) {
        const next = wanted;
        wanted = "";
        await fetchPart(next);
      }
      fetching = null;
      say();
    })();
    return fetching;
  };

  /** Fetches what the page lacks. The stream gathers changes that follow each other quickly. */
  function catchUp() {
    if (document.visibilityState !== "visible" || !isBehind()) return;
    refresh(isOnOthersOnly() ? "glance" : "address");
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
      const [version, since, changed] = event.data.split(" ");
      newest = Number(version);
      const tableaus = changed && new Map(changed.split(",").map((one) => one.split(":")));
      news = [...news, { version: newest, since: Number(since), tableaus }].slice(-MAX_NEWS);
      catchUp();
    });
    stream.addEventListener("error", () => {
      if (lost) return;
      lost = performance.now();
      refresh(); // which learns why
    });
  }

  /** Every few seconds: a stream that died is opened again, and without one the page asks. */
  function look() {
    const now = performance.now();
    if (document.visibilityState !== "visible" || (isGone && now - heard < GONE_MS)) return;
    const isOpen = stream.readyState === EventSource.OPEN;
    if ((!isOpen && !lost) || (isOpen && now - heard > SILENT_MS)) lost = now;
    // A stream that was refused needs a newer token: it comes with a board that is sent anew.
    if (stream.readyState === EventSource.CLOSED && now - renewed > RENEW_MS) {
      etag = "";
      renewed = now;
    }
    if (lost || isCutOff || outbox.isCutOff()) refresh();
    else catchUp();
    if (lost && stream.readyState !== EventSource.CONNECTING && now - heard > REOPEN_MS) open();
    say();
  }

  /** The page is looked at again, or the network is back. */
  function wake() {
    if (document.visibilityState !== "visible") return;
    if (stream.readyState !== EventSource.OPEN || performance.now() - heard > SILENT_MS) open();
    refresh();
  }

  /** Shows the board that has come with the answer to taps; whether it did, or theirs comes soon. */
  async function showAnswer({ board: html, language }) {
    await fingersLifted();
    const isOurs = html && language === document.documentElement.lang;
    if (!isOurs || !html.includes(`data-address="${board().dataset.address}"`)) return false;
    if (!isWelcome(html)) return Boolean(outbox.waiting().length);
    etag = "";
    swapBoard(html);
    keep({ board: html, language });
    say();
    catchUp();
    return true;
  }

  document.addEventListener("outbox:changed", () => {
    isSuspect = isSuspect || outbox.isCutOff();
    say();
  });
  document.addEventListener("outbox:answered", async ({ detail }) => {
    if (detail.game === board().dataset.game) answered = Math.max(answered, detail.version || 0);
    if (detail.late.length) notice("late", true);
    const words = [...new Set(detail.refused.map((one) => one.message))].join(" ");
    if (words) notice("refused", true, words);
    if (outbox.waiting(detail.game).length && !words) return;
    if (!(await showAnswer(detail))) refresh();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-taps]")) return;
    notice("refused", false); // it has been seen
    notice("late", false);
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
  addEventListener("storage", catchUp); // another page of this phone has had the answer
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  document.addEventListener("board:fresh", ({ detail }) => countWaiting(detail));
  countWaiting(board());
  open();
  setInterval(look, POLL_MS);
})();
