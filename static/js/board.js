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
  if (node.dataset.name) return node.dataset.name;
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

/** Whether an attribute is the page's own: what is unfolded, and what has been made fit to focus. */
function keepsItself(old, name) {
  return name === "open" || (name === "tabindex" && old === document.activeElement);
}

/** Makes `old` like `fresh`, a node of the same kind. What is unfolded stays so, and so does all of
 * what is marked to be kept: somebody is typing there. */
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  if (old.hasAttribute("data-kept")) return;
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of Array.from(old.attributes)) {
    if (keepsItself(old, name) || fresh.hasAttribute(name)) continue;
    old.removeAttribute(name);
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
  const focusNow = noteFocus(board);
  keepRefusals(board, fresh);
  if (typeof shortcuts !== "undefined") shortcuts.mark(fresh);
  renew(board, fresh);
  const lost = focusNow();
  if (lost) focusOn(lost);
  document.dispatchEvent(new CustomEvent("board:shown"));
}

/* What the keyboard goes to in a strip or a table that scrolls comes in whole; left to themselves,
   browsers are content with a few pixels of it. */
document.addEventListener("focusin", ({ target }) => {
  const box = target.closest(".strip, .sheet, .fit, .seats");
  if (!box || box === target || box.scrollWidth <= box.clientWidth) return;
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

/* A table that scrolls, in very large letters, can be scrolled by keys, also where it has no link. */
function letScroll() {
  for (const box of document.querySelectorAll(":is(.fit, .sheet, .scroll):not([role])")) {
    const isStuck = box.scrollWidth > box.clientWidth && !box.querySelector("a, button");
    if (isStuck) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

document.addEventListener("DOMContentLoaded", letScroll);
document.addEventListener("board:shown", letScroll);
document.addEventListener("toggle", letScroll, true);
addEventListener("resize", letScroll);
