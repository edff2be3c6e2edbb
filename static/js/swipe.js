/* The row of players, and a swipe across the page, which goes to the next or the last of them. */

const SWIPE_PX = 90;
let touch = null;

/* Whose page it is stands in view, also where the row of players is longer than the screen. */
const current = document.querySelector(".seats.one-row [aria-current]");
if (current) current.closest(".seats").scrollLeft = current.offsetLeft - 48;

document.addEventListener("touchstart", ({ target, touches }) => {
  const scrolls = target.closest(".strip, .seats, input, select");
  const zoomed = window.visualViewport?.scale > 1; // there it moves the page
  touch = touches.length === 1 && !scrolls && !zoomed ? touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!touch) return;
  const across = end.clientX - touch.clientX;
  const down = end.clientY - touch.clientY;
  touch = null;
  if (Math.abs(across) < SWIPE_PX || Math.abs(down) > Math.abs(across) / 2) return;
  const forward = (across < 0) === (document.documentElement.dir !== "rtl");
  const here = document.querySelector("#board .seats [aria-current]")?.closest("li");
  const there = forward ? here?.nextElementSibling : here?.previousElementSibling;
  there?.querySelector("a").click();
}, { passive: true });
