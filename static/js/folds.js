/* The part of the page that the address names is to be seen: the folds around it open. Newer browsers do
   so by themselves. */
const show = () => {
  const part = document.getElementById(location.hash.slice(1)); // a report has no board.js, and no find()
  if (!part) return;
  for (let fold = part.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  part.scrollIntoView();
};

/* Of folds with one name the one before closes, perhaps above: what opens stays in view. */
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.name) target.scrollIntoView({ block: "nearest" });
}, true);

addEventListener("hashchange", show);
show();

/* On a wide screen there is room for all of an account. */
const isWide = matchMedia("(min-width: 60rem)").matches;
for (const fold of isWide ? document.querySelectorAll(".account .part") : []) fold.open = true;
