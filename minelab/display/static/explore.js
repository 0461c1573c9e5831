// The explorer on the page. A change of a control is sent as a message, and the curves come back as
// `state`: from Python, again and again while they sharpen, or from stored.js, which has stored
// results. Sliders, the dashed line and the table answer at once, without waiting.
//
// A curve holds, for each density x, the mean with its interval (low, high), other means (beside), and
// the paired difference from the first curve (more) with half the width of its interval (half).

const SEND_EVERY = 80; // milliseconds between two messages of a slider that is dragged
const MARGIN = { left: 36, right: 8, top: 30, bottom: 44 };
const LINE = 1.8, MARKER = 0.85;
const GRAZE = 4; // quarters of a step that a curve may run across the names
const NEAR = 14; // pixels between a click and the point that is meant
const STILL = 4; // pixels that a click may move

// What can be shown: its words, those at the axis, digits in the table, and beside another measure.
const MEASURES = {
  score: { words: "score", axis: "score: the share of mines found", digits: 3, beside: 3 },
  guesses: { words: "guesses", axis: "guesses per game", digits: 2, beside: 1 },
  no_blast: { words: "no blast", axis: "share of games without a blast", digits: 3 },
  blasts: { words: "blasts", beside: 1 },
};
const GUESSES = {
  own: ["each by its own rule", ""],
  random: ["at random", ""],
  average: ["by the average clue",
    "Each clue estimates the risk of the cells around it. The cell with the lowest average is opened."],
  least: ["at the least risk",
    "The cell with the lowest exact risk is opened, so agents are told the number of mines."],
};

const SKELETON = `
  <div class="head"><b class="agent">Explore</b><span class="about">all agents play the same boards</span>
    <div class="run"><span class="count"></span><progress max="1" aria-label="Games played"></progress>
      <button class="jump" data-do="stop">Stop</button></div></div>
  <div class="controls"><div class="dials"></div><p class="note needs"></p>
    <div class="part"><span id="agents">Agents</span><div class="chips" role="group" aria-labelledby="agents"></div>
      <p class="note left-out" role="status"></p></div>
    <div class="part guess"><span id="guess">When nothing can be proved, guess</span>
      <div class="speeds" data-choice="guess" role="group" aria-labelledby="guess"></div>
      <p class="note how"></p></div>
    <div class="part"><span id="measure">Show</span>
      <div class="speeds" data-choice="measure" role="group" aria-labelledby="measure"></div></div></div>
  <div class="plot"><svg role="img"></svg><ol class="names" aria-hidden="true"></ol><p class="note foot"></p></div>
  <p class="note click" role="status"></p><p class="said" role="status"></p>
  <div class="results" role="region" aria-label="Table" tabindex="0"><table aria-describedby="means">
    <thead><tr></tr></thead><tbody></tbody></table>
    <p class="note" id="means">Means over games; a blast is a mine that goes off. The last column is the difference in
      <span class="measure"></span>, on the same boards, ± half its 95% interval.</p></div>
  <div class="ask"><button class="jump" data-game="typical">Typical game</button>
    <button class="jump" data-game="worst">Worst game</button>
    <label>of <select aria-label="Agent whose game is shown"></select></label></div>
  <p class="caption" role="status"></p>`;

// The sliders: their labels, the values they stop at, which of these is chosen, and its words.
const DIALS = {
  size: { label: "Size", values: (s) => s.sizes, chosen: (s) => s.size, words: (n) => `${n} × ${n}` },
  density: { label: "Compare at density", values: (s) => s.densities,
    chosen: (s) => s.densities[s.at], words: (x) => x.toFixed(2) },
  boards: { label: "Boards per point", values: (s) => s.steps, chosen: (s) => s.boards,
    words: (n) => n.toLocaleString("en") },
  seed: { label: "Seed", values: (s) => s.seeds, chosen: (s) => s.seed, words: String },
};

function wear(node, look) { // the colours of an agent, for both themes
  node.classList.add("look");
  node.style.setProperty("--light", look.light);
  node.style.setProperty("--dark", look.dark);
  return node;
}

function makeMarker(look) {
  const svg = wear(makeSvg("svg", { viewBox: "-8 -8 16 16", class: "marker", "aria-hidden": "true" }), look);
  svg.append(makeSvg("path", { d: look.shape, fill: "currentColor" }));
  return svg;
}

