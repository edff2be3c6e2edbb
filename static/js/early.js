/* Presses while the other scripts are on their way: they show on their tiles, and wait here until all
 * scripts are there. As forms, each would have the browser give up the one before it, and the server
 * take it for the same tap. The tiles come after this file, so no press is missed. */
"use strict";
const early = []; // the buttons, in the order of their presses

function hold(event) {
  const { target, submitter } = event;
  if (!submitter || !target.matches("[data-taps]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early.push(submitter);
  const count = submitter.querySelector(".count");
  if (!count) return;
  count.textContent = Number(count.textContent) + 1;
  count.classList.remove("none");
}

document.addEventListener("submit", hold, true);
addEventListener("beforeunload", (event) => { if (early.length) event.preventDefault(); });
document.addEventListener("DOMContentLoaded", () => {
  document.removeEventListener("submit", hold, true);
  // Where the scripts did not come, one goes as a form, and the browser asks about the others.
  const pressed = window.outbox ? early.splice(0) : early.splice(0, 1);
  for (const button of pressed) button.click();
});
