/* A swipe across the page goes to the next or the last of the players. */

const SWIPE_PX = 90;
let touch = null;

document.addEventListener("touchstart", ({ target, touches }) => {
  const moves = target.closest("input, select");
  const zoomed = window.visualViewport?.scale > 1; // there it moves the page
  touch = touches.length === 1 && !moves && !zoomed ? touches[0] : null;
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