class Desk {
  constructor(card, replay, send) {
    Object.assign(this, { card, replay, state: null, curves: [], reading: 0, sent: 0, timer: 0,
      points: [], aimed: null });
    this.post = send;
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-"); // several may show one model
    this.waitsFor = null; // the message that was sent last, until it is answered
    this.changes = {}; // what the sliders have yet to tell
    this.dragging = 0;
    this.of = ""; // the agent whose game is asked for, once the reader has chosen
    this.played = null; // the game below: its agent, its size, and what is said if it is not where the line was
    this.missed = null; // the point that was clicked last, if no game of it is stored
    this.dials = Object.fromEntries(Object.keys(DIALS).map((name) => [name, this.makeDial(name)]));
    card.classList.add("explore");
    card.setAttribute("aria-label", "Explorer");
    card.addEventListener("click", (event) => this.click(event.target.closest("button")));
    for (const kind of ["keydown", "keyup"])
      card.addEventListener(kind, (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
      });
    this.at("select").addEventListener("change", (event) => (this.of = event.target.value));
    this.listenToPlot();
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(this.at(".plot"));
  }

  at(selector) { return this.card.querySelector(selector); }

  enter() { this.send({ do: "enter" }); }

  leave() {
    this.send({ do: "leave" });
    this.watch.disconnect();
    clearTimeout(this.timer);
    clearTimeout(this.dragging);
  }

  // What the reader does

