// The explorer without Python: a shelf of stored results answers the desk of explore.js. `stored.py`
// says what is on it: `setting`, what is shown at first; `chips`, the agents; `sheets`, the results by
// size of board; `games`, typical games; `player`, the script and the style sheet that show them.

const PATIENCE = 1000; // milliseconds; no answer takes that long here
const NEEDS = "Stored results. In Jupyter the explorer plays new boards of any size from 4 to 30, with one "
  + "guess rule for all agents, or agents of your own.";

class Shelf {
  constructor(data) { Object.assign(this, data); }

  state(answered) {
    const { setting, chips } = this;
    const { size, measure } = setting;
    const sheet = this.sheets[size];
    return {
      size, measure, answered, phase: "done", said: "", note: "",
      sizes: Object.keys(this.sheets).map(Number),
      densities: sheet.densities, at: nearest(sheet.densities, setting.density),
      boards: sheet.boards, done: sheet.boards,
      agents: chips.map((chip) => ({ ...chip, on: setting.agents.includes(chip.name) })),
      looks: Object.fromEntries(chips.map((chip) => [chip.name, chip])),
      curves: this.curves(sheet, measure),
      games: this.games, needs: NEEDS, stored: this.stored,
    };
  }

  curves({ densities, means, halves }, measure) {
    const places = this.chips.flatMap(({ name }, k) => (this.setting.agents.includes(name) ? [k] : []));
    const [first] = places;
    return places.map((k) => {
      const { name } = this.chips[k];
      const known = means[name], other = means[this.chips[first].name];
      const [mean, low, high] = known[measure];
      return {
        name, x: densities, mean, low, high,
        beside: Object.fromEntries(Object.entries(known).map(([what, [values]]) => [what, values])),
        more: k === first ? [] : mean.map((value, at) => value - other[measure][0][at]),
        half: k === first ? [] : halves[measure][first][k - first - 1],
      };
    });
  }

  game(agent, density) {
    const { about, data } = this.games.find((game) => game.agent === agent && game.density === density);
    const { light, dark } = this.chips.find((chip) => chip.name === agent);
    const shades = `:host{--agent0:${light}}:host([data-theme="dark"]){--agent0:${dark}}`;
    return { about, game: { data, code: this.player.code, css: this.player.css + shades } };
  }

  get stored() { // which games there are, in words
    const { games } = this;
    if (!games.length) return "";
    const several = (values) => [...new Set(values)].join(", ").replace(/, ([^,]*)$/, " and $1");
    const [{ size }] = games;
    return `Only games of ${several(games.map((game) => game.agent))} can be opened, on ${size} × ${size} at densities `
      + `${several(games.map((game) => game.density))}.`;
  }
}

// A player without its page: its own script starts it, in the place just before.
function showPlayer(area, { data, code, css }) {
  const host = Object.assign(make("div"), { given: [css, data] });
  host.dataset.minelabPlayer = host.dataset.lmSuppressShortcuts = "true";
  area.replaceChildren(host, make("script", "", `(() => {
    "use strict";
    ${code}
    const host = document.currentScript.previousSibling;
    start(host, ...host.given);
  })();`));
}

// Below a live explorer this one is hidden: it waits until it is seen.
function start(host, css, data) {
  const watch = new ResizeObserver(() => {
    if (!host.clientWidth) return;
    watch.disconnect();
    if (!host.shadowRoot) open(host, css, data);
  });
  watch.observe(host);
}

function open(host, css, data) {
  const card = makeCard(host, "live", css);
  const replay = make("div");
  host.after(replay);
  card.setAttribute("role", "group");
  followTheme(host);
  const shelf = new Shelf(data);
  const desk = new Desk(card, replay, ({ do: what, id, changes, agent, density }) => {
    if (what === "change") Object.assign(shelf.setting, changes);
    desk.show(shelf.state(id));
    if (what === "game") desk.receive(shelf.game(agent, density));
  });
  desk.show(shelf.state());
}
