/* Announcements through one polite live region: what a person's own taps have done, with the server's
 * answer to them; and those sentences of a board that others have changed, one text in five seconds. */
const region = find("said");
const START_MS = 600; // a page that has just come is read first
const SETTLED_MS = 350; // another tap may follow
const APART_MS = 1200; // a text that is replaced at once is not heard
const GATHER_MS = 1500;
const NEWS_APART_MS = 5000;
const versionNow = () => document.querySelector("[data-stream]")?.dataset.version;
/** What parts/news.html has of the board that is shown, and notes that say it themselves, by what it is about. */
const items = () => new Map(Array.from(
  document.querySelectorAll("#news > li, p[data-name]"), ({ dataset }) => [dataset.name, { ...dataset }],
));
const known = items(); // as this page has shown it last; points as they were when they were told last
const news = new Map(); // sentences that are to be told, by what they are about
const own = new Set(); // tableaus that only this phone has changed, until the next board
const lines = []; // sentences that are to be said together
let heard = versionNow();
let spoke = -Infinity; // when something was said last
let toldNews = -Infinity; // when news were
let telling = null; // the timer of the news
let settling = null; // the timer of what own taps have done

/** Has words read aloud as soon as the last ones can have been heard. */
async function say(words, delay = 0) {
  if (!words) return;
  lines.push(words.replace(/[\u2068\u2069]/g, "")); // no signs around names, which some readers read
  if (lines.length > 1) return; // they are said together
  await pause(Math.max(delay, spoke + APART_MS - performance.now()));
  spoke = performance.now();
  region.replaceChildren();
  for (const line of lines.splice(0)) region.appendChild(document.createElement("p")).append(line);
}

function sayNews() {
  clearTimeout(telling);
  telling = null;
  if (!news.size) return;
  toldNews = performance.now();
  const shown = items();
  for (const [about, words] of news) {
    say(words);
    known.delete(about);
    if (shown.has(about)) known.set(about, shown.get(about));
  }
  if (news.has("others")) {
    heard = versionNow();
    known.delete("others"); // the same words are other changes from now on
  }
  news.clear();
}

/** Has a sentence told before long, in place of an earlier one about the same; "" takes that back. */
function gather(about, words) {
  news.delete(about);
  if (!words) return;
  news.set(about, words);
  const wait = Math.max(GATHER_MS, toldNews + NEWS_APART_MS - performance.now());
  telling = telling || setTimeout(sayNews, wait);
}

/** Says what this phone's taps have done, when no other is on its way. */
function settle(game, words) {
  clearTimeout(settling);
  settling = setTimeout(() => {
    const isCutOff = outbox.isCutOff() || outbox.isGone(game);
    if (outbox.waiting(game).length && !isCutOff) return settle(game, words); // the next sums it up
    outbox.unsaid.clear();
    say(words);
    for (const about of news.keys()) if (about.startsWith("problem")) sayNews(); // at once
  }, SETTLED_MS);
}

/** Has told what is new in an item of the board. Points are, where an answer or a correction has moved
 * them: other cards are `lying` there, or all of them are in. */
function compare(about, item) {
  const { words, tableau, points, lying } = item;
  const was = known.get(about);
  if (own.has(tableau)) {
    news.delete(about);
  } else if (points === undefined) {
    if (words !== was?.words) gather(about, words);
  } else if (was && was.points !== points && (!lying || was.lying !== lying)) {
    return gather(about, words.replace("#", was.points));
  } else {
    news.delete(about);
  }
  known.set(about, item);
}

document.addEventListener("outbox:answered", ({ detail }) => {
  for (const tableau of detail.tableaus) own.add(tableau);
  if (detail.told && outbox.unsaid.size) settle(detail.game, detail.told);
});

/* An answer that is given on another page than that of the cards. */
document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { verb, path }, shouldSwap } }) => {
  const [, round, seat] = /\/r\/(\d+)\/(\d+)\/$/.exec(path) ?? [];
  if (verb === "post" && shouldSwap && seat) own.add(`${round}-${seat}`);
});

document.addEventListener("board:shown", () => {
  const now = items();
  for (const [about, item] of now) compare(about, item);
  for (const [about, { points, tableau }] of known) {
    if (now.has(about)) continue;
    // What moved last before a round was confirmed is told; a correction takes cards away first.
    if (points === undefined) known.delete(about);
    if (points === undefined || !now.has(`round-${tableau.split("-")[0]}`)) news.delete(about);
  }
  if (!now.has("others")) heard = versionNow(); // nothing is left to be told up to here
  own.clear();
});

document.addEventListener("announce", ({ detail }) => say(detail.words)); // of a form on the page

// Why something was refused stands where the reading begins; what was done is heard at once.
const refusal = document.querySelector("main [role=alert]:not([hidden])");
if (refusal && document.activeElement === document.body) focusOn(refusal, { isToBeSeen: true });
for (const one of document.querySelectorAll("[data-message]")) say(one.textContent.trim(), START_MS);

/** `heard`: the game's event number up to which this page has told what others did. */
window.announcer = { say, gather, heard: () => heard };