  send(message) {
    this.waitsFor = `${this.name}:${++this.sent}`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say("Waiting for Python …"), PATIENCE);
    this.post({ ...message, id: this.waitsFor });
  }

  change(changes) { // few messages while a slider is dragged, and always the last
    Object.assign(this.changes, changes);
    if (this.dragging) return;
    const flush = () => {
      this.dragging = 0;
      if (!Object.keys(this.changes).length) return;
      this.dragging = setTimeout(flush, SEND_EVERY);
      const all = this.changes;
      this.changes = {};
      this.send({ do: "change", changes: all });
    };
    flush();
  }

  makeDial(name) {
    const { label, values } = DIALS[name];
    const box = make("div", "dial");
    const words = make("label", "", label);
    words.htmlFor = name;
    const output = make("output");
    output.htmlFor = name;
    output.setAttribute("aria-live", "off"); // the slider itself tells its value
    const input = Object.assign(make("input"), { type: "range", id: name, min: 0, step: 1 });
    input.addEventListener("input", () => {
      const k = Number(input.value);
      this.setDial(name, k);
      if (name === "density") this.readAt(k);
      this.change({ [name]: values(this.state)[k] });
    });
    box.append(words, output, input);
    this.at(".dials").append(box);
    return { box, input, output };
  }

  listenToPlot() { // the dashed line can be dragged; a click on a point of a curve opens a game
    const plot = this.at(".plot svg");
    let pressed = null;
    const place = (event) => {
      const { left, top } = plot.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const read = ([px]) => this.moveTo((px - MARGIN.left) / this.scale.wide);
    plot.addEventListener("pointerdown", (event) => {
      if (event.button || !this.scale) return;
      plot.setPointerCapture(event.pointerId);
      pressed = { at: place(event), point: this.pointAt(...place(event)) };
      read(place(event));
    });
    plot.addEventListener("pointermove", (event) => {
      if (!this.scale) return;
      if (plot.hasPointerCapture(event.pointerId)) read(place(event));
      else this.aimAt(this.pointAt(...place(event)));
    });
    plot.addEventListener("pointerleave", () => this.aimAt(null));
    plot.addEventListener("pointerup", (event) => { // what was pressed is painted anew: no click
      const [px, py] = place(event);
      const { at: [x, y], point } = pressed || { at: [0, 0] };
      pressed = null;
      if (!point || Math.hypot(px - x, py - y) > STILL) return;
      this.moveTo(point.density);
      if (this.gamesOf(point.name)?.length === 0) this.miss(point);
      else this.askForGame("typical", point.name);
    });
  }

  moveTo(density) { // the dashed line
    const k = nearest(this.state.densities, density);
    if (k === this.reading) return;
    this.setDial("density", k);
    this.readAt(k);
    this.change({ density: this.state.densities[k] });
  }

  pointAt(px, py) { // the point of a curve that is near, before all one with a game to show; or null
    const far = ({ x, y }) => Math.hypot(x - px, y - py);
    const near = this.points.filter((point) => far(point) <= NEAR);
    return near.sort((a, b) => b.played - a.played || far(a) - far(b))[0] || null;
  }

  aimAt(point) { // a ring around the point that a click would open
    if (point === this.aimed) return;
    this.aimed = point;
    if (point && !point.played) point = null;
    const svg = this.at(".plot svg");
    for (const node of svg.querySelectorAll(".aim")) node.remove();
    svg.classList.toggle("aiming", Boolean(point));
    if (!point) return;
    const { x, y, name, density } = point;
    const left = x > this.scale.wide / 2;
    svg.append(makeSvg("circle", { class: "aim", cx: x, cy: y, r: 8 }),
      makeSvg("text", { class: "aim", x: x + (left ? -13 : 13), y: y + 4,
        "text-anchor": left ? "end" : "start" }, `see ${name} play at ${density.toFixed(2)}`));
  }

  click(button) {
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { state } = this;
    const { agent, choice, game } = button.dataset;
    if (agent !== undefined) {
      const on = state.agents.filter((chip) => chip.on !== (chip.name === agent)); // one is turned
      this.change({ agents: on.map((chip) => chip.name) });
      state.agents = state.agents.map((chip) => ({ ...chip, on: on.includes(chip) }));
      this.showChips();
    } else if (choice) this.change({ [button.parentNode.dataset.choice]: choice });
    else if (game) this.askForGame(game, this.at("select").value);
    else if (button.dataset.do) this.send({ do: button.dataset.do });
  }

  askForGame(which, agent) {
    const stored = this.gamesOf(agent);
    const here = this.state.densities[this.reading];
    const there = stored ? stored[nearest(stored, here)] : here;
    this.moveTo(there);
    this.missed = null;
    this.played = { agent, size: this.state.size,
      moved: there === here ? "" : `Nearest stored game: density ${there} (not ${here}). ` };
    this.of = this.at("select").value = agent;
    this.replay.replaceChildren();
    this.at(".caption").textContent = `Preparing the ${which} game of ${agent} …`;
    this.send({ do: "game", which, agent, density: this.state.densities[this.reading] });
  }

  miss({ name, density }) { // nothing is stored for this point
    this.closeGame();
    this.missed = { agent: name, size: this.state.size, density };
    this.showAsk();
  }

  closeGame() {
    this.played = null;
    this.replay.replaceChildren();
    this.at(".caption").textContent = "";
  }

  isShown({ agent, size }) { // its curve, on boards of this size
    return size === this.state.size && this.curves.some((curve) => curve.name === agent);
  }

  // What the reader sees

  say(words) {
    if (this.at(".said").textContent !== words) this.at(".said").textContent = words;
  }

  show(state) {
    const before = this.state;
    this.state = state;
    if (state.answered === this.waitsFor) {
      this.waitsFor = null;
      clearTimeout(this.timer);
    }
    this.card.dataset.answered = state.answered || "";
    this.card.dataset.phase = state.phase;
    // Curves of another setting stay, faded, until the first new ones are there.
    const fresh = state.curves.length > 0 || !["playing", "preparing"].includes(state.phase);
    if (fresh) Object.assign(this, { curves: state.curves, looks: state.looks, drawn: state });
    this.at(".plot").classList.toggle("old", !fresh);
    this.at(".results").classList.toggle("old", !fresh);
    if (!before || (!this.waitsFor && !Object.keys(this.changes).length)) this.syncDials();
    this.showChoices();
    this.showChips();
    this.showRun();
    this.showTable();
    this.paint();
    if (this.played && !this.isShown(this.played)) this.closeGame();
    if (!this.waitsFor) this.say(state.said);
    this.at(".left-out").textContent = state.note;
    this.at(".needs").textContent = state.needs || "";
  }

  syncDials() {
    const { state } = this;
    for (const [name, { values, chosen }] of Object.entries(DIALS)) {
      const stops = values(state);
      const { box, input } = this.dials[name];
      box.hidden = !stops; // without Python some things can't be chosen
      if (!stops) continue;
      input.max = stops.length - 1;
      this.setDial(name, stops.indexOf(chosen(state)));
    }
    this.reading = state.at;
  }

  setDial(name, k) {
    const { input, output } = this.dials[name];
    const { values, words } = DIALS[name];
    input.value = k;
    output.textContent = words(values(this.state)[k]);
    input.setAttribute("aria-valuetext", output.textContent);
    input.style.setProperty("--part", k / (input.max || 1));
  }

  readAt(k) {
    this.reading = k;
    this.showTable();
    this.paint();
  }

  showChoices() {
    const { state } = this;
    const measures = Object.keys(MEASURES).filter((name) => MEASURES[name].axis);
    const choices = { guess: Object.keys(GUESSES), measure: measures };
    const words = { guess: (name) => GUESSES[name][0], measure: (name) => MEASURES[name].words };
    for (const [what, names] of Object.entries(choices)) {
      const area = this.at(`[data-choice=${what}]`);
      fill(area, names, (name) => {
        const button = make("button", "", words[what](name));
        button.dataset.choice = name;
        return button;
      });
      for (const button of area.children)
        button.setAttribute("aria-pressed", button.dataset.choice === state[what]);
    }
    this.at(".guess").hidden = !state.guess;
    this.at(".how").textContent = state.guess ? GUESSES[state.guess][1] : "";
  }

  showChips() {
    const { agents } = this.state;
    const area = this.at(".chips");
    fill(area, agents.map((chip) => chip.name), (name, k) => {
      const button = make("button", "chip");
      button.dataset.agent = name;
      button.append(makeMarker(agents[k]), make("span", "", name));
      return button;
    });
    agents.forEach((chip, k) => {
      const button = area.children[k];
      button.setAttribute("aria-pressed", chip.on);
      button.classList.toggle("out", Boolean(chip.why));
      button.title = chip.why;
    });
  }

  showRun() {
    const { state } = this;
    const idle = ["done", "idle"].includes(state.phase);
    const words = { stopped: "Go on", failed: "Try again" }[state.phase];
    const of = state.boards.toLocaleString("en");
    const whole = state.done === state.boards ? "" : `${state.done.toLocaleString("en")} of `;
    this.at(".count").textContent =
      state.phase === "preparing" ? "Preparing the engine" : `${whole}${of} boards per point`;
    const button = this.at(".run button");
    button.hidden = this.at("progress").hidden = this.at(".said").hidden = !state.steps;
    button.dataset.do = words ? "start" : "stop";
    button.textContent = words || "Stop";
    button.setAttribute("aria-disabled", idle);
  }

  showShare(share) { this.at("progress").value = share; }

  receive({ game, about }) {
    if (game === undefined) return;
    this.at(".caption").textContent = (this.played?.moved ?? "") + about;
    showPlayer(this.replay, game);
    this.replay.scrollIntoView({ block: "nearest" });
  }

  order() { // curves from top to bottom at the dashed line, each with where it is read there
    const density = this.drawn ? this.drawn.densities[this.reading] : 0;
    const place = (curve) => curve.x.findIndex((x) => Math.abs(x - density) < 1e-4);
    const value = ([curve, k]) => curve.mean[k] ?? -1;
    return this.curves.map((curve) => [curve, place(curve)]).sort((a, b) => value(b) - value(a));
  }

  showTable() {
    const { drawn, reading } = this;
    if (!drawn || drawn.densities.length <= reading) return;
    const { measure } = drawn;
    const { words, digits } = MEASURES[measure];
    const beside = ["score", "guesses", "blasts"].filter((name) => name !== measure).slice(0, 2);
    const heads = [`At density ${drawn.densities[reading].toFixed(2)}`, capital(words), "95% interval",
      ...beside.map((name) => capital(MEASURES[name].words)), `Difference from ${this.curves[0]?.name}`];
    this.at("#means .measure").textContent = MEASURES[measure].axis.split(":")[0];
    this.at("thead tr").replaceChildren(...(this.curves.length ? heads : []).map((text) => {
      const head = make("th", "", text);
      head.scope = "col";
      return head;
    }));
    this.at("tbody").replaceChildren(...this.order().map(([curve, k]) => {
      const { name, mean, low, high, more, half } = curve;
      const row = make("tr");
      const head = make("th");
      head.scope = "row";
      head.title = name;
      head.append(makeMarker(this.looks[name]), make("span", "", name));
      const values = [written(mean[k], digits), `${written(low[k], digits)} to ${written(high[k], digits)}`,
        ...beside.map((other) => written(curve.beside[other][k], MEASURES[other].beside)),
        difference(more[k], half[k], digits)];
      row.append(head, ...values.map((text) => make("td", "", text)));
      return row;
    }));
    this.showAsk();
  }

  gamesOf(name) { // the densities of its stored games; null with Python, which has them all
    const { games, size } = this.drawn;
    return games ? games.filter((game) => game.agent === name && game.size === size)
      .map((game) => game.density) : null;
  }

  showAsk() {
    const { drawn } = this;
    const select = this.at("select");
    const names = this.curves.map((curve) => curve.name)
      .filter((name) => this.gamesOf(name)?.length !== 0);
    fill(select, names, (name) => Object.assign(make("option", "", name), { value: name }));
    if (names.includes(this.of)) select.value = this.of;
    for (const button of this.card.querySelectorAll("[data-game]"))
      button.setAttribute("aria-disabled", !names.length);
    this.at(".ask").hidden = Boolean(drawn.games) && !names.length;
    this.at("[data-game=worst]").hidden = Boolean(drawn.games);
    this.at(".click").textContent = this.wordsOnClicks();
  }

  wordsOnClicks() {
    const { games, stored = "", size, densities } = this.drawn;
    const { missed } = this;
    if (games && !games.length) return "";
    const missing = missed && this.isShown(missed) && missed.density === densities[this.reading];
    this.at(".click").classList.toggle("missing", Boolean(missing));
    return missing
      ? `No game of ${missed.agent} on ${size} × ${size} at density ${missed.density} is stored. ${stored}`
      : `Click a point of a curve to see a typical game there: its score is nearest the mean. ${stored}`;
  }

  paint() {
    const { drawn, reading } = this;
    const svg = this.at(".plot svg");
    const width = this.at(".plot").clientWidth;
    if (!width || !drawn) return;
    const height = Math.round(Math.max(250, Math.min(420, width * 0.68)));
    const wide = width - MARGIN.left - MARGIN.right, high = height - MARGIN.top - MARGIN.bottom;
    const { axis } = MEASURES[drawn.measure];
    const top = drawn.measure === "guesses" ? drawn.size ** 2 : 1;
    const x = (density) => MARGIN.left + density * wide;
    const y = (value) => MARGIN.top + (1 - value / top) * high;
    this.scale = { wide, bottom: y(0), x, y };
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.style.height = `${height}px`;
    const grid = makeSvg("g", { class: "axes" });
    for (let value = 0; value <= top; value += stepTo(top)) {
      const level = Math.round(y(value)) + 0.5;
      grid.append(makeSvg("line", { x1: x(0), x2: x(1), y1: level, y2: level, class: value ? "" : "base" }),
        makeSvg("text", { x: x(0) - 10, y: level + 4, "text-anchor": "end" }, String(value)));
    }
    const step = width < 420 ? 0.5 : 0.2;
    for (let k = 0; k * step < 1.001; k++)
      grid.append(makeSvg("text", { x: x(k * step), y: height - MARGIN.bottom + 19, "text-anchor": "middle" },
        String(Math.round(k * step * 10) / 10)));
    grid.append(makeSvg("text", { x: 0, y: 12 }, axis),
      makeSvg("text", { x: x(0.5), y: height - 4, "text-anchor": "middle" }, "density (mines / cells; at 1 every cell is a mine)"));
    const line = Math.round(x(this.state.densities[reading] ?? 0)) + 0.5;
    const marks = this.curves.map((curve) => this.drawCurve(curve, x, y));
    svg.replaceChildren(grid, ...marks.map(([band]) => band),
      makeSvg("line", { x1: line, x2: line, y1: MARGIN.top, y2: y(0), class: "reading" }),
      ...marks.map(([, curve]) => curve));
    this.points = this.curves.flatMap(({ name, x: at, mean }) => {
      const stored = this.gamesOf(name);
      return at.map((density, k) => ({ name, density, x: x(density), y: y(mean[k]),
        played: stored ? stored.includes(density) : true })); // whether it leads to a game
    });
    this.at(".foot").textContent = this.wordsOnTheEnd();
    this.aimed = null;
    svg.classList.remove("aiming");
    this.nameCurves(svg, width, axis);
  }

  wordsOnTheEnd() { // why some curves jump at density 1
    const score = ({ mean, beside }) => (this.drawn.measure === "score" ? mean : beside.score);
    const names = this.curves.filter((curve) => curve.x.at(-1) === 1 && score(curve).at(-1) === 1)
      .map((curve) => curve.name);
    if (!names.length) return "";
    const [find, know] = names.length > 1 ? ["find", "they know"] : ["finds", "it knows"];
    return `At density 1 ${names.join(", ")} ${find} all mines, because ${know} how many there are.`;
  }

  drawCurve(curve, x, y) { // the band, and the line with a marker on some of its points
    const look = this.looks[curve.name];
    const points = curve.x.map((density, k) => [x(density), y(curve.mean[k])]);
    const edge = (ends) => curve.x.map((density, k) => `${x(density)},${y(ends[k] ?? curve.mean[k])}`);
    const band = wear(makeSvg("path", { class: "band", fill: "currentColor",
      d: `M${edge(curve.low).join("L")}L${edge(curve.high).reverse().join("L")}Z` }), look);
    const group = wear(makeSvg("g", { class: "curve" }), look);
    group.dataset.name = curve.name;
    group.append(makeSvg("path", { class: "line", d: `M${points.map((p) => p.join(",")).join("L")}`,
      "stroke-width": LINE, "stroke-dasharray": look.dash.map((part) => part * LINE).join(" ") }));
    const every = Math.max(1, Math.floor(points.length / 10));
    points.forEach(([px, py], k) => {
      if (k % every) return;
      group.append(makeSvg("path", { d: look.shape, class: "dot",
        transform: `translate(${px},${py}) scale(${MARKER})` }));
    });
    return [band, group];
  }

  nameCurves(svg, width, axis) {
    const names = this.at(".names");
    const order = this.order();
    const density = this.state.densities[this.reading] ?? 0;
    const digits = this.drawn.measure === "guesses" ? 1 : 3;
    const words = ([curve, k]) => written(curve.mean[k], digits);
    const head = make("li", "where", `at ${density.toFixed(2)}`);
    names.hidden = width < 480 || !order.length;
    names.classList.toggle("many", order.length > 8);
    names.replaceChildren(head, ...order.map(([curve, k]) => {
      const item = make("li");
      item.append(makeMarker(this.looks[curve.name]), make("b", "", curve.name), make("span", "", words([curve, k])));
      return item;
    }));
    this.placeNames(names, width);
    const told = order.map(([curve, k]) => `${curve.name} ${words([curve, k])}`).join(", ");
    svg.setAttribute("aria-label", order.length
      ? `Curves by density: ${axis}. At ${density.toFixed(2)}: ${told}.`
      : "No curves yet");
  }

  placeNames(names, width) { // in the usual corner, or where they cover least if it is taken
    const { x, y, bottom } = this.scale;
    const w = names.offsetWidth, h = names.offsetHeight;
    const corners = { right: [width * 0.94 - w, 8], low: [MARGIN.left + 40, bottom - h - 8],
      left: [MARGIN.left + 16, 32] };
    const usual = this.drawn.measure === "guesses" ? "left" : "right";
    const places = this.curves.flatMap(({ x: at, mean }) => at.slice(1).flatMap((end, k) =>
      [0, 0.25, 0.5, 0.75].map((part) => [
        x(at[k] + part * (end - at[k])), y(mean[k] + part * (mean[k + 1] - mean[k]))])));
    const covered = (corner) => {
      const [left, up] = corners[corner];
      return places.filter(([px, py]) =>
        px > left - 4 && px < left + w + 4 && py > up && py < up + h + 4).length;
    };
    const least = Object.keys(corners).reduce((a, b) => (covered(b) < covered(a) ? b : a));
    // Few boards make wild curves: one that only grazes the names does not move them.
    const [left, up] = corners[covered(usual) <= GRAZE ? usual : least];
    Object.assign(names.style, { left: `${left}px`, top: `${up}px` });
  }
}

function stepTo(top) { // at most four even steps to the end of an axis
  const steps = [0.25, 1, 2, 5, 10, 25, 50, 100, 250];
  return steps.find((step) => top / step <= 4);
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

const written = (value, digits) => (value === undefined || value === null ? "–" : value.toFixed(digits));

function difference(more, half, digits) { // −0.052 ± 0.010
  if (more === undefined || more === null) return "–";
  const size = written(Math.abs(more), digits);
  const signed = `${more < 0 ? "−" : "+"}${size}`;
  return half === null ? signed : `${signed} ± ${written(half, digits)}`;
}

function nearest(values, wanted) { // the place of the value that is nearest
  const gaps = values.map((value) => Math.abs(value - wanted));
  return gaps.indexOf(Math.min(...gaps));
}
