// The player of a recorded game. It lives in a shadow root, so that it and the page cannot disturb
// each other, and it needs neither network nor kernel. `player.py` puts this text inside a function
// of its own and calls `start`.
//
// game.turns holds one entry a turn: c its cell (cells are counted row by row), m its method,
// f 1 for a flag, o the other cells that came open, s its sentence and p the cells named in it;
// then the marks: w why (ab 1: lettered), x scope, u supposed, tm and ts what would follow (mines,
// safe cells), b the clue that breaks. What a cell shows once it is open stands in game.truth.

const COVERED = -1, FLAG = -2, BLAST = -3, GOLD = 9;
const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = [1, 4, 16];
const ZOOM = { over: 50, rows: 13, cols: 17 }; // above 50 x 50 only a window around the move

const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4.5 19 12 7 19.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  next: "M7 5l10 7-10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};

const SKELETON = `
  <div class="head"><svg class="marker" viewBox="-8 -8 16 16"><path/></svg><b class="agent"></b>
    <span class="about"></span><span class="note"></span></div>
  <div class="board"><div class="pan"><div class="grid" role="img"></div></div></div>
  <dl class="counters">
    <div><dt>Turn</dt><dd class="turn"></dd></div><div><dt>Guesses</dt><dd class="guesses"></dd></div>
    <div><dt>Blasts</dt><dd class="blasts"></dd></div>
    <div class="purse"><dt>Gold</dt><dd class="gold"></dd></div>
    <div class="purse"><dt>Lives</dt><dd class="lives"></dd></div>
    <div><dt class="score-name"></dt><dd class="score"></dd></div>
  </dl>
  <div class="reason" role="status" tabindex="0">
    <p class="what"><i class="swatch"></i><b class="method"></b><span class="answer"></span></p>
    <div class="sentence"></div>
  </div>
  <div class="legend"><span>Risk 0%</span><i></i><span>100%</span></div>
  <div class="key"><span><i class="move"></i>move</span><span><i class="why"></i>why</span
    ><span class="key-supposed"><i class="supposed"></i>supposed</span></div>
  <div class="toggles">
    <button class="pill" data-toggle="truth"><i></i>Truth</button>
    <button class="pill" data-toggle="risk"><i></i>Risk</button>
    <button class="pill" data-toggle="coordinates"><i></i>Coordinates</button>
  </div>
  <div class="time">
    <svg class="future" aria-hidden="true"></svg><svg class="past" aria-hidden="true"></svg>
    <i class="playhead"></i><input type="range" min="0" step="1" aria-label="Turn">
  </div>
  <div class="methods"></div>
  <div class="bar">
    <div class="transport">
      <button data-do="first" title="First (Home)"></button>
      <button data-do="back" title="Back (Left)"></button>
      <button data-do="play" class="play"></button>
      <button data-do="next" title="Next (Right)"></button>
      <button data-do="last" title="Last (End)"></button>
    </div>
    <button class="jump" data-jump="guess" title="Next guess (G)">Next guess</button>
    <button class="jump" data-jump="blast" title="Next blast (B)">Next blast</button>
    <div class="speeds" role="group" aria-label="Speed"></div>
  </div>`;

function start(host, css, game) {
  const style = make("style", "", css);
  const card = make("div", "card");
  card.innerHTML = SKELETON;
  host.attachShadow({ mode: "open" }).append(style, card);
  followTheme(host, () => player.repaint());
  const player = new Player(card, game);
}

function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

function makeSvg(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// JupyterLab says on <body> which theme it wears; elsewhere the reader's system decides.
function followTheme(host, changed) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const update = () => {
    const said = document.body.dataset.jpThemeLight;
    const dark = said === undefined ? system.matches : said === "false";
    const theme = dark ? "dark" : "light";
    if (host.dataset.theme === theme) return;
    host.dataset.theme = theme;
    requestAnimationFrame(changed);
  };
  system.addEventListener("change", update);
  const watch = { attributes: true, attributeFilter: ["data-jp-theme-light"] };
  new MutationObserver(update).observe(document.body, watch);
  update();
}

