/* Words: what is typed or dictated is read by the server while one types, shown below the field and
 * spoken, and entered when one says so.
 *
 * Without this file the field's form leads to a page that shows the same. What is understood depends
 * on the cards that lie there, so it is asked anew when they change; and the server enters it only
 * if it still comes to what was shown.
 */
"use strict";

(() => {
  const PAUSE_MS = 400;
  const HEARD_MS = 700; // what was shown more shortly before Enter cannot have been looked at
  const TIMEOUT_MS = 10000;
  const find = (id) => document.getElementById(id);
  let timer = null;
  /** The number of the last question; answers to earlier ones are not shown. */
  let turn = 0;
  let asking = new AbortController();
  /** What the lines below the field are about, and since when; null for nothing. */
  let shown = null;
  let shownAt = 0;
  /** The id of what is said: the same however often it is sent. */
  let phrase = newId();
  let entering = null;

  const typed = () => (find("words") ? find("words").value.trim() : "");

  /** A board that comes meanwhile leaves alone what somebody is typing, and what is said of it. */
  function keep() {
    const part = find("words-part");
    const heard = find("words-heard");
    if (heard) part.toggleAttribute("data-kept", Boolean(typed() || heard.firstElementChild));
  }

  /** Has the live region say something; what it says already is not said again. */
  function say(words) {
    const region = find("words-said");
    if (region && region.textContent !== words) region.textContent = words;
  }

  /** Tells, or no longer, that nothing came of a question: "silent", "refused" or "". */
  function complain(why) {
    for (const one of ["silent", "refused"]) {
      const notice = find(`words-${one}`);
      if (notice) notice.hidden = one !== why;
    }
    if (why && find(`words-${why}`)) say(find(`words-${why}`).textContent);
  }

  /** Shows what an answer has below the field. The focus stays in it, or goes to what is there. */
  function show(part) {
    const heard = find("words-heard");
    if (!heard) return;
    const wasThere = heard.contains(document.activeElement);
    const wasEmpty = !heard.firstElementChild;
    renew(heard, part.querySelector("#words-heard"));
    complain("");
    keep();
    say(part.querySelector("#words-said").textContent);
    if (wasThere && !heard.contains(document.activeElement)) heard.focus({ preventScroll: true });
    const view = window.visualViewport;
    const foot = view ? view.offsetTop + view.height : innerHeight;
    const isBelow = heard.firstElementChild && heard.getBoundingClientRect().bottom > foot;
    if (wasEmpty && isBelow) find("words-part").scrollIntoView({ block: "start" });
  }

  /** Asks the server once. Resolves to {status, part}, the part null where it is none of ours. */
  async function ask(address, options) {
    const limit = new AbortController();
    const timeout = setTimeout(() => limit.abort(), TIMEOUT_MS);
    options.signal.addEventListener("abort", () => limit.abort());
    try {
      const response = await fetch(address, { cache: "no-store", ...options, signal: limit.signal });
      const template = document.createElement("template");
      template.innerHTML = await response.text();
      return { status: response.status, part: template.content.querySelector("#words-part") };
    } catch {
      return { status: 0, part: null };
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Shows what the server makes of the words that stand in the field now. */
  async function read() {
    clearTimeout(timer);
    await entering;
    turn += 1;
    const mine = turn;
    asking.abort();
    asking = new AbortController();
    const words = typed();
    const form = find("words-form");
    if (!words || !form) {
      if (shown !== null) say(""); // what was entered stays said
      shown = null;
      if (find("words-heard")) find("words-heard").replaceChildren();
      complain("");
      keep();
      return;
    }
    const query = new URLSearchParams({ words, part: "1" });
    const address = `${form.action.split("#")[0]}?${query}`;
    const { status, part } = await ask(address, { signal: asking.signal });
    if (mine !== turn) return;
    if (part) {
      show(part);
      if (shown !== words) shownAt = performance.now();
      shown = words;
    } else {
      complain(status === 403 || status === 404 ? "refused" : "silent");
    }
  }

  /** Whether the taps that wait have gone out first; the server may not answer. */
  async function tapsAreSent() {
    if (!outbox.waiting().length) return true;
    const enough = new Promise((go) => setTimeout(go, outbox.isCutOff() ? 0 : TIMEOUT_MS));
    await Promise.race([outbox.idle().then(refresh), enough]);
    return !outbox.waiting().length;
  }

  /** Sends what was shown to be entered. What the server did not take stays in the field. */
  async function send() {
    const form = find("words-enter");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("tap", phrase);
    fields.set("part", "1");
    if (!(await tapsAreSent())) {
      complain("silent");
      return;
    }
    const { signal } = new AbortController();
    const { status, part } = await ask(form.action, { method: "POST", body: fields, signal });
    if (!part) {
      complain(status === 403 || status === 404 ? "refused" : "silent");
      return;
    }
    if (status === 200) {
      phrase = newId();
      const field = find("words");
      const isSame = field && field.value.trim() === fields.get("words");
      if (isSame) field.value = part.querySelector("#words").value;
      shown = isSame ? typed() || null : null;
      shownAt = performance.now();
    }
    show(part);
    if (status === 200) await refresh();
  }

  /** Enters what is shown, if it is still what stands in the field; else shows it first. */
  async function enter() {
    if (entering) return;
    if (shown !== typed()) {
      await read();
      return;
    }
    turn += 1; // an answer to an earlier question would be shown over what is said of this
    asking.abort();
    entering = send();
    await entering;
    entering = null;
  }

  /** Enter in the field: once to be shown, and once more to enter it. */
  function enterKey() {
    const isHeard = shown === typed() && performance.now() - shownAt > HEARD_MS;
    if (isHeard && find("words-do")) {
      enter();
    } else {
      shownAt = 0; // asked for: the next Enter means it
      read().then(() => { shownAt = 0; });
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.id !== "words") return;
    keep();
    clearTimeout(timer);
    timer = setTimeout(read, PAUSE_MS);
  });

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.id === "words-enter") {
      event.preventDefault();
      enter();
    } else if (form.id === "words-form") {
      event.preventDefault();
      const field = find("words");
      if (submitter && submitter.name === "words") {
        field.value = submitter.value; // the card that was meant instead
        read();
      } else if (document.activeElement === field) {
        enterKey();
      } else {
        read();
      }
    }
  }, { capture: true }); // before forms wait for the taps: these wait by themselves

  document.addEventListener("click", (event) => {
    if (!event.target.closest || !event.target.closest('a[href="#words"]') || !find("words")) return;
    event.preventDefault();
    event.stopPropagation();
    find("words").focus();
  }, { capture: true });

  // Other cards lie there now, so the same words may come to something else; and what was entered is
  // no news any more.
  const board = find("board");
  new MutationObserver(() => {
    if (!entering) read();
  }).observe(board, { attributeFilter: ["data-version"] });

  // A page that came with words shows what they come to; so does one that comes back from Back.
  keep();
  if (find("words-do")) shown = typed();
  else if (typed()) read();
})();
