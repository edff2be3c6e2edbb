/* Live: when the game, or an evening of the club, has changed, the page fetches what has changed of
 * what it shows: see docs/live.md. Where no stream can be had, it asks every few seconds instead. */
const POLL_MS = 4000;
const POLL_CLUB_MS = 10000;
const POLLING_AFTER_MS = 6000;
const LATER_MS = 1000; // on average: so that phones that tapped together do not ask together
const ENTERING_MS = 1200; // another tap may come, whose answer brings what others did, too
const WAITS_MS = 20000; // between two looks whether the host is away: no change of the game tells that
const GONE_MS = 30000; // between two looks whether the phone may come back
const notices = find("notices");
const board = () => document.querySelector("[data-stream]");

/** The game's number that an answer tells; NaN for somebody else's page. */
const versionOf = (html) => (
  Number(/<div\s+id="(?:board|glance|shown)"[^>]*\sdata-version="(\d+)"/.exec(html)?.[1]));

/** Shows one of the page's notices, or hides it; what is new in it is read aloud. */
function showNotice(name, isShown, words = "") {
  const notice = notices.querySelector(`[data-notice="${name}"]`);
  if (!notice) return; // the page has none of that name
  const place = notice.querySelector("[data-words]");
  const text = isShown ? words : "";
  if (notice.hidden !== isShown && (!place || place.textContent === text)) return;
  if (place) place.textContent = text;
  notice.hidden = !isShown;
  if (notice.matches("[role=alert]")) return; // it is read by itself
  const sentence = (notice.querySelector("span") || notice).textContent.trim();
  announcer.gather(name, isShown ? sentence : "");
}

/** Has the worker keep the page with this board, or forget it by the status of the answer. */
function store(message) {
  const { address } = board().dataset;
  navigator.serviceWorker?.controller?.postMessage({ address, ...message });
  showNotice("stored", false);
}

