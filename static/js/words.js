/* Words: what is typed or dictated is read by the server while one types, and entered when one says
 * so. htmx asks; this file keeps what is said in step with the field and the cards on the table. */
const HEARD_MS = 700; // what was shown more shortly before Enter cannot have been looked at
const OF_WORDS = "#words-form, #words-enter";
let shownAt = 0;
let wasEmpty = true; // nothing was shown below the field
let isEntered = false; // and the board that shows the cards is on its way
let ledFor = ""; // the words whose button was pointed out

const typed = () => find("words")?.value.trim() || "";
const isShowing = () => Boolean(find("words-heard")?.querySelector(":scope > :not(input)"));
const isShown = () => find("words-heard").dataset.words === typed();
const read = () => htmx.trigger("#words-form", "read");

/** A board that comes meanwhile leaves alone what somebody is typing, and what is said of it. */
function keepPart() {
  find("words-part").toggleAttribute("data-kept", Boolean(typed()) || isShowing());
}

/** Tells what became of the words: "silent", "refused", "waiting" to be entered, or "" for none. */
function complain(why) {
  for (const one of ["silent", "refused", "waiting"]) find(`words-${one}`).hidden = one !== why;
  if (why) find("words-said").textContent = find(`words-${why}`).textContent;
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id === "words-form" && submitter?.name === "words") {
    find("words").value = submitter.value; // an answer, with the words in which it was asked for
  } else if (form.id === "words-form" && submitter?.name === "asked") {
    find("words").value = find("words-asked").value = ""; // what was asked about is left out
  } else if (form.id === "words-form" && document.activeElement === find("words")) {
    const isHeard = isShown() && performance.now() - shownAt > HEARD_MS;
    shownAt = -HEARD_MS; // asked for: the next Enter means it
    if (!isHeard) return;
    stop(event);
    if (find("words-do")) return find("words-do").click();
    announcer.say(find("words-said").textContent);
    if (typed() && "asks" in find("words-heard").dataset) find("words-asked").value = typed();
    find("words").select(); // what is typed next is an answer, or says it in another way
  } else if (form.id === "cards" && submitter?.closest("#words-heard")) {
    find("words").value = find("words-asked").value = ""; // an answer to what the page asks
    read();
  } else if (form.id === "words-enter" && !isShown()) {
    stop(event);
    read(); // it is shown first
  }
}, { capture: true });

// What is on its way to be entered is not called back by a question.
on("htmx:confirm", OF_WORDS, (event) => {
  if (find("words-enter").matches(".htmx-request")) event.preventDefault();
});
on("htmx:afterRequest", "#words-enter", () => { if (typed() && !isShown()) read(); });
on("htmx:sendError htmx:timeout htmx:responseError", OF_WORDS, ({ detail: { xhr } }) => {
  complain([403, 404].includes(xhr.status) ? "refused" : "silent");
});

on("htmx:beforeSwap", "#words-heard", ({ detail }) => {
  const { requestConfig, serverResponse } = detail;
  detail.shouldSwap = detail.shouldSwap && serverResponse.includes('id="words-heard"'); // ours
  if (!isShown() && requestConfig.triggeringEvent?.type !== "submit") shownAt = performance.now();
  wasEmpty = !isShowing();
});

on("htmx:afterSwap", "#words-heard", (_event, heard) => {
  complain("");
  keepPart();
  if (document.activeElement === document.body) heard.focus({ preventScroll: true });
  const { offsetTop = 0, height = innerHeight } = window.visualViewport || {};
  const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? Infinity;
  const isBelow = heard.getBoundingClientRect().bottom > Math.min(offsetTop + height, bar);
  if (wasEmpty && isShowing() && isBelow) find("words-part").scrollIntoView({ block: "start" });
});
/* Words of which nothing came stay in the field, to be said differently. Whoever types there begins
 * anew, and is not to have them in front of what is new. */
document.addEventListener("words:entered", ({ detail }) => {
  const field = find("words");
  if (isShown()) field.value = detail.left;
  field.toggleAttribute("data-select", Boolean(detail.left));
  if (document.activeElement === field) field.select();
  isEntered = true;
  refresh();
});

// With other cards the same words may come to something else; what was entered is no news any more.
document.addEventListener("board:shown", () => {
  if (!isEntered && (typed() || isShowing())) read();
  isEntered = false;
});

/* Who goes on with words that are read and not entered is led to the button for that, once. */
on("click", "#next, #complete, #seats a", (event) => {
  if (!find("words-do") || ledFor === typed()) return;
  ledFor = typed();
  stop(event);
  complain("waiting");
  find("words-do").focus();
}, true);

document.addEventListener("input", keepPart);
on("input", "#words", (_event, field) => field.removeAttribute("data-select"));
on("click", 'a[href="#words"]', (event) => { stop(event); find("words").focus(); }, true);

// A page that comes back from Back has words, and nothing below them.
keepPart();
if (typed() && !isShown()) read();
