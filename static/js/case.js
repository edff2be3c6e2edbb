/* The case file on paper: a button that prints it, and nothing folded, in older browsers too. */
document.querySelector("[data-print]").hidden = false;
on("click", "[data-print]", () => print());
addEventListener("beforeprint", () => {
  if (CSS.supports("selector(details::details-content)")) return;
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});
