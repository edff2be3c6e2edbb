/* The part of the page that the address names is to be seen: the folds around it open. Newer browsers do
   so by themselves. */
const show = () => {
  const part = find(location.hash.slice(1));
  if (!part) return;
  for (let fold = part.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  part.scrollIntoView();
};

addEventListener("hashchange", show);
show();
