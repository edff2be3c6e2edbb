/* A swipe across the page goes to the next or the last of the players. */
const SWIPE_PX = 90;
let start = null;

on("touchstart touchend", "*", ({ type, target, touches, changedTouches: [at] }) => {
  const from = start;
  const isZoomed = window.visualViewport?.scale > 1; // there it moves the page
  const isBegun = type === "touchstart" && touches.length === 1 && !isZoomed;
  start = isBegun && !target.closest("input, select") ? at : null;
  if (type === "touchstart" || !from) return;
  const across = at.clientX - from.clientX;
  const down = at.clientY - from.clientY;
  if (Math.abs(across) < SWIPE_PX || Math.abs(down) > Math.abs(across) / 2) return;
  const here = document.querySelector("#board .seats [aria-current]")?.closest("li");
  const isForward = (across < 0) === (document.documentElement.dir !== "rtl");
  (isForward ? here?.nextElementSibling : here?.previousElementSibling)?.querySelector("a").click();
});