const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

// The game as it stands after some turn; it moves to any other by making or taking back turns.
class Film {
  constructor(game) {
    this.game = game;
    this.turns = game.turns;
    this.length = game.turns.length;
    this.codes = new Int8Array(game.rows * game.cols).fill(COVERED);
    this.turn = 0;
    const is = (what) => (turn) => this.uses(turn, what);
    this.guesses = running(this.turns.map(is("guess")));
    this.blasts = running(this.turns.map(is("blast")));
    const golden = (turn) => this.opened(turn).filter((cell) => this.shows(cell) === GOLD).length;
    this.gold = running(this.turns.map(golden));
    this.wrong = running(this.turns.map((turn) => turn.f && !this.mined(turn.c)));
  }

  mined(cell) { return "Md".includes(this.game.truth[cell]); }

  shows(cell) { // the code of a cell once it is open
    const letter = this.game.truth[cell];
    return this.mined(cell) ? BLAST : letter === "g" ? GOLD : Number(letter);
  }

  opened(turn) { return turn.f ? [] : [turn.c, ...(turn.o || [])]; }

  uses(turn, what) { // what: "guess", "blast", or the number of a method
    if (what === "blast") return this.opened(turn).some((cell) => this.mined(cell));
    return what === "guess" ? this.game.methods[turn.m].name === "guess" : turn.m === what;
  }

  goTo(turn) {
    for (; this.turn < turn; this.turn++) {
      const made = this.turns[this.turn];
      if (made.f) this.codes[made.c] = FLAG;
      for (const cell of this.opened(made)) this.codes[cell] = this.shows(cell);
    }
    for (; this.turn > turn; this.turn--) {
      const made = this.turns[this.turn - 1];
      this.codes[made.c] = COVERED;
      for (const cell of this.opened(made)) this.codes[cell] = COVERED;
    }
  }

  find(what, from, step) { // the nearest turn of that kind before or after one, or 0
    for (let n = from + step; n >= 1 && n <= this.length; n += step)
      if (this.uses(this.turns[n - 1], what)) return n;
    return 0;
  }

  get lives() { // gold brings one, a blast costs one
    const { lives } = this.game;
    return lives === null ? "any" : lives + this.gold[this.turn] - this.blasts[this.turn];
  }

  get score() {
    const { goal, mines, result } = this.game;
    if (goal !== "mark" || this.turn === this.length) return this.turn < this.length ? "–" : result;
    const lost = this.blasts[this.turn] + this.wrong[this.turn];
    return Math.max(0, mines ? 1 - lost / mines : Number(!lost)).toFixed(2);
  }

  risksBefore(turn) { // percent by cell, as known before that turn; -1 where there is none
    const risks = new Int8Array(this.codes.length).fill(-1);
    for (const change of this.game.risks.slice(0, turn))
      for (const [value, ...cells] of change) for (const cell of cells) risks[cell] = value;
    return risks;
  }

  place(cell) { return `(${Math.floor(cell / this.game.cols)},\u00a0${cell % this.game.cols})`; }

  answer(turn) {
    if (turn.f) return "";
    const code = this.shows(turn.c);
    const said = code === BLAST ? "a mine" : code === GOLD ? "gold" : `clue ${code}`;
    return turn.o ? `${said}, and ${count(turn.o.length, "more cell")}` : said;
  }

  summary() {
    const n = (test) => this.codes.reduce((sum, code) => sum + test(code), 0);
    const parts = [[n((c) => c === COVERED), "covered"], [n((c) => c >= 0), "open"],
      [n((c) => c === FLAG), "flagged"], [n((c) => c === BLAST), "blown up"]];
    const { rows, cols } = this.game;
    const told = parts.filter(([k]) => k).map(([k, name]) => `${k} ${name}`).join(", ");
    return `${count(rows, "row")}, ${count(cols, "column")}: ${told}`;
  }
}

