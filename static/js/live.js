/* Live: when the game, or an evening of the club, has changed, the page fetches what has changed of
 * what it shows: see docs/live.md. Where no stream can be had, it asks every few seconds instead. */
const board = () => document.querySelector("[data-stream]");
const POLL_MS = 4000;
const POLL_CLUB_MS = 10000;
const POLLING_AFTER_MS = 6000;
const LATER_MS = 1000; // on average: so that phones that tapped together do not ask together
const ENTERING_MS = 1200; // another tap may come, whose answer brings what others did, too
const GONE_MS = 30000; // between two looks whether the phone may come back
const notices = find("notices");
let etag = "";
let news = [0]; // what the stream has said last: see docs/live.md
let answered = 0; // the number of the answer to this page's last taps: an older board lacks them
let entered = -Infinity; // when an answer to this page's taps has brought a board
let resting = 0; // the timer of what others did, until the next answer may bring it
let rested = 0; // the number up to which only other tableaus have changed
let fetching = null;
let wanted = ""; // the part to fetch next: "address", the whole board, or "glance", that of others
let asked = null; // what is being fetched
let looked = 0; // when the page last looked whether there is something new
let trouble = ""; // why nothing could be fetched, as the notice of it is named
let isHeld = false; // a link or a form was not followed, because the server did not answer
let later = 0; // the timer of a board that the server, busy with many, has left out of its answer
let isSuspect = false; // the stream may look open and be dead: something got no answer meanwhile

/** Shows one of the page's notices, or hides it; what is new in it is read aloud. */
function notice(name, isShown, words = "") {
  const element = notices.querySelector(`[data-notice="${name}"]`);
  const region = element?.querySelector("[data-words]");
  const said = isShown ? words : "";
  if (!element) return; // the page has none of that name
  if (element.hidden !== isShown && (!region || region.textContent === said)) return;
  if (region) region.textContent = said;
  element.hidden = !isShown;
  if (element.matches("[role=alert]")) return; // it is read by itself
  const text = (element.querySelector("span") || element).textContent.trim();
  announcer.gather(name, isShown ? text : "");
}

/** Says what the person should know of the connection and of the taps that wait. */
function say() {
  const { game } = board().dataset;
  const { length } = outbox.waiting(game);
  const { none, unsent, one, many, held } = notices.dataset;
  const kept = document.querySelector("#board [data-taps]") ? none : unsent;
  const waits = length > 1 ? many.replace("#", length) : [kept, one][length];
  const why = trouble || outbox.trouble();
  const isLater = why && why !== "gone" && waitingHere(board()).pop()?.do === "ready:";
  find("later")?.toggleAttribute("hidden", !isLater);
  notice("offline", why === "offline", isHeld ? `${waits} ${held}` : waits);
  notice("unable", why === "unable", length ? waits : "");
  notice("memory", !outbox.isSafe());
  notice("gone", why === "gone" || outbox.isGone(game));
  const lost = stream.lost();
  notice("polling", !why && lost > 0 && performance.now() - lost > POLLING_AFTER_MS);
  if (!why && isSuspect) stream.renew();
  isSuspect = Boolean(why);
}

/** The game's number that an answer tells; NaN for somebody else's page. */
const versionOf = (html) => (
  Number(/<div id="(?:board|glance|shown)"[^>]* data-version="(\d+)"/.exec(html)?.[1]));

/** Whether an answer is to be shown: not over newer taps, whose own board comes soon, or news. */
function isWelcome(html) {
  if (tableauOf(board()) && outbox.waiting().length && !outbox.isCutOff()) return false;
  return versionOf(html) >= Math.max(answered, board().dataset.version);
}

/** Has the worker keep the page with this board, or forget it by the status of the answer. */
function store(message) {
  const { address } = board().dataset;
  navigator.serviceWorker?.controller?.postMessage({ address, ...message });
  notice("stored", false);
}

async function fetchParts() {
  while (wanted) {
    const { address, others = "", [wanted]: part } = board().dataset;
    asked = { address, newest: news[0], told: announcer.heard() };
    wanted = "";
    const Tiles = find("tiles")?.dataset.mark ?? "";
    const headers = { Heard: asked.told, Others: others, Tiles, "If-None-Match": etag };
    const how = { source: notices, target: board(), swap: "morph", headers };
    await htmx.ajax("GET", part, how).catch(() => {}); // the events tell what has happened
  }
  fetching = null;
  say();
}

/** Fetches the board, or a part; whoever asks while that is under way gets one more. */
window.refresh = (part = "address") => {
  clearTimeout(later);
  later = 0;
  wanted = wanted ? "address" : part;
  return (fetching ||= fetchParts());
};

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig, target, xhr, pathInfo } = detail;
  const isOurs = target !== board() || versionOf(xhr.response) >= 0;
  detail.shouldSwap = detail.shouldSwap && isOurs;
  if (requestConfig.elt !== notices || !detail.shouldSwap) return;
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
    etag = xhr.getResponseHeader("ETag") || "";
    const isPart = detail.swapOverride === "none";
    // What has happened since it was asked for may have been on the page's own tableau.
    if (isPart) board().dataset.version = Math.min(versionOf(xhr.response), asked.newest);
    else store({ board: xhr.response, language });
  }
});

