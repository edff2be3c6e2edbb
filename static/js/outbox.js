/* The outbox: each tap is kept on this phone, also over reloads, and sent until the server has answered
 * for its id. Scripts hear of "outbox:changed" and "outbox:answered" (detail: the server's answer). */
const PREFIX = "sushiscore tap ";
const NO_GAME = "00000000-0000-0000-0000-000000000000";
const MAX_AT_ONCE = 50;
const MAX_UNSAID = 200;
const TIMEOUT_MS = 10000;
const MAX_RETRY_MS = 15000; // between two tries; the first comes after about one second
const MAX_RETRY_S = 60;
const gone = new Set(); // games at whose table this phone no longer is; their taps stay, unsent
const made = new Set(); // this page's taps that have no answer yet
const unsaid = new Set(); // those that the server has taken, and of which nothing has been said
let atOnce = MAX_AT_ONCE;
let failures = 0;
let trouble = ""; // why taps wait, as the notice of it is named
let notBefore = 0; // when the server wants to be asked again
let timer = null;
let sending = null;

/** The taps that wait, oldest first; of one game, or all. */
function waiting(game) {
  const entries = Object.entries(kept()).filter(([key]) => /^sushiscore tap \d{12} /.test(key));
  const taps = entries.sort().map(([key, text]) => ({ key, ...JSON.parse(text) }));
  return taps.filter((tap) => !game || tap.game === game);
}

const sendable = () => waiting().filter((tap) => !gone.has(tap.game));

/** Puts a tap in: {id, game, round, seat, do}. It is sent, and told of, by `send`. */
function add(tap) {
  made.add(tap.id);
  // Numbered, as no clock can be relied on: it may be wrong, or go back.
  const last = waiting().pop()?.key.slice(PREFIX.length) || "0";
  const number = String(Number.parseInt(last, 10) + 1).padStart(12, "0");
  keep(`${PREFIX}${number} ${tap.id}`, JSON.stringify(tap));
}

/** Posts taps of one game once. Resolves to {status, answer, after, language}: no answer where it is
 * not our server's own, `after` the seconds for which it wants to be left alone. */
async function post(game, batch) {
  const controller = new AbortController(); // AbortSignal.timeout is not there on older phones
  setTimeout(() => controller.abort(), TIMEOUT_MS);
  const taps = batch.map(({ id, round, seat, do: what }) => ({ id, round, seat, do: what }));
  const { game: shown, ...here } = tableauOf(find("board")) ?? {};
  const board = shown === game ? { ...here, heard: Number(announcer.heard()) } : undefined;
  try {
    const response = await fetch(document.documentElement.dataset.taps.replace(NO_GAME, game), {
      method: "POST",
      body: JSON.stringify({ taps, unsaid: [...unsaid].slice(-MAX_UNSAID), board }),
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
}

/** Deals with the server's answer to a batch. False when it must be sent again later. */
function settle(game, batch, { status, answer, language }) {
  if (!answer || status >= 500 || status === 408 || status === 429) return false;
  if (status === 200) {
    const ids = new Set([...answer.taken, ...answer.late, ...answer.refused.map((r) => r.id)]);
    const done = batch.filter((tap) => ids.has(tap.id));
    for (const { key } of done) keep(key, "");
    for (const id of answer.taken) if (made.has(id)) unsaid.add(id);
    for (const id of ids) made.delete(id);
    const tableaus = done.map(({ round, seat }) => `${round}-${seat}`);
    tell("outbox:answered", { game, tableaus, language, ...answer });
    return done.length > 0;
  }
  if (status === 403 || status === 404) {
    gone.add(game);
  } else if (batch.length > 1) {
    atOnce = 1; // one of them cannot be read: sent one by one, the others come through
  } else {
    keep(batch[0].key, "");
    const message = answer.errors.map((error) => error.message).join(" ");
    tell("outbox:answered", { game, tableaus: [], taken: [], late: [], refused: [{ message }] });
  }
  return true;
}

async function sendAll() {
  clearTimeout(timer);
  for (let taps = sendable(); taps.length; taps = sendable()) {
    const { game } = taps[0];
    const batch = taps.filter((tap) => tap.game === game).slice(0, atOnce);
    const response = await post(game, batch);
    const isSettled = settle(game, batch, response);
    trouble = "";
    if (!isSettled) trouble = response.answer && response.status === 503 ? "unable" : "offline";
    tell("outbox:changed");
    if (!isSettled) {
      const often = Math.min(1000 * 2 ** failures, MAX_RETRY_MS) * (0.75 + Math.random() / 2);
      const wanted = response.after * 1000 * (1 + Math.random() / 4);
      failures += 1;
      notBefore = performance.now() + wanted;
      timer = setTimeout(send, Math.max(often, wanted + 10)); // clocks are coarse
      return;
    }
    failures = 0;
  }
  atOnce = MAX_AT_ONCE;
}

/** Sends what waits; one batch is under way at a time. */
async function send() {
  tell("outbox:changed");
  if (performance.now() < notBefore) return; // its timer runs
  await (sending ||= sendAll().finally(() => { sending = null; }));
}

/** Whether every tap that waits would outlive this page. */
const isSafe = () => !waiting().some((tap) => tap.key in memory);
const idle = async () => { while (sendable().length) await happens("outbox:changed"); };

for (const name of ["online", "pageshow", "visibilitychange"]) {
  addEventListener(name, () => { if (document.visibilityState === "visible") send(); }, true);
}
/* What the storage had no room for is lost with the page, and iOS lets no page ask who leaves: it is put
 * by again and sent, even where the server wants to be left alone. */
for (const name of ["pagehide", "visibilitychange"]) {
  addEventListener(name, () => {
    for (const [key, text] of Object.entries(memory)) keep(key, text);
    if (isSafe()) return;
    notBefore = 0;
    send();
  }, true);
}
// Another page of this phone has put taps in, or has had an answer.
addEventListener("storage", ({ key }) => { if (key?.startsWith(PREFIX)) tell("outbox:changed"); });

window.outbox = {
  add, send, idle, waiting, made, unsaid,
  trouble: () => trouble,
  /** Whether the server has not answered of late. */
  isCutOff: () => trouble !== "",
  isSafe,
  isGone: (game) => gone.has(game),
  /** The phone is at that table after all: what it has kept is sent. */
  isBack: (game) => { if (gone.delete(game)) send(); },
};