function running(counts) { // the sum of the first n; true counts as 1
  const sums = [0];
  for (const n of counts) sums.push(sums[sums.length - 1] + Number(n || 0));
  return sums;
}

// The cells as elements of a grid. Only those that look different from before are touched.
class Board {
  constructor(area, game, film, see) {
    Object.assign(this, { game, film, see, marks: new Map(), move: -1 });
    this.pan = area.querySelector(".pan");
    this.grid = area.querySelector(".grid");
    this.large = Math.max(game.rows, game.cols) > ZOOM.over;
    this.rows = this.large ? Math.min(game.rows, ZOOM.rows) : game.rows;
    this.cols = this.large ? Math.min(game.cols, ZOOM.cols) : game.cols;
    this.top = this.left = 0;
    if (this.large) this.addOverview(area);
    this.build();
  }

  build() {
    this.across = Array.from({ length: this.cols }, () => make("span", "label across"));
    this.down = Array.from({ length: this.rows }, () => make("span", "label down"));
    this.cells = Array.from({ length: this.rows * this.cols }, () => make("span"));
    this.looks = this.cells.map(() => "");
    this.grid.append(make("span", "label corner"), ...this.across);
    this.down.forEach((label, r) =>
      this.grid.append(label, ...this.cells.slice(r * this.cols, (r + 1) * this.cols)));
    this.grid.style.setProperty("--cols", this.cols);
    this.glyphs = Object.fromEntries(Object.entries(this.game.glyphs).map(
      ([name, shapes]) => [name, makeGlyph(name, shapes)]));
  }

  addOverview(area) { // the whole board, a pixel a cell, with a frame around the window
    this.canvas = make("canvas");
    this.canvas.width = this.game.cols;
    this.canvas.height = this.game.rows;
    this.lens = make("i", "lens");
    const whole = make("div", "whole");
    whole.append(this.canvas, this.lens);
    area.prepend(whole);
    area.classList.add("large");
  }

  resize(width, narrow) {
    this.size = cellSize(this.game, this.rows, this.cols, width, narrow, this.see.coordinates);
    const { style } = this.grid;
    style.setProperty("--u", `${this.size}px`);
    style.setProperty("--gap", this.size < 20 ? "1px" : "1.5px");
    style.setProperty("--gutter", this.see.coordinates ? "22px" : "0px");
    this.grid.classList.toggle("small", this.size < 24);
    this.grid.classList.toggle("plain", !this.see.coordinates);
    this.looks.fill("");
  }

  point(turn) { // take over the marks of a turn
    const marks = new Map();
    const mark = (cells, name) => {
      for (const cell of cells || []) marks.set(cell, [...(marks.get(cell) || []), name]);
    };
    this.move = turn ? turn.c : -1;
    if (turn) {
      mark(turn.x, "scope");
      mark(turn.w, "why");
      if (turn.ab) turn.w.forEach((cell, k) => mark([cell], "tab" + "AB"[k]));
      mark(turn.u, "supposed");
      mark(turn.tm, "then a mine");
      mark(turn.ts, "then safe");
      mark(turn.b === undefined ? [] : [turn.b], "broken");
      mark([turn.c], "move");
    }
    this.marks = marks;
    if (this.large && turn) this.aim(turn.c);
  }

  aim(cell) { // move the window so that the cell is well inside
    const { rows, cols } = this.game;
    const shift = (at, from, span, all) => at >= from + 2 && at < from + span - 2 ? from
      : Math.max(0, Math.min(all - span, at - (span >> 1)));
    this.top = shift(Math.floor(cell / cols), this.top, this.rows, rows);
    this.left = shift(cell % cols, this.left, this.cols, cols);
  }

