// The explorer on the page. Games are played in Python: a change of a control is sent as a message,
// and the curves come back as the model's `state`, again and again while they sharpen. The sliders
// and the dashed line answer at once, without waiting. `explore.py` puts CSS before this text.

const SEND_EVERY = 80; // milliseconds between two messages of a slider that is dragged
const MARGIN = { left: 36, right: 8, top: 30, bottom: 44 };
const LINE = 1.8, MARKER = 0.85;
const GRAZE = 4; // quarters of a step that a curve may run across the names

const SKELETON = `
  <div class="head"><b class="agent">Explore</b><span class="about">all agents play the same boards</span>
    <div class="run"><span class="count"></span><progress max="1" aria-label="Games played"></progress>
      <button class="jump" data-do="stop">Stop</button></div></div>
  <div class="controls"><div class="dials"></div>
    <div class="part"><span id="agents">Agents</span><div class="chips" role="group" aria-labelledby="agents"></div>
      <p class="note left-out" role="status"></p></div>
    <div class="part"><span id="guess">When nothing can be proved, guess</span>
      <div class="speeds" data-choice="guess" role="group" aria-labelledby="guess"></div>
      <p class="note how"></p></div>
    <div class="part"><span id="measure">Show</span>
      <div class="speeds" data-choice="measure" role="group" aria-labelledby="measure"></div></div></div>
  <div class="plot"><svg role="img"></svg><ol class="names" aria-hidden="true"></ol></div>
  <p class="said" role="status"></p>
  <div class="results" role="region" aria-label="Table" tabindex="0"><table>
    <caption>Means over games; a blast is a mine that goes off. The last column is the difference in the first number,
      on the same boards, ± half its 95% interval.</caption><thead><tr></tr></thead><tbody></tbody></table></div>
  <div class="ask"><button class="jump" data-game="typical">Typical game</button>
    <button class="jump" data-game="worst">Worst game</button>
    <label>of <select aria-label="Agent whose game is shown"></select></label></div>
  <p class="caption" role="status"></p>`;

