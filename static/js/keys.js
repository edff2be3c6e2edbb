/* Shortcut keys: a key presses the button that says data-key, as a finger does, but once when it is
 * held down. They are off while somebody types; the entry page has each phone's own switch. */
const OFF = "sushiscore keys off";
const ENOUGH_MS = 3000; // to wait for the newest score
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const dialog = find("keys");
const isOn = () => !storage.all()[OFF];
let tile = null; // that waits for a digit

/** Names the keys on a board's buttons, for who asks for them; those of no use are not named. */
function mark(board) {
  const areOn = isOn();
  for (const one of board.querySelectorAll("[data-key]")) {
    one.ariaKeyShortcuts = areOn ? one.dataset.key : null;
  }
}

/** The tile of the card that this phone has added last of those that lie; null where none does. */
function lastAdded() {
  const board = find("board");
  const cards = taps.cardsOn(board);
  for (const { id } of [...taps.counted].reverse()) {
    for (const [one, ids] of cards) if (ids.has(id)) return one;
  }
  return find(board.dataset.last);
}

function meant(key) {
  if (key === ",") return lastAdded();
  // A digit that the tile lacks is nobody else's: it would enter another card.
  if (/^[0-9]$/.test(key) && tile?.isConnected) return tile.querySelector(`[data-digit="${key}"]`);
  return document.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

function press(element) {
  tile = null;
  if (element.matches("#undo:disabled")) {
    announcer.say(dialog.dataset.undo);
  } else if (element.matches("details")) {
    element.open = true;
    focusOn(element.querySelector("button") || element.querySelector("summary"));
  } else if (element.matches("[role=group]")) {
    tile = element;
    announcer.say(dialog.dataset.then.replace("#", element.getAttribute("aria-label")));
  } else if (element.matches("input")) {
    element.focus();
  } else {
    element.click();
  }
}

const showList = () => document.documentElement.classList.add("has-keys");
if (!isOn()) showList(); // where they are switched on again

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!target.closest(FIELDS)) showList();
  if (!isOn() || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest(FIELDS) || document.querySelector("dialog[open]")) return;
  if (key === "Escape") tile = null;
  const element = key.length === 1 && key !== " " && meant(key.toLowerCase());
  if (key === "." && !element) announcer.say(dialog?.dataset.asked);
  if (key === "," && !element) announcer.say(dialog?.dataset.again);
  if (!element) return;
  event.preventDefault();
  if (!event.repeat) press(element);
});

document.addEventListener("pointerdown", () => { tile = null; }); // goes on by finger
on("click", "#read-score", async () => {
  const enough = pause(outbox.isCutOff() ? 0 : ENOUGH_MS);
  await Promise.race([outbox.idle().then(fingersLifted), enough]);
  announcer.say(find("score").dataset.score); // of every tap so far
});
on("click", "#open-keys", () => dialog.showModal());
if (dialog) find("keys-on").checked = isOn();
on("change", "#keys-on", (_event, { checked }) => {
  storage.keep(OFF, checked ? "" : "1");
  mark(document);
});
dialog?.addEventListener("close", () => {
  // The browser gives the focus back; what had it may have gone meanwhile.
  if (document.activeElement !== document.body) return;
  focusOn(isFocusable(find("open-keys")) ? find("open-keys") : find("main"));
});

mark(document);
document.addEventListener("board:fresh", ({ detail }) => mark(detail));
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => mark(detail.fragment)); // a link before it