  paint(fresh) { // fresh: cells that have just come open
    const { cols } = this.game;
    const news = new Set(fresh);
    this.risks = this.see.risk ? this.film.risksBefore(Math.max(1, this.film.turn)) : null;
    this.cells.forEach((node, k) => {
      const cell = (this.top + Math.floor(k / this.cols)) * cols + this.left + (k % this.cols);
      const look = this.look(cell, news.has(cell));
      const key = JSON.stringify(look);
      if (key === this.looks[k]) return;
      this.looks[k] = key;
      this.dress(node, look);
    });
    this.number();
    this.grid.setAttribute("aria-label", this.film.summary());
    if (this.large) this.paintOverview();
    this.keepInView();
  }

  look(cell, fresh) {
    const { film, see } = this;
    const code = film.codes[cell];
    const marks = this.marks.get(cell) || [];
    const look = { names: [...marks.filter((name) => !name.includes(" "))], glyphs: [] };
    if (fresh) look.names.push("fresh");
    if (code >= 0) {
      look.names.push("open", `n${code}`);
      if (code === GOLD) look.glyphs.push("gold");
      else if (code) look.text = String(code);
    } else if (code === BLAST) {
      look.names.push("blast");
      look.glyphs.push("blast");
    } else if (code === FLAG) {
      look.names.push("covered");
      look.glyphs.push("flag");
      if (film.turn === film.length && !film.mined(cell)) look.glyphs.push("struck");
    } else {
      look.names.push("covered");
      this.lookCovered(cell, look, see.truth && film.mined(cell), marks);
    }
    if (marks.includes("broken")) look.glyphs.push("broken");
    return look;
  }

  lookCovered(cell, look, isMine, marks) {
    const risk = this.risks ? this.risks[cell] : -1;
    look.glyphs.push(...marks.filter((name) => name.startsWith("then ")));
    if (isMine) look.glyphs.push("truth");
    if (risk >= 0) {
      look.risk = risk;
      look.names.push("risk");
      if (risk === 0 || risk === 100) look.names.push("certain");
      if (!isMine && this.size >= 24) look.text = String(risk);
    } else if (marks.includes("supposed") && !marks.includes("move")) look.text = "?";
  }

  dress(node, look) {
    node.className = look.names.join(" ");
    node.textContent = look.text || "";
    node.append(...look.glyphs.map((name) => this.glyphs[name].cloneNode(true)));
    const { risk } = look;
    const step = risk === undefined ? -1
      : risk % 100 ? Math.min(Math.max(Math.round(risk / 10), 1), 9) : risk / 10;
    node.style.background = step < 0 ? "" : `var(--risk${step})`;
    node.style.color = step < 0 ? "" : `var(--risk-ink${step})`;
    node.title = step < 0 ? "" : `risk ${risk}%`;
  }

  number() {
    const { cols } = this.game;
    const name = (label, k, here) => {
      label.textContent = k;
      label.classList.toggle("here", this.move >= 0 && k === here);
    };
    this.across.forEach((label, c) => name(label, this.left + c, this.move % cols));
    this.down.forEach((label, r) => name(label, this.top + r, Math.floor(this.move / cols)));
  }

  paintOverview() {
    const { rows, cols } = this.game;
    const style = getComputedStyle(this.grid);
    const shade = (name) => parseInt(style.getPropertyValue(`--${name}`).trim().slice(1), 16);
    const shades = { [COVERED]: shade("covered"), [FLAG]: shade("edge"), [BLAST]: shade("blast") };
    const open = shade("open");
    const image = new ImageData(cols, rows);
    this.film.codes.forEach((code, cell) => {
      const rgb = code >= 0 ? open : shades[code];
      image.data.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], cell * 4);
    });
    this.canvas.getContext("2d").putImageData(image, 0, 0);
    Object.assign(this.lens.style, {
      left: `${(100 * this.left) / cols}%`, top: `${(100 * this.top) / rows}%`,
      width: `${(100 * this.cols) / cols}%`, height: `${(100 * this.rows) / rows}%`,
    });
  }

  keepInView() {
    const { pan, size } = this;
    if (this.move < 0 || pan.scrollWidth <= pan.clientWidth) return;
    const x = ((this.move % this.game.cols) - this.left) * size;
    const room = pan.clientWidth - (this.see.coordinates ? 22 : 0) - 2 * size;
    if (x < pan.scrollLeft + size / 2) pan.scrollLeft = x - size;
    else if (x > pan.scrollLeft + room) pan.scrollLeft = x - room + size;
  }
}