notices.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
  const { status } = xhr;
  trouble = "";
  if (status === 503 && xhr.getResponseHeader("Retry-After")) trouble = "unable";
  else if (!status || status >= 500) trouble = "offline";
  else if (status === 403 || status === 404) trouble = "gone";
  if (trouble === "gone") store({ status });
  if (trouble) return;
  notice("stored", false);
  isHeld = false;
  outbox.isBack(board().dataset.game);
});

on("htmx:sendError", "*", (_event, sender) => { if (sender !== notices) refresh(); }); // it says so

/** Fetches what the page lacks; of its own taps it hears by their answer. */
async function catchUp() {
  while (fetching) await fetching;
  const { game, glance, round, seat, version } = board().dataset;
  const shown = Number(version);
  const [newest, since, tableaus] = news;
  const ownTap = game && outbox.waiting(game).length && !outbox.isCutOff();
  if (document.visibilityState !== "visible" || ownTap || later || newest <= shown) return;
  const own = new RegExp(`\\b${round}-${seat}:(\\d+)`).exec(tableaus)?.[1];
  // Where something is missing in between, it may have been anything; and no glance has the lines.
  const isOfOthers = since <= Math.max(shown, rested) && !(own > shown);
  const rest = isOfOthers ? entered + ENTERING_MS - performance.now() : 0;
  clearTimeout(resting);
  if (rest > 0) [rested, resting] = [newest, setTimeout(catchUp, rest)];
  else refresh(glance && isOfOthers && !find("so-far")?.open ? "glance" : "address");
}

/** Asks where there is no stream; at once for who is back. */
function look(isBack) {
  const now = performance.now();
  if (document.visibilityState !== "visible") return;
  if (trouble === "gone" && !isBack && now - looked < GONE_MS) return;
  looked = now;
  stream.look(isBack);
  if (isBack || stream.lost() || trouble || outbox.isCutOff()) refresh();
  else catchUp();
  say();
}

document.addEventListener("stream:heard", ({ detail: { version, isBack } }) => {
  news = version.split(" ");
  if (isBack && outbox.isCutOff()) outbox.send(); // sooner than its timer would
  const isStored = notices.querySelector('[data-notice="stored"]:not([hidden])');
  if (isBack && isStored) refresh(); // the worker has shown a page that may be old
  else catchUp();
  say();
});
document.addEventListener("stream:lost", () => look()); // which learns why

/** Shows the board that has come with the answer to taps; whether it did, or theirs comes soon. */
async function showAnswer({ board: html, language }) {
  await fingersLifted();
  const read = Object.assign(document.createElement("template"), { innerHTML: html });
  const [fresh] = read.content.children;
  if (fresh?.dataset.address !== board().dataset.address) return false;
  if (language !== document.documentElement.lang) return false;
  if (!isWelcome(html)) return Boolean(outbox.waiting().length);
  etag = "";
  entered = performance.now();
  Idiomorph.morph(board(), fresh); // in half the time that htmx.swap takes
  store({ board: html, language });
  say();
  catchUp();
  return true;
}

document.addEventListener("outbox:changed", say);
document.addEventListener("outbox:held", () => {
  isHeld = true;
  announcer.say(notices.dataset.held);
  refresh(); // which says so
});
document.addEventListener("outbox:answered", async ({ detail }) => {
  if (detail.game === board().dataset.game) answered = Math.max(answered, detail.version || 0);
  if (detail.late.length) notice("late", true);
  const words = [...new Set(detail.refused.map((one) => one.message))].join(" ");
  if (words) notice("refused", true, words);
  if (outbox.waiting(detail.game).length && !words) return;
  if (detail.board === "") {
    later = later || setTimeout(refresh, LATER_MS * (0.5 + Math.random()));
  } else if (!(await showAnswer(detail))) refresh();
});
for (const seen of ["refused", "late"]) on("submit", "form[data-taps]", () => notice(seen, false));
on("click", "[data-dismiss]", (_event, { parentElement: seen }) => {
  seen.hidden = true;
  focusOn(document.querySelector("h1"));
});
on("toggle", "#so-far[open]", ({ target }, fold) => { if (target === fold) refresh(); }, true);
document.addEventListener("visibilitychange", () => look(true));
addEventListener("online", () => look(true));
addEventListener("pageshow", ({ persisted }) => { if (persisted) look(true); });
addEventListener("storage", catchUp); // another page of this phone has had the answer
document.addEventListener("board:fresh", ({ detail }) => countWaiting(detail));
countWaiting(board());
setInterval(look, board().dataset.game ? POLL_MS : POLL_CLUB_MS);
