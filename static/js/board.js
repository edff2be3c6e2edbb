/* The board: the part of the entry page that an answer of the server renews.
 *
 * Only what differs is touched. To put the new board in place of the old one costs a slow phone a
 * tenth of a second (some forty pictures are drawn anew), in which it counts no tap; and it loses
 * the keyboard's place, what is unfolded and what has been typed.
 */
"use strict";

const CLICK_AFTER_MS = 30;
const fingers = new Set();
let whenLifted = [];

/* What lies under a finger does not move: a press that begins on one button and ends on another
 * is no click. */
document.addEventListener("pointerdown", (event) => {
  if (event.isPrimary) fingers.clear(); // the first finger: a lift that was never told is over
  fingers.add(event.pointerId);
}, { capture: true });

/** A finger was lifted; its click comes right after this. */
function lifted(event) {
  setTimeout(() => {
    fingers.delete(event.pointerId);
    if (fingers.size) return;
    for (const go of whenLifted) go();
    whenLifted = [];
  }, CLICK_AFTER_MS);
}
addEventListener("pointerup", lifted, { capture: true });
addEventListener("pointercancel", lifted, { capture: true });

/** Resolves when no finger is on the page. */
async function fingersLifted() {
  while (fingers.size) await new Promise((go) => whenLifted.push(go));
}

/** The board in an answer, still outside the page. */
function readBoard(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("#board");
}

/** What a node is known by among its siblings; "" for one that is known by its place alone. */
function nameOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.id) return node.id;
  if (node.matches("button, option")) return node.value;
  const inside = node.querySelector("[id]");
  return inside ? inside.id : "";
}

/** The node among `from` and its later siblings that is to become `fresh`; null for none. */
function counterpart(from, fresh) {
  const name = nameOf(fresh);
  let node = from;
  while (node && (node.nodeName !== fresh.nodeName || nameOf(node) !== name)) {
    node = name ? node.nextSibling : null;
  }
  return node;
}

/** Makes the children of `old` like those of `fresh`, which may move over. */
function renewChildren(old, fresh) {
  let here = old.firstChild;
  for (const child of Array.from(fresh.childNodes)) {
    const same = counterpart(here, child);
    if (!same) {
      old.insertBefore(child, here);
      continue;
    }
    while (here !== same) {
      here = here.nextSibling;
      here.previousSibling.remove();
    }
    here = same.nextSibling;
    renew(same, child);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/** Makes `old` like `fresh`, a node of the same kind. What is unfolded stays so. */
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of Array.from(old.attributes)) {
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  renewChildren(old, fresh);
}

/** Keeps why something was refused, which a fresh board does not know, below its heading. */
function keepRefusals(board, fresh) {
  const heading = fresh.querySelector("h1");
  for (const refusal of board.querySelectorAll("[data-refusal]")) {
    if (heading && !fresh.querySelector("[data-refusal]")) heading.after(refusal.cloneNode(true));
  }
}

/** Makes the page's board like a fresh one. The focus does not leave the board. */
function showBoard(fresh) {
  const board = document.getElementById("board");
  const focused = board.contains(document.activeElement);
  keepRefusals(board, fresh);
  renew(board, fresh);
  const now = document.activeElement;
  const lost = focused && (!board.contains(now) || now.matches(":disabled"));
  if (lost) document.querySelector("#undo:enabled, #main").focus({ preventScroll: true });
}
