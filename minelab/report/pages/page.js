// A link to a fold, or to something inside, opens it.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = target?.closest("details");
  for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.scrollIntoView();
};
// What scrolls sideways can be reached by the keyboard.
const makeFocusable = () => {
  for (const box of document.querySelectorAll(".jp-OutputArea-output"))
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
};
addEventListener("hashchange", reveal);
addEventListener("resize", makeFocusable);
document.addEventListener("toggle", makeFocusable, true);
reveal();
makeFocusable();
