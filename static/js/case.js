/* The case file on paper: a button that prints it, and nothing folded, in older browsers too. */
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
addEventListener("beforeprint", () => {
  if (CSS.supports("selector(details::details-content)")) return;
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});