function makeGlyph(name, shapes) {
  const svg = makeSvg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (name === "truth") svg.style.opacity = 0.5;
  for (const [d, width, colour] of shapes) {
    const path = makeSvg("path", { d });
    const shade = colour === "white" ? "#fff" : `var(--${colour})`;
    path.style.fill = width ? "none" : shade;
    if (width) Object.assign(path.style, { stroke: shade, strokeWidth: width });
    svg.append(path);
  }
  return svg;
}

// Boards of up to 24 columns share the width with the words; no board is higher than 560 pixels.
function cellSize(game, rows, cols, width, narrow, coordinates) {
  const room = width - (coordinates ? 24 : 0);
  const high = Math.floor(560 / rows);
  const clamp = (low, size) => Math.max(low, Math.min(44, high, size));
  if (game.rows > ZOOM.over || game.cols > ZOOM.over) return narrow ? 22 : 24;
  if (narrow) return clamp(22, Math.floor((room - 6) / cols));
  if (cols > 24) return clamp(18, Math.floor(room / cols));
  const [, usual] = game.sizes.find(([most]) => cols <= most);
  return clamp(18, Math.min(usual, Math.floor((width * 0.63 - 24) / cols)));
}

// The timeline: deductions rise, dearer ones higher; guesses hang below. The range input that
// lies over it has a thumb as wide as one turn, so that pointer and bars agree.
class Timeline {
  constructor(area, film) {
    Object.assign(this, { area, film });
    this.layers = area.querySelectorAll("svg");
    this.input = area.querySelector("input");
    this.input.max = film.length;
  }

  resize() {
    const width = this.area.clientWidth;
    if (!width) return;
    this.slot = width / (this.film.length + 1);
    this.area.style.setProperty("--thumb", `${this.slot}px`);
    const paths = [...this.bars()];
    for (const layer of this.layers)
      layer.replaceChildren(...paths.map(([shade, d]) => {
        const path = makeSvg("path", { d });
        path.style.fill = `var(--${shade})`;
        return path;
      }));
    this.show();
  }

  bars() { // one path a colour; bins of turns where single ones would be too thin
    const { film, slot } = this;
    const bin = Math.max(1, Math.ceil(2.5 / slot));
    const pitch = bin * slot;
    const width = Math.min(20, pitch > 5 ? pitch - 1.6 : pitch > 3 ? pitch - 1 : pitch * 0.65);
    const wide = width.toFixed(2);
    const paths = new Map();
    const add = (shade, d) => paths.set(shade, (paths.get(shade) || "") + d);
    for (let n = 0; n < film.length; n += bin) {
      const turns = film.turns.slice(n, n + bin);
      const middle = slot * (1 + n) + pitch / 2;
      const x = (middle - width / 2).toFixed(2);
      const proofs = turns.filter((turn) => !film.uses(turn, "guess"));
      if (proofs.length) {
        const rank = (turn) => film.game.methods[turn.m].rank;
        const dearest = proofs.reduce((a, b) => (rank(b) > rank(a) ? b : a));
        add(`m${dearest.m}`, `M${x} 34v${-2 - 4 * rank(dearest)}h${wide}V34z`);
      }
      const blast = turns.some((turn) => film.uses(turn, "blast"));
      const guess = turns.find((turn) => film.uses(turn, "guess"));
      if (blast || guess) add(blast ? "blast" : `m${guess.m}`, `M${x} 35v9h${wide}v-9z`);
      if (blast)
        add("blast", `M${(middle - 3.3).toFixed(2)} 45.5a3.3 3.3 0 0 0 6.6 0a3.3 3.3 0 0 0-6.6 0`);
    }
    return paths;
  }

