/* The case file on paper: a button that prints it, and nothing folded away in print. */

let unfolded = [];

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());

addEventListener("beforeprint", () => {
  unfolded = document.querySelectorAll("details:not([open])");
  for (const fold of unfolded) fold.open = true;
});

addEventListener("afterprint", () => {
  for (const fold of unfolded) fold.open = false;
});
