/* A swipe across the page goes to the next or the last of the players. */
const SWIPE_PX = 90;
let start = null;

on("touchstart", "*", ({ target, touches }) => {
  const isZoomed = window.visualViewport?.scale > 1; // there it moves the page
  start = touches.length > 1 || isZoomed || target.closest("input, select") ? null : touches[0];
});
on("touchend", "*", ({ changedTouches: [end] }) => {
  const across = start ? end.clientX - start.clientX : 0;
  const isAcross = start && Math.abs(end.clientY - start.clientY) <= Math.abs(across) / 2;
  start = null;
  if (!isAcross || Math.abs(across) < SWIPE_PX) return;
  const here = document.querySelector("#board .seats [aria-current]")?.closest("li");
  const isForward = (across < 0) === (document.documentElement.dir !== "rtl");
  (isForward ? here?.nextElementSibling : here?.previousElementSibling)?.querySelector("a").click();
});
