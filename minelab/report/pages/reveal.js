// A link to a fold, or to something inside, opens it.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();
