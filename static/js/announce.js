/* Announcements through one polite live region: what a person's own taps have done, with the server's
 * answer to them; and those sentences of a board that others have changed, one text in five seconds. */
const region = find("said");
const START_MS = 600; // a page that has just come is read first
const SETTLED_MS = 350; // another tap may follow
const APART_MS = 1200; // a text that is replaced at once is not heard
const GATHER_MS = 1500;
const NEWS_APART_MS = 5000;
const news = new Map(); // sentences by what they are about
const own = new Set(); // tableaus that only this phone's taps have changed
const counted = new Map(); // points as they were when they were told last, by whose they are
const versionNow = () => document.querySelector("[data-stream]")?.dataset.version;
const lines = [];
let spoke = -Infinity;
let toldNews = -Infinity;
let telling = null;
let settling = null;
let known = sentences();
let heard = versionNow();

/** The sentences of the board that is shown, by what they are about. */
function sentences() {
  const items = document.querySelectorAll("#news > [data-name]");
  return new Map(Array.from(items, ({ dataset }) => [dataset.name, dataset.words]));
}

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

/** Has points told that an answer or a correction has moved; those of who entered them are known. */
function comparePoints() {
  for (const about of news.keys()) if (about.startsWith("points-")) news.delete(about);
  for (const { dataset } of document.querySelectorAll("#news > [data-points]")) {
    const { about, place, points, lie, words } = dataset;
    const was = counted.get(about) ?? dataset;
    const isMoved = was.points !== points && was.lie !== lie && !own.has(`seat-${place}`);
    if (isMoved) gather(`points-${about}`, words.replace("#", was.points));
    else counted.set(about, { points, lie });
  }
}

function sayNews() {
  clearTimeout(telling);
  telling = null;
  if (!news.size) return;
  toldNews = performance.now();
  for (const words of news.values()) say(words);
  if (news.has("others")) {
    heard = versionNow();
    known.delete("others"); // the same words are other changes from now on
  }
  for (const about of news.keys()) counted.delete(about.replace("points-", ""));
  news.clear();
  comparePoints();
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

document.addEventListener("outbox:answered", ({ detail }) => {
  for (const tableau of detail.tableaus) own.add(`seat-${tableau}`);
  if (detail.told && outbox.unsaid.size) settle(detail.game, detail.told);
});

document.addEventListener("board:shown", () => {
  const now = sentences();
  for (const [about, words] of now) {
    if (words !== known.get(about) && !own.has(about)) gather(about, words);
  }
  comparePoints();
  for (const about of known.keys()) if (!now.has(about)) news.delete(about);
  if (!now.has("others")) heard = versionNow(); // nothing is left to be told up to here
  known = now;
  own.clear();
});

document.addEventListener("announce", ({ detail }) => say(detail.words)); // of a form on the page

comparePoints();
// Why something was refused stands where the reading begins; what was done is heard at once.
const refusal = document.querySelector("main [role=alert]:not([hidden])");
if (refusal && document.activeElement === document.body) focusOn(refusal, { isToBeSeen: true });
for (const one of document.querySelectorAll("[data-message]")) say(one.textContent.trim(), START_MS);

/** `heard`: the game's event number up to which this page has told what others did. */
window.announcer = { say, gather, heard: () => heard };