const live = {
  /* "idle"; "resting" until the answer to the next tap may bring what others did; "due", when a
   * board that the server, busy with many, has left out of its answer is fetched soon; "fetching". */
  state: "idle",
  timer: 0, // of a rest, or of a board that is due, also after what is being fetched
  fetched: null, // the promise of what is being fetched
  request: null, // what the page was when that began: {address, newest, heard}
  nextPart: "", // to fetch next: "address", the whole board, or "glance", that of others
  etag: "", // of the board that is shown

  change: { newest: 0, since: 0, tableaus: "" }, // of which the stream has told last: see docs/live.md
  othersVersion: 0, // up to which only other tableaus have changed
  ownVersion: 0, // of the answer to this page's last taps: an older board lacks them
  late: null, // the last answer that found taps of this phone too late: {game, version}
  answeredAt: -Infinity, // when such an answer has brought a board
  fetchedAt: 0, // when the page last asked for its board, or a part
  lookedAt: 0, // when the page last looked whether there is something new

  /* Why nothing could be fetched, as its notice is named: "offline", "unable" or "gone"; "" else. */
  trouble: "",
  shownTrouble: "", // that of the page or of the outbox, which the page shows
  hasHeldPress: false, // a link or a form was not followed, because the server did not answer

  /** Shows what the person should know of the connection and of the taps that wait. */
  showNotices() {
    const { game } = board().dataset;
    const { length } = outbox.waiting(game);
    const { none, unsent, one, many, held } = notices.dataset;
    const hasTiles = document.querySelector("#board [data-taps]");
    const waits = length > 1 ? many.replace("#", length) : [hasTiles ? none : unsent, one][length];
    const trouble = this.trouble || outbox.trouble;
    const isLater = trouble && trouble !== "gone" && waitingHere(board()).pop()?.do === "ready:";
    find("later")?.toggleAttribute("hidden", !isLater);
    showNotice("offline", trouble === "offline", this.hasHeldPress ? `${waits} ${held}` : waits);
    showNotice("unable", trouble === "unable", length ? waits : "");
    showNotice("memory", !outbox.isSafe());
    showNotice("gone", trouble === "gone" || outbox.isGone(game));
    const isPolling = stream.lostAt > 0 && performance.now() - stream.lostAt > POLLING_AFTER_MS;
    showNotice("polling", !trouble && isPolling);
    if (!trouble && this.shownTrouble) stream.renew(); // it may look open and be dead
    this.shownTrouble = trouble;
  },

  /** Fetches the board, or a part; whoever asks while that is under way gets one more. */
  fetch(part = "address") {
    clearTimeout(this.timer);
    this.timer = 0;
    this.nextPart = this.nextPart ? "address" : part;
    if (this.state !== "fetching") {
      this.state = "fetching";
      this.fetched = this.fetchParts();
    }
    return this.fetched;
  },

  async fetchParts() {
    while (this.nextPart) {
      this.fetchedAt = performance.now();
      const { address, others = "", [this.nextPart]: url } = board().dataset;
      const heard = announcer.heard();
      this.request = { address, newest: this.change.newest, heard };
      this.nextPart = "";
      const Tiles = find("tiles")?.dataset.mark ?? "";
      const headers = { Heard: heard, Others: others, Tiles, "If-None-Match": this.etag };
      const how = { source: notices, target: board(), swap: "morph", headers };
      await htmx.ajax("GET", url, how).catch(() => {}); // the events tell what has happened
    }
    this.state = this.timer ? "due" : "idle";
    this.showNotices();
  },

  /** Fetches the board that an answer lacks, soon. */
  fetchSoon() {
    if (this.state === "resting") this.endRest();
    this.timer = this.timer || setTimeout(() => this.fetch(), LATER_MS * (0.5 + Math.random()));
    if (this.state !== "fetching") this.state = "due";
  },

  rest(ms) {
    this.state = "resting";
    this.timer = setTimeout(() => {
      this.endRest();
      this.catchUp();
    }, ms);
  },

  endRest() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.state = "idle";
  },

  /** Fetches what the page lacks; of its own taps it hears by their answer. */
  async catchUp() {
    while (this.state === "fetching") await this.fetched;
    const { game, glance, round, seat, version } = board().dataset;
    const shown = Number(version);
    const { newest, since, tableaus } = this.change;
    const hasOwnTaps = game && outbox.waiting(game).length && !outbox.isCutOff();
    if (document.visibilityState !== "visible" || hasOwnTaps) return;
    if (this.state === "due" || newest <= shown) return;
    if (this.state === "resting") this.endRest();
    const own = new RegExp(`\\b${round}-${seat}:(\\d+)`).exec(tableaus)?.[1];
    // Where something is missing in between, it may have been anything; and no glance has the lines.
    const isOfOthers = since <= Math.max(shown, this.othersVersion) && !(own > shown);
    const ms = isOfOthers ? this.answeredAt + ENTERING_MS - performance.now() : 0;
    if (ms > 0) {
      this.othersVersion = newest;
      this.rest(ms);
    } else {
      this.fetch(glance && isOfOthers && !find("so-far")?.open ? "glance" : "address");
    }
  },

  /** Asks where there is no stream; at once for who is back. */
  look(isBack) {
    const now = performance.now();
    if (document.visibilityState !== "visible") return;
    if (this.trouble === "gone" && !isBack && now - this.lookedAt < GONE_MS) return;
    this.lookedAt = now;
    stream.look(isBack);
    const isWaiting = document.querySelector("[data-waits]") && now - this.fetchedAt > WAITS_MS;
    if (isBack || isWaiting || stream.lostAt || this.trouble || outbox.isCutOff()) this.fetch();
    else this.catchUp();
    this.showNotices();
  },

  /** Whether an answer is to be shown: not over newer taps, whose own board comes soon, or news. */
  isWelcome(html) {
    const { game, version } = board().dataset;
    if (tableauOf(board()) && outbox.sendable(game).length && !outbox.isCutOff()) return false;
    return versionOf(html) >= Math.max(this.ownVersion, version);
  },

  /** Notes by what the server answers whether something could be fetched. */
  noteStatus(xhr) {
    const { status } = xhr;
    this.trouble = "";
    if (status === 503 && xhr.getResponseHeader("Retry-After")) this.trouble = "unable";
    else if (!status || status >= 500) this.trouble = "offline";
    else if (status === 403 || status === 404) this.trouble = "gone";
    if (this.trouble === "gone") store({ status });
    if (this.trouble) return;
    showNotice("stored", false);
    this.hasHeldPress = false;
    outbox.isBack(board().dataset.game);
  },

  /** Whether what was fetched is to be swapped in; else it goes where that is of use. */
  receive({ swapOverride, xhr, pathInfo }) {
    const { response } = xhr;
    const language = xhr.getResponseHeader("Content-Language");
    const { address, newest, heard } = this.request;
    if (pathInfo.responsePath !== pathInfo.finalRequestPath) {
      location.assign(xhr.responseURL); // the game goes on elsewhere
    } else if (language && language !== document.documentElement.lang) {
      location.reload(); // another page of this phone has changed its language
    } else if (address !== board().dataset.address || heard !== announcer.heard()) {
      this.nextPart = "address"; // it is of another page, or would announce something once more
    } else if (fingers.size) {
      fingersLifted().then(() => this.fetch());
    } else if (this.isWelcome(response)) {
      this.etag = xhr.getResponseHeader("ETag") || "";
      const isPart = swapOverride === "none";
      // What has happened since it was asked for may have been on the page's own tableau.
      if (isPart) board().dataset.version = Math.min(versionOf(response), newest);
      else store({ board: response, language });
      return true;
    }
    return false;
  },

  /** Shows the board that has come with the answer to taps; whether it did, or theirs comes soon. */
  async showAnswer({ board: html, language }) {
    await fingersLifted();
    const read = Object.assign(document.createElement("template"), { innerHTML: html });
    const [fresh] = read.content.children;
    if (fresh?.dataset.address !== board().dataset.address) return false;
    if (language !== document.documentElement.lang) return false;
    if (!this.isWelcome(html)) return Boolean(outbox.sendable(board().dataset.game).length);
    this.etag = "";
    this.answeredAt = performance.now();
    Idiomorph.morph(board(), fresh); // in half the time that htmx.swap takes
    store({ board: html, language });
    this.showNotices();
    this.catchUp();
    return true;
  },
};

