/* Words: what is typed or dictated is read by the server while one types, and entered when one says
 * so. htmx asks; this file keeps what is said in step with the field and the cards on the table. */
const SEEN_MS = 700; // what was shown more shortly before Enter cannot have been looked at
const FORMS = "#words-form, #words-enter";

const words = {
  /* "typing" while the server reads along; "entered" until the board that shows the cards comes. */
  state: "typing",
  shownAt: 0, // when what is shown below the field was; -SEEN_MS where the next Enter means it
  wasEmpty: true, // nothing was shown there before what is swapped in
  pointedOut: "", // the words whose button somebody who went on was led to

  typed: () => find("words")?.value.trim() || "",
  isShown: () => find("words-heard").dataset.words === words.typed(),
  isEmpty: () => !find("words-heard")?.querySelector(":scope > :not(input)"),
  read: () => htmx.trigger("#words-form", "read"),

  /** Whether what is shown is what was typed, and has been there long enough to be looked at. */
  isSeen() {
    return this.isShown() && performance.now() - this.shownAt > SEEN_MS;
  },

  /** Has a board that comes meanwhile leave alone what is being typed, and what is shown of it. */
  keepPart() {
    find("words-part").toggleAttribute("data-kept", Boolean(this.typed()) || !this.isEmpty());
  },

  /** Tells what became of the words: "silent", "refused", "waiting" to be entered, "" for none. */
  complain(reason) {
    for (const notice of ["silent", "refused", "waiting"]) {
      find(`words-${notice}`).hidden = notice !== reason;
    }
    if (reason) find("words-said").textContent = find(`words-${reason}`).textContent;
  },
};

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id === "words-form" && submitter?.name === "words") {
    find("words").value = submitter.value; // an answer, with the words in which it was asked for
  } else if (form.id === "words-form" && submitter?.name === "asked") {
    find("words").value = find("words-asked").value = ""; // what was asked about is left out
  } else if (form.id === "words-form" && document.activeElement === find("words")) {
    const wasSeen = words.isSeen();
    words.shownAt = -SEEN_MS; // this Enter wants to see it: the next one means it
    if (!wasSeen) return;
    stop(event);
    if (find("words-do")) return find("words-do").click();
    announcer.say(find("words-said").textContent);
    const isAsking = "asks" in find("words-heard").dataset;
    if (words.typed() && isAsking) find("words-asked").value = words.typed();
    find("words").select(); // what is typed next is an answer, or says it in another way
  } else if (form.id === "cards" && submitter?.closest("#words-heard")) {
    find("words").value = find("words-asked").value = ""; // an answer to what the page asks
    words.read();
  } else if (form.id === "words-enter" && !words.isShown()) {
    stop(event);
    words.read(); // it is shown first
  }
}, { capture: true });

// What is on its way to be entered is not called back by a question.
on("htmx:confirm", FORMS, (event) => {
  if (find("words-enter").matches(".htmx-request")) event.preventDefault();
});
on("htmx:afterRequest", "#words-enter", () => {
  if (words.typed() && !words.isShown()) words.read();
});
on("htmx:sendError htmx:timeout htmx:responseError", FORMS, ({ detail: { xhr } }) => {
  words.complain([403, 404].includes(xhr.status) ? "refused" : "silent");
});

on("htmx:beforeSwap", "#words-heard", ({ detail }) => {
  const { requestConfig, serverResponse } = detail;
  detail.shouldSwap = detail.shouldSwap && serverResponse.includes('id="words-heard"'); // ours
  const isSubmitted = requestConfig.triggeringEvent?.type === "submit";
  if (!words.isShown() && !isSubmitted) words.shownAt = performance.now();
  words.wasEmpty = words.isEmpty();
});

on("htmx:afterSwap", "#words-heard", (_event, answer) => {
  words.complain("");
  words.keepPart();
  if (document.activeElement === document.body) answer.focus({ preventScroll: true });
  const { offsetTop = 0, height = innerHeight } = window.visualViewport || {};
  const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? Infinity;
  const isBelow = answer.getBoundingClientRect().bottom > Math.min(offsetTop + height, bar);
  if (words.wasEmpty && !words.isEmpty() && isBelow) {
    find("words-part").scrollIntoView({ block: "start" });
  }
});

/* Words of which nothing came stay in the field, to be said differently. Whoever types there begins
 * anew, and is not to have them in front of what is new. */
document.addEventListener("words:entered", ({ detail }) => {
  const field = find("words");
  if (words.isShown()) field.value = detail.left;
  field.toggleAttribute("data-select", Boolean(detail.left));
  if (document.activeElement === field) field.select();
  words.state = "entered";
  refresh();
});

// With other cards the same words may come to something else; what was entered is no news any more.
document.addEventListener("board:shown", () => {
  if (words.state === "typing" && (words.typed() || !words.isEmpty())) words.read();
  words.state = "typing";
});

/* Who goes on with words that are read and not entered is led to the button for that, once. */
on("click", "#next, #complete, #seats a", (event) => {
  if (!find("words-do") || words.pointedOut === words.typed()) return;
  words.pointedOut = words.typed();
  stop(event);
  words.complain("waiting");
  find("words-do").focus();
}, true);

document.addEventListener("input", () => words.keepPart());
on("input", "#words", (_event, field) => field.removeAttribute("data-select"));
on("click", 'a[href="#words"]', (event) => { stop(event); find("words").focus(); }, true);

// A page that comes back from Back has words, and nothing below them.
words.keepPart();
if (words.typed() && !words.isShown()) words.read();