  show() {
    const { turn, length, game } = this.film;
    this.area.style.setProperty("--at", `${(turn + 0.5) * this.slot}px`);
    this.input.value = turn;
    const made = this.film.turns[turn - 1];
    const text = made ? `Turn ${turn} of ${length}, ${game.methods[made.m].name}, ` +
      [`${made.f ? "flag" : "open"} ${this.film.place(made.c)}`, this.film.answer(made)]
        .filter(Boolean).join(", ") : `Start of ${count(length, "turn")}`;
    this.input.setAttribute("aria-valuetext", text.replaceAll("\u00a0", " "));
  }
}

// A sentence as pieces of text in the marks of the board. A piece marked "step" begins an item of
// a numbered list, one marked "rest" ends the list.
function writeSentence(area, film, turn) {
  area.replaceChildren();
  const cells = [...(turn.p || [])];
  let line = area.appendChild(make("p"));
  let list = null;
  for (const [mark, ...pieces] of film.game.sentences[turn.s]) {
    if (mark === "step") {
      list = list || area.appendChild(make("ol"));
      line = list.appendChild(make("li"));
    } else if (mark === "rest") line = area.appendChild(make("p"));
    const text = pieces.map((piece, k) => (k ? film.place(cells.shift()) : "") + piece).join("");
    line.append(...marked(text, mark));
  }
  if (list && list.children.length > 3) shorten(list);
}

function shorten(list) { // where there is little room, only the first and the last step
  const steps = [...list.children];
  steps.forEach((step, k) => (step.value = k + 1));
  steps.slice(1, -1).forEach((step) => step.classList.add("middle"));
  const more = make("button", "", count(steps.length - 2, "more step"));
  more.addEventListener("click", () => list.classList.add("whole-proof"));
  const item = make("li", "more");
  item.append(more);
  steps[0].after(item);
}

function marked(text, mark) {
  if (!["move", "why", "supposed"].includes(mark)) return [text];
  const node = make("span", `mark ${mark}`);
  const letter = mark === "why" && text.match(/^([AB])( at .*)$/s);
  if (letter) node.append(make("b", "", letter[1]), letter[2]);
  else node.textContent = text;
  return [node];
}

class Player {
  constructor(card, game) {
    Object.assign(this, { card, game, speed: 4, timer: 0, wordsAt: 0, byPointer: false });
    this.see = { truth: false, risk: false, coordinates: true };
    this.chosen = false; // whether the reader has set the coordinates
    this.film = new Film(game);
    this.board = new Board(this.at(".board"), game, this.film, this.see);
    this.timeline = new Timeline(this.at(".time"), this.film);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.fillIn();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(card);
    this.resize();
    this.goTo(game.start);
  }

  at(selector) { return this.card.querySelector(selector); }
  all(selector) { return [...this.card.querySelectorAll(selector)]; }

  fillIn() { // everything that stays the same
    const { game, card } = this;
    card.tabIndex = -1;
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", `Game of ${game.agent}, ${game.about}`);
    card.classList.toggle("under", game.cols > 24);
    this.at(".marker path").setAttribute("d", game.marker);
    this.at(".agent").textContent = game.agent;
    this.at(".about").textContent = game.about;
    this.at(".note").textContent = game.note;
    this.at(".score-name").textContent = game.goal === "mark" ? "Score" : "Result";
    this.at("[data-toggle=risk]").hidden = !game.risks;
    this.hasPurse = game.gold !== null;
    this.at(".counters").classList.toggle("with-purse", this.hasPurse);
    if (!this.hasPurse) for (const node of this.all(".purse")) node.remove();
    this.at(".key-supposed").hidden = !game.turns.some((turn) => turn.u);
    for (const button of this.all("[data-do]")) setIcon(button, button.dataset.do);
    this.at(".speeds").append(...SPEEDS.map((speed) => {
      const button = make("button", "", `${speed}×`);
      button.dataset.speed = speed;
      return button;
    }));
    this.at(".methods").append(...game.methods.map((method, m) => this.methodCount(method, m)));
  }

