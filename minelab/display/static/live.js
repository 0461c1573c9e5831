// What the live widgets share: a card that talks to Python. anywidget calls `render`, which makes a
// desk (the class Desk of the widget) and keeps it up to date with the model.

const PATIENCE = 1500; // milliseconds until the page says that it waits

function render({ model, el }) {
  const host = make("div");
  const replay = make("div"); // on the page itself, where a player looks for its place
  host.dataset.lmSuppressShortcuts = "true"; // the notebook's own keys must not fire in here
  el.append(host, replay);
  const card = makeCard(host, "live", CSS);
  card.setAttribute("role", "group");
  const stopFollowing = followTheme(host);
  const desk = new Desk(card, replay, (message) => model.send(message));
  const heard = {
    "change:state": () => desk.show(model.get("state")),
    "change:share": () => desk.showShare(model.get("share")),
    "msg:custom": (message) => desk.receive(message),
  };
  for (const [name, call] of Object.entries(heard)) model.on(name, call);
  heard["change:state"]();
  heard["change:share"]();
  desk.enter();
  return () => {
    for (const [name, call] of Object.entries(heard)) model.off(name, call);
    desk.leave();
    stopFollowing();
  };
}

// A player is made in Python; its script runs as in any output of a cell.
function showPlayer(area, html) {
  area.replaceChildren(document.createRange().createContextualFragment(html));
}

export default { render };