window.refresh = () => live.fetch();

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig, target, xhr } = detail;
  const isOurs = target !== board() || versionOf(xhr.response) >= 0;
  detail.shouldSwap = detail.shouldSwap && isOurs;
  if (requestConfig.elt === notices && detail.shouldSwap) detail.shouldSwap = live.receive(detail);
});
notices.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => live.noteStatus(xhr));
on("htmx:sendError", "*", (_event, sender) => { if (sender !== notices) live.fetch(); }); // which notes it

document.addEventListener("stream:heard", ({ detail: { version, isBack } }) => {
  const [newest, since, tableaus = ""] = version.split(" ");
  live.change = { newest: Number(newest), since: Number(since), tableaus };
  if (isBack && outbox.isCutOff()) outbox.send(); // sooner than its timer would
  const isStored = notices.querySelector('[data-notice="stored"]:not([hidden])');
  if (isBack && isStored) live.fetch(); // the worker has shown a page that may be old
  else live.catchUp();
  live.showNotices();
});
document.addEventListener("stream:lost", () => live.look()); // which learns why

document.addEventListener("board:shown", () => {
  const { game, version, late } = board().dataset;
  const isDecided = live.late?.game === game && version >= live.late?.version && late === undefined;
  if (isDecided) showNotice("late", false);
});

document.addEventListener("outbox:changed", () => live.showNotices());
document.addEventListener("outbox:held", () => {
  live.hasHeldPress = true;
  announcer.say(notices.dataset.held);
  live.fetch(); // which says so
});
document.addEventListener("outbox:answered", async ({ detail }) => {
  const { game, version, late, refused } = detail;
  if (game === board().dataset.game) live.ownVersion = Math.max(live.ownVersion, version || 0);
  if (late.length) {
    live.late = { game, version };
    showNotice("late", true);
  }
  const words = [...new Set(refused.map(({ message }) => message))].join(" ");
  if (words) showNotice("refused", true, words);
  if (outbox.waiting(game).length && !words) return;
  if (detail.board === "") live.fetchSoon();
  else if (!(await live.showAnswer(detail))) live.fetch();
});
for (const name of ["refused", "late"]) {
  on("submit", "form[data-taps]", () => showNotice(name, false));
}
on("click", "[data-dismiss]", (_event, { parentElement: notice }) => {
  notice.hidden = true;
  focusOn(document.querySelector("h1"));
});
on("toggle", "#so-far[open]", ({ target }, fold) => { if (target === fold) live.fetch(); }, true);
document.addEventListener("visibilitychange", () => live.look(true));
addEventListener("online", () => live.look(true));
addEventListener("pageshow", ({ persisted }) => { if (persisted) live.look(true); });
addEventListener("storage", () => live.catchUp()); // another page of this phone has had the answer

/* A form's answer leads on by itself, often after the stream has told of the change that it made. One
 * that does not come, as where somebody has stopped it, keeps nobody here. */
const ANSWERED = 10_000; // milliseconds
let leftAt = 0;
document.addEventListener("submit", ({ defaultPrevented, target }) => {
  leftAt = target.method === "post" && !defaultPrevented ? Date.now() : 0;
});
addEventListener("pageshow", () => { leftAt = 0; });

/** Whether something on the page would be lost with it: what somebody is typing or trying, taps that
 * wait, and what is to be read. */
function isInUse() {
  const { game, stays } = board().dataset;
  const fields = document.querySelectorAll("#board :is([type=text], textarea)");
  return stays !== undefined || outbox.waiting(game).length > 0 || Boolean(find("words")?.value)
    || document.querySelector("#board [data-kept]") !== null || Array.from(fields).some(isTyped)
    || notices.querySelector("p:not([hidden]) > [data-dismiss]") !== null;
}

/* A page that was open when its game ended, or the next one began, goes along. Who opens it later stays,
 * and so does who comes back to it: the board that it has then names the way already. */
document.addEventListener("board:fresh", ({ detail: { dataset } }) => {
  const shown = board().dataset;
  const way = ["next", "over"].find((name) => dataset[name] && dataset[name] !== shown[name]);
  if (way && Date.now() - leftAt > ANSWERED && !isInUse()) location.assign(dataset[way]);
});
document.addEventListener("board:fresh", ({ detail }) => {
  taps.lightSets(detail);
  taps.countWaiting(detail);
});
taps.countWaiting(board());
setInterval(() => live.look(), board().dataset.game ? POLL_MS : POLL_CLUB_MS);