  methodCount(method, m) {
    const uses = this.game.turns.filter((turn) => turn.m === m).length;
    const button = make("button", uses ? "" : "unused");
    const swatch = make("i", "swatch");
    swatch.style.background = `var(--m${m})`;
    button.append(swatch, method.name, make("b", "", String(uses)));
    button.dataset.jump = m;
    button.title = uses ? `Next use of ${method.name}` : "";
    button.disabled = !uses;
    return button;
  }

  listen() {
    const { card } = this;
    card.addEventListener("click", (event) => this.click(event.target.closest("button")));
    card.addEventListener("keydown", (event) => this.key(event));
    card.addEventListener("keyup", (event) => event.stopPropagation());
    card.addEventListener("pointerdown", () => (this.byPointer = true));
    this.timeline.input.addEventListener("input", (event) => {
      this.stop();
      this.goTo(Number(event.target.value));
    });
  }

  click(button) {
    if (!button) return;
    const { toggle, speed, jump } = button.dataset;
    if (button.dataset.do) this.act(button.dataset.do);
    else if (toggle) this.toggle(toggle);
    else if (speed) this.setSpeed(Number(speed));
    else if (jump) this.jump(/^\d+$/.test(jump) ? Number(jump) : jump, 1);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.key === "Tab") this.byPointer = false;
    // A button reached by keyboard keeps its own space bar; one just clicked does not.
    const onButton = event.target.closest("button") && !this.byPointer;
    if (event.key === "Enter" || (event.key === " " && onButton)) return;
    const done = this.keys(event.shiftKey)[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (!done) return;
    event.preventDefault();
    done();
  }

  keys(shift) {
    const way = shift ? -1 : 1;
    const step = shift ? 10 : 1;
    const made = this.film.turns[this.film.turn - 1];
    return {
      ArrowLeft: () => this.step(-step), ArrowRight: () => this.step(step),
      Home: () => this.act("first"), End: () => this.act("last"), " ": () => this.act("play"),
      Escape: () => this.stop(),
      g: () => this.jump("guess", way), b: () => this.jump("blast", way),
      m: () => made && this.jump(made.m, way),
      t: () => this.toggle("truth"), r: () => this.toggle("risk"),
      c: () => this.toggle("coordinates"),
      "+": () => this.faster(1), "=": () => this.faster(1), "-": () => this.faster(-1),
      _: () => this.faster(-1),
    };
  }

  act(what) {
    const { film } = this;
    if (what === "play") return this.timer ? this.stop() : this.play();
    this.step({ first: -film.length, back: -1, next: 1, last: film.length }[what]);
  }

  step(by) {
    this.stop();
    this.goTo(Math.max(0, Math.min(this.film.length, this.film.turn + by)));
  }

  jump(what, way) {
    this.stop();
    const turn = this.film.find(what, this.film.turn, way);
    if (turn) this.goTo(turn);
  }

  toggle(what) {
    if (what === "risk" && !this.game.risks) return;
    this.see[what] = !this.see[what];
    if (what === "coordinates") this.chosen = true;
    this.resize();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.showControls();
  }

  faster(by) {
    const k = SPEEDS.indexOf(this.speed) + by;
    if (SPEEDS[k]) this.setSpeed(SPEEDS[k]);
  }