// The sliders: their labels, the range of their positions and where they are by the state, what a
// position is called, and the value that is sent for it.
const DIALS = {
  size: { label: "Size", range: (s) => s.sizes, place: (s) => s.size,
    words: (s, k) => `${k} × ${k}`, value: (s, k) => k },
  density: { label: "Compare at density", range: (s) => [0, s.densities.length - 1],
    place: (s) => s.at, words: (s, k) => s.densities[k].toFixed(2), value: (s, k) => s.densities[k] },
  boards: { label: "Boards per point", range: (s) => [0, s.steps.length - 1],
    place: (s) => s.steps.indexOf(s.boards), words: (s, k) => s.steps[k].toLocaleString("en"),
    value: (s, k) => s.steps[k] },
  seed: { label: "Seed", range: (s) => s.seeds, place: (s) => s.seed,
    words: (s, k) => String(k), value: (s, k) => k },
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
    Object.assign(this, { card, replay, state: null, curves: [], reading: 0, sent: 0, timer: 0 });
    this.post = send;
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-"); // several may show one model
    this.waitsFor = null; // the message that was sent last, until it is answered
    this.changes = {}; // what the sliders have yet to tell
    this.dragging = 0;
    this.of = ""; // the agent whose game is asked for, once the reader has chosen
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
    const { label, value } = DIALS[name];
    const box = make("div", "dial");
    const words = make("label", "", label);
    words.htmlFor = name;
    const output = make("output");
    output.htmlFor = name;
    output.setAttribute("aria-live", "off"); // the slider itself tells its value
    const input = Object.assign(make("input"), { type: "range", id: name, step: 1 });
    input.addEventListener("input", () => {
      const k = Number(input.value);
      this.setDial(name, k);
      if (name === "density") this.readAt(k);
      this.change({ [name]: value(this.state, k) });
    });
    box.append(words, output, input);
    this.at(".dials").append(box);
    return { input, output };
  }

  listenToPlot() { // the dashed line can be dragged
    const plot = this.at(".plot svg");
    const read = (event) => {
      const x = (event.clientX - plot.getBoundingClientRect().left - MARGIN.left) / this.scale.wide;
      const gaps = this.state.densities.map((density) => Math.abs(density - x));
      const k = gaps.indexOf(Math.min(...gaps));
      if (k === this.reading) return;
      this.setDial("density", k);
      this.readAt(k);
      this.change({ density: this.state.densities[k] });
    };
    plot.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      plot.setPointerCapture(event.pointerId);
      read(event);
    });
    plot.addEventListener("pointermove", (event) => {
      if (plot.hasPointerCapture(event.pointerId)) read(event);
    });
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
    else if (game) this.askForGame(game);
    else if (button.dataset.do) this.send({ do: button.dataset.do });
  }

  askForGame(which) {
    const agent = this.at("select").value;
    this.replay.replaceChildren();
    this.at(".caption").textContent = `Preparing the ${which} game of ${agent} …`;
    this.send({ do: "game", which, agent });
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
    if (!this.waitsFor) this.say(state.said);
    this.at(".left-out").textContent = state.note;
    this.at(".how").textContent = state.guess_note;
  }

  syncDials() {
    const { state } = this;
    for (const [name, { range, place }] of Object.entries(DIALS)) {
      const { input } = this.dials[name];
      [input.min, input.max] = range(state);
      this.setDial(name, place(state));
    }
    this.reading = state.at;
  }

  setDial(name, k) {
    const { input, output } = this.dials[name];
    input.value = k;
    output.textContent = DIALS[name].words(this.state, k);
    input.setAttribute("aria-valuetext", output.textContent);
    const part = (k - input.min) / (input.max - input.min || 1);
    input.style.setProperty("--part", part);
  }

  readAt(k) {
    this.reading = k;
    this.paint();
  }

  showChoices() {
    const { state } = this;
    const choices = { guess: state.guesses, measure: state.measures };
    for (const [what, names] of Object.entries(choices)) {
      const area = this.at(`[data-choice=${what}]`);
      fill(area, names, ([value, words]) => {
        const button = make("button", "", words);
        button.dataset.choice = value;
        return button;
      });
      for (const button of area.children)
        button.setAttribute("aria-pressed", button.dataset.choice === state[what]);
    }
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
    button.dataset.do = words ? "start" : "stop";
    button.textContent = words || "Stop";
    button.setAttribute("aria-disabled", idle);
  }

  showShare(share) { this.at("progress").value = share; }

  receive({ game, about }) {
    if (game === undefined) return;
    this.at(".caption").textContent = about;
    showPlayer(this.replay, game);
  }

  order() { // curves from top to bottom at the dashed line
    const density = this.drawn ? this.drawn.densities[this.reading] : 0;
    const value = (curve) => curve.mean[curve.x.findIndex((x) => Math.abs(x - density) < 1e-4)];
    return this.curves.map((curve) => [curve, value(curve)])
      .sort(([, a], [, b]) => (b ?? -1) - (a ?? -1));
  }

  showTable() {
    const { drawn } = this;
    if (!drawn) return;
    const density = drawn.densities[drawn.at];
    const rows = new Map(drawn.table.rows.map(([name, ...values]) => [name, values]));
    const where = `At density ${density.toFixed(2)}`;
    this.at("thead tr").replaceChildren(...[where, ...drawn.table.heads].map((words) => {
      const head = make("th", "", words);
      head.scope = "col";
      return head;
    }));
    const mean = (curve) => curve.mean[drawn.at] ?? -1;
    const order = [...this.curves].sort((a, b) => mean(b) - mean(a)).map((curve) => curve.name);
    this.at("tbody").replaceChildren(...order.filter((name) => rows.has(name)).map((name) => {
      const row = make("tr");
      const head = make("th");
      head.scope = "row";
      head.title = name;
      head.append(makeMarker(this.looks[name]), make("span", "", name));
      row.append(head, ...rows.get(name).map((text) => make("td", "", text)));
      return row;
    }));
    const select = this.at("select");
    fill(select, this.curves.map((curve) => curve.name), (name) => Object.assign(make("option", "", name), { value: name }));
    if (order.includes(this.of)) select.value = this.of;
    for (const button of this.card.querySelectorAll("[data-game]"))
      button.setAttribute("aria-disabled", !order.length);
  }

  paint() {
    const { drawn, reading } = this;
    const svg = this.at(".plot svg");
    const width = this.at(".plot").clientWidth;
    if (!width || !drawn) return;
    const height = Math.round(Math.max(250, Math.min(420, width * 0.68)));
    const wide = width - MARGIN.left - MARGIN.right, high = height - MARGIN.top - MARGIN.bottom;
    const { top } = drawn;
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
    grid.append(makeSvg("text", { x: 0, y: 12 }, drawn.axis),
      makeSvg("text", { x: x(0.5), y: height - 4, "text-anchor": "middle" }, "density (mines / cells; at 1 every cell is a mine)"));
    const line = Math.round(x(this.state.densities[reading] ?? 0)) + 0.5;
    const marks = this.curves.map((curve, place) => this.drawCurve(curve, place, x, y));
    svg.replaceChildren(grid, ...marks.map(([band]) => band),
      makeSvg("line", { x1: line, x2: line, y1: MARGIN.top, y2: y(0), class: "reading" }),
      ...marks.map(([, curve]) => curve));
    this.nameCurves(svg, width);
  }

  drawCurve(curve, place, x, y) { // the band, and the line with a marker on some of its points
    const look = this.looks[curve.name];
    const points = curve.x.map((density, k) => [x(density), y(curve.mean[k])]);
    const edge = (ends) => curve.x.map((density, k) => `${x(density)},${y(ends[k] ?? curve.mean[k])}`);
    const band = wear(makeSvg("path", { class: "band", fill: "currentColor",
      d: `M${edge(curve.low).join("L")}L${edge(curve.high).reverse().join("L")}Z` }), look);
    const group = wear(makeSvg("g", { class: "curve" }), look);
    group.dataset.name = curve.name;
    group.append(makeSvg("path", { class: "line", d: `M${points.map((p) => p.join(",")).join("L")}`,
      "stroke-width": LINE, "stroke-dasharray": look.dash.map((part) => part * LINE).join(" ") }));
    const every = Math.min(4, Math.max(1, Math.floor(points.length / 5)));
    points.forEach(([px, py], k) => {
      if (k % every !== place % every) return;
      group.append(makeSvg("path", { d: look.shape, class: "dot",
        transform: `translate(${px},${py}) scale(${MARKER})` }));
    });
    return [band, group];
  }

  nameCurves(svg, width) {
    const names = this.at(".names");
    const order = this.order();
    const density = this.state.densities[this.reading] ?? 0;
    const digits = this.drawn.measure === "guesses" ? 1 : 3;
    const words = (value) => (value === undefined || value === null ? "–" : value.toFixed(digits));
    const head = make("li", "where", `at ${density.toFixed(2)}`);
    names.hidden = width < 480 || !order.length;
    names.classList.toggle("many", order.length > 8);
    names.replaceChildren(head, ...order.map(([curve, value]) => {
      const item = make("li");
      item.append(makeMarker(this.looks[curve.name]), make("b", "", curve.name), make("span", "", words(value)));
      return item;
    }));
    this.placeNames(names, width);
    const told = order.map(([curve, value]) => `${curve.name} ${words(value)}`).join(", ");
    svg.setAttribute("aria-label", order.length
      ? `Curves by density: ${this.drawn.axis}. At ${density.toFixed(2)}: ${told}.`
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
