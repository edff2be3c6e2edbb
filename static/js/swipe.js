/* The row of players, and a swipe across the page, which goes to the next or the last of them. */
"use strict";

const SWIPE_PX = 90;
let touch = null;

/* Whose page it is stands in view, also where the row of players is longer than the screen. */
const current = document.querySelector(".seats.one-row [aria-current]");
if (current) current.parentElement.parentElement.scrollLeft = current.offsetLeft - 48;

document.addEventListener("touchstart", (event) => {
  const scrolls = event.target.closest(".strip, .seats, input, select");
  const zoomed = window.visualViewport && visualViewport.scale > 1; // there it moves the page
  touch = event.touches.length === 1 && !scrolls && !zoomed ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!touch) return;
  const across = event.changedTouches[0].clientX - touch.clientX;
  const down = event.changedTouches[0].clientY - touch.clientY;
  touch = null;
  const tabs = Array.from(document.querySelectorAll("#board .seats a"));
  const here = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
  if (here < 0 || Math.abs(across) < SWIPE_PX || Math.abs(down) > Math.abs(across) / 2) return;
  const forward = (across < 0) === (document.documentElement.dir !== "rtl");
  const tab = tabs[here + (forward ? 1 : -1)];
  if (tab) tab.click();
}, { passive: true });