  play() {
    if (this.film.turn === this.film.length) this.goTo(0);
    this.at(".reason").setAttribute("aria-live", "off");
    const tick = () => {
      if (this.film.turn === this.film.length) return this.stop();
      this.goTo(this.film.turn + 1, this.speed === 16);
      this.timer = setTimeout(tick, this.pause());
    };
    this.timer = setTimeout(tick, 0);
    this.showControls();
  }

  pause() { // milliseconds to look at this turn: longer where more happens
    const { film } = this;
    const turn = film.turns[film.turn - 1];
    const { rank } = this.game.methods[turn.m];
    const weight = film.uses(turn, "blast") ? 3 : [1.5, 0.5, 1.5, 1.5][rank] || 2.5;
    return (1000 * weight) / this.speed;
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.at(".reason").removeAttribute("aria-live");
    this.goTo(this.film.turn);
  }

  goTo(turn, hurried = false) {
    const { film, board } = this;
    const forward = turn === film.turn + 1;
    film.goTo(turn);
    const made = film.turns[turn - 1];
    const now = performance.now();
    if (!hurried || now - this.wordsAt > 250) {
      this.wordsAt = now;
      board.point(made);
      this.showReason(made);
    }
    board.paint(forward && !this.calm.matches ? film.opened(made) : []);
    this.timeline.show();
    this.showControls();
  }

  repaint() {
    this.board.looks.fill("");
    this.board.paint([]);
  }

  resize() {
    const width = this.card.clientWidth;
    if (!width) return;
    const narrow = width < 640;
    if (!this.chosen) this.see.coordinates = !narrow;
    this.board.resize(width - (narrow ? 24 : 32), narrow);
    this.timeline.resize();
    this.board.paint([]);
    this.showControls();
  }

  showControls() {
    const { film } = this;
    const turn = make("span", "of", ` / ${film.length}`);
    this.at(".turn").replaceChildren(String(film.turn), turn);
    this.at(".guesses").textContent = film.guesses[film.turn];
    this.at(".blasts").textContent = film.blasts[film.turn];
    if (this.hasPurse) {
      const gold = make("span", "of", ` / ${this.game.gold}`);
      this.at(".gold").replaceChildren(String(film.gold[film.turn]), gold);
      this.at(".lives").textContent = film.lives;
    }
    this.at(".score").textContent = film.score;
    for (const button of this.all("[data-toggle]"))
      button.setAttribute("aria-pressed", this.see[button.dataset.toggle]);
    for (const button of this.all("[data-speed]"))
      button.setAttribute("aria-pressed", Number(button.dataset.speed) === this.speed);
    for (const button of this.all(".jump"))
      button.setAttribute("aria-disabled", !film.find(button.dataset.jump, film.turn, 1));
    this.card.classList.toggle("risky", this.see.risk);
    const play = this.at(".play");
    const name = this.timer ? "pause" : "play";
    if (play.dataset.icon !== name) setIcon(play, name);
    play.title = this.timer ? "Pause (Space)" : "Play (Space)";
  }

  showReason(turn) {
    const { film, game } = this;
    this.at(".swatch").style.background = turn ? `var(--m${turn.m})` : "none";
    this.at(".method").textContent = turn ? game.methods[turn.m].name : "start";
    if (!turn) {
      this.at(".answer").textContent = `${count(film.codes.length, "covered cell")}`;
      this.at(".sentence").replaceChildren();
      return;
    }
    const answer = film.answer(turn);
    const move = `${turn.f ? "flag" : "open"} ${film.place(turn.c)}`;
    this.at(".answer").textContent = answer ? `${move}: ${answer}` : move;
    writeSentence(this.at(".sentence"), film, turn);
    this.at(".reason").scrollTop = 0;
  }
}

function setIcon(button, name) {
  const svg = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(makeSvg("path", { d: ICONS[name] }));
  button.replaceChildren(svg);
  button.dataset.icon = name;
  button.setAttribute("aria-label", name[0].toUpperCase() + name.slice(1));
}
