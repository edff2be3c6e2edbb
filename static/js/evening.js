/* The pages of an evening follow it: when a game of the club has begun or ended, the page fetches
 * itself once more, and what differs is put in place.
 *
 * The stream says the number of the newest change, at most once a second. Where no stream can be
 * had, the page asks now and then instead.
 */
const shown = () => document.querySelector("[data-evening]");
const LOOK_MS = 5000;
const SILENT_MS = 50000; // the server says something every twenty seconds
const POLL_MS = 10000;
/** The newest number that the stream has said. */
let newest = 0;
let stream = null;
/** When the stream last said something, or was opened; when the page was last fetched. */
let heard = 0;
let asked = performance.now();
let isAsking = false;

/** Fetches the page as it is now. A finger or a choice half made is waited for. */
async function refresh() {
  if (isAsking || document.visibilityState !== "visible") return;
  isAsking = true;
  asked = performance.now();
  await fingersLifted();
  const before = newest;
  const address = location.pathname + location.search;
  await htmx.ajax("GET", address, { source: shown(), target: "#shown", swap: "morph" }).catch(() => {});
  isAsking = false;
  if (newest > before) catchUp();
}

/** Fetches what the page lacks. */
function catchUp() {
  if (newest > Number(shown().dataset.version)) refresh();
}

/** Opens the stream, with the newest token that the page has brought. */
function open() {
  stream?.close();
  heard = performance.now();
  stream = new EventSource(shown().dataset.evening);
  const alive = () => { heard = performance.now(); };
  for (const name of ["open", "alive"]) stream.addEventListener(name, alive);
  stream.addEventListener("version", ({ data }) => {
    alive();
    newest = Math.max(newest, Number(data.split(" ")[0]));
    catchUp();
  });
}

/** Opens a stream that has died again, and asks where there is none. */
function look() {
  if (document.visibilityState !== "visible") return;
  const now = performance.now();
  const isOpen = stream.readyState === EventSource.OPEN;
  if (stream.readyState === EventSource.CLOSED || now - heard > SILENT_MS) open();
  if (!isOpen && now - asked > POLL_MS) refresh();
  else catchUp();
}

open();
setInterval(look, LOOK_MS);
document.addEventListener("visibilitychange", look);
addEventListener("online", look);
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) open(); });
