// The player of recorded games: one, or several on the same board side by side. `player.py` puts
// this text inside a function of its own, after page.js, and has `start` called.
//
// data.games holds the games; what is beside it they share. game.turns holds one entry per turn: its
// cell, whether it is a flag, the other cells that came open (more), the number of its method, the
// spans of its sentence (words) and its marks by name. game.truth tells what a cell shows once it is
// open. game.risks holds the changes of risk in percent before each turn, or a number of data.gaps.

const SPEEDS = [1, 4, 16];
const ZOOM = { over: 50, rows: 13, cols: 17 }; // above 50 x 50 only a window around the move
const GAP = 28; // pixels between neighbouring boards

const NAME = `<svg class="marker" viewBox="-8 -8 16 16" aria-hidden="true"><path/></svg><b class="agent"></b>`;
const SKELETON = `
  <div class="head"><span class="name">${NAME}</span><b class="title"></b>
    <span class="about"></span><span class="note"></span>
    <div class="align" role="group" aria-label="Align by"><span>Align by</span
      ><div class="choice"><button data-align="turn" title="All games at the same turn">turn</button><button
        data-align="guess" title="All games make their nth guess together">guess</button></div></div>
  </div>
  <div class="panels"></div>
  <div class="legend"><span class="scale"><span>Risk 0%</span><i></i><span>100%</span></span
    ><span class="no-risk"></span></div>
  <div class="key"><span><i class="move"></i>move</span><span><i class="why"></i>why</span
    ><span class="key-supposed"><i class="supposed"></i>supposed</span></div>
  <div class="toggles">
    <button class="pill" data-toggle="truth" title="Truth (T)"><i></i>Truth</button>
    <button class="pill" data-toggle="risk" title="Exact risks before the move (R)"><i></i>Risk</button>
    <button class="pill" data-toggle="coordinates" title="Coordinates (C)"><i></i>Coordinates</button>
    <button class="pill" data-toggle="reasons" title="Reasons in full"><i></i>Reasons</button>
  </div>
  <div class="time"><i class="playhead"></i><input type="range" min="0" step="1" aria-label="Turn"></div>
  <div class="parting"><span></span></div>
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
    <button class="jump" data-jump="difference" title="Next turn at which they reason differently (D)">Next difference</button>
    <div class="speeds" role="group" aria-label="Speed"></div>
  </div>`;
const PANEL = `
  <p class="name">${NAME}<span class="note"></span></p>
  <dl class="counters">
    <div><dt>Turn</dt><dd class="turn"></dd></div><div><dt>Guesses</dt><dd class="guesses"></dd></div>
    <div><dt>Blasts</dt><dd class="blasts"></dd></div>
    <div class="purse"><dt>Gold</dt><dd class="gold"></dd></div>
    <div class="purse"><dt>Lives</dt><dd class="lives"></dd></div>
    <div><dt class="score-name"></dt><dd class="score"></dd></div>
  </dl>
  <div class="board"><div class="pan"><div class="grid" role="img"></div></div></div>
  <div class="reason" role="status" tabindex="0">
    <p class="what"><i class="swatch"></i><b class="method"></b><span class="answer"></span></p>
    <div class="sentence"></div>
  </div>`;

function start(host, css, data) {
  const card = makeCard(host, "", css);
  followTheme(host, () => player.repaint());
  const player = new Player(card, data);
}

// The game after some turn; it moves to any other turn by making or taking back moves.
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
    this.wrong = running(this.turns.map((turn) => turn.flag && !this.mined(turn.cell)));
  }

  mined(cell) { return "Md".includes(this.game.truth[cell]); }

  shows(cell) { // the code of a cell once it is open
    const letter = this.game.truth[cell];
    return this.mined(cell) ? BLAST : letter === "g" ? GOLD : Number(letter);
  }

  opened(turn) { return turn.flag ? [] : [turn.cell, ...turn.more]; }

  method(turn) { return this.game.methods[turn.method]; }

  uses(turn, what) { // what: "guess", "blast", or the number of a method
    if (what === "blast") return this.opened(turn).some((cell) => this.mined(cell));
    return what === "guess" ? this.method(turn).name === "guess" : turn.method === what;
  }

  goTo(turn) {
    for (; this.turn < turn; this.turn++) {
      const made = this.turns[this.turn];
      if (made.flag) this.codes[made.cell] = FLAG;
      for (const cell of this.opened(made)) this.codes[cell] = this.shows(cell);
    }
    for (; this.turn > turn; this.turn--) {
      const made = this.turns[this.turn - 1];
      this.codes[made.cell] = COVERED;
      for (const cell of this.opened(made)) this.codes[cell] = COVERED;
    }
  }

  rounds(by) { // how many turns belong together: all; or those before a guess, those from it on
    if (by === "turn") return [this.length];
    const starts = this.turns.flatMap((turn, n) => (this.uses(turn, "guess") ? [n] : []));
    return [0, ...starts].map((n, k) => (starts[k] ?? this.length) - n);
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

  risksBefore(turn) { // percent by cell, or a number that says why there are none
    this.risks = this.risks || this.unfoldRisks();
    return this.risks[turn - 1];
  }

  unfoldRisks() {
    let risks = new Int8Array(this.codes.length).fill(-1);
    return this.game.risks.map((change) => {
      if (typeof change === "number") return change;
      risks = risks.map((risk, cell) => risk + change[cell]);
      return risks;
    });
  }

  place(cell) { return `(${Math.floor(cell / this.game.cols)},\u00a0${cell % this.game.cols})`; }

  answer(turn) {
    if (turn.flag) return "";
    const code = this.shows(turn.cell);
    const said = code === BLAST ? "a mine" : code === GOLD ? "gold" : `clue ${code}`;
    return turn.more.length ? `${said}, and ${count(turn.more.length, "more cell")}` : said;
  }

  summary() {
    const n = (test) => this.codes.reduce((sum, code) => sum + test(code), 0);
    const parts = [[n((c) => c === COVERED), "covered"], [n((c) => c >= 0), "open"],
      [n((c) => c === FLAG), "flagged"], [n((c) => c === BLAST), "blown up"]];
    const { rows, cols } = this.game;
    const told = parts.filter(([k]) => k).map(([k, name]) => `${k} ${name}`).join(", ");
    return `${count(rows, "row")}, ${count(cols, "column")}: ${told}`;
  }

  move(turn) { return `${turn.flag ? "flag" : "open"} ${this.place(turn.cell)}`; }

  told(turn) { // a turn in one line
    const parts = [this.method(turn).name, this.move(turn), this.answer(turn)];
    return parts.filter(Boolean).join(", ");
  }
}

function running(counts) { // the sum of the first n; true counts as 1
  const sums = [0];
  for (const n of counts) sums.push(sums[sums.length - 1] + Number(n || 0));
  return sums;
}

// Which turn each game has reached at each step of the slider. Aligned by turn, step n is turn n of
// every game; aligned by guess, all make their n-th guess at the same step: who has less to do after
// a guess waits for the others.
class Schedule {
  constructor(films, by) {
    this.films = films;
    this.reached = films.map(() => [0]);
    const rounds = films.map((film) => film.rounds(by));
    const most = Math.max(...rounds.map((lengths) => lengths.length));
    for (let r = 0; r < most; r++) {
      const span = Math.max(...rounds.map((lengths) => lengths[r] || 0));
      rounds.forEach((lengths, k) => {
        const row = this.reached[k];
        const from = row[row.length - 1];
        for (let n = 1; n <= span; n++) row.push(from + Math.min(n, lengths[r] || 0));
      });
    }
    this.length = this.reached[0].length - 1;
    this.differences = this.compare();
  }

  made(k, step) { // the turn that a game makes at a step, or undefined if it waits
    const row = this.reached[k];
    return row[step] > row[step - 1] ? this.films[k].turns[row[step] - 1] : undefined;
  }

  stepOf(k, turn) { return this.reached[k].findIndex((n) => n >= turn); }

  // The steps at which games differ: they use different methods there, or the same position
  // leads them to different moves.
  compare() {
    const differ = new Set();
    if (this.films.length === 1) return differ;
    const boards = this.films.map((film) => new Int8Array(film.codes.length).fill(COVERED));
    const apart = new Set(); // cells that do not look the same in all games
    for (let step = 1; step <= this.length; step++) {
      const made = this.films.map((film, k) => this.made(k, step));
      const methods = new Set(made.flatMap((turn) => (turn ? [turn.method] : [])));
      if (methods.size > 1 || (!apart.size && new Set(made.map(moveOf)).size > 1)) differ.add(step);
      made.forEach((turn, k) => {
        for (const cell of touched(turn))
          boards[k][cell] = turn.flag ? FLAG : this.films[k].shows(cell);
      });
      for (const turn of made)
        for (const cell of touched(turn))
          if (boards.every((board) => board[cell] === boards[0][cell])) apart.delete(cell);
          else apart.add(cell);
    }
    return differ;
  }

  uses(step, what) { // what: "difference", "guess", "blast", or the number of a method
    if (what === "difference") return this.differences.has(step);
    return this.films.some((film, k) => {
      const turn = this.made(k, step);
      return turn && film.uses(turn, what);
    });
  }

  find(what, from, way) { // the nearest step of that kind before or after this one, or 0
    for (let step = from + way; step >= 1 && step <= this.length; step += way)
      if (this.uses(step, what)) return step;
    return 0;
  }
}

const moveOf = (turn) => turn && `${turn.cell} ${turn.flag}`;
const touched = (turn) => (turn ? [turn.cell, ...turn.more] : []);

function parting(films) { // the first turn that is not the same move in all games, or 0
  const most = Math.max(...films.map((film) => film.length));
  for (let n = 0; n < most; n++)
    if (new Set(films.map((film) => moveOf(film.turns[n]))).size > 1) return n + 1;
  return 0;
}

// The cells as elements of a grid. Only those that look different from before are touched.
class Board {
  constructor(area, film, see, called) {
    Object.assign(this, { game: film.game, film, see, called, marks: new Map(), move: -1 });
    const { game } = film;
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
    this.glyphs = makeGlyphs(this.game.glyphs);
    this.glyphs.truth.style.opacity = 0.5;
  }

  addOverview(area) { // the whole board, one pixel per cell, with a frame around the window
    this.canvas = make("canvas");
    this.canvas.width = this.game.cols;
    this.canvas.height = this.game.rows;
    this.lens = make("i", "lens");
    const whole = make("div", "whole");
    whole.append(this.canvas, this.lens);
    area.prepend(whole);
    area.classList.add("large");
  }

  resize(size) {
    this.size = size;
    sizeGrid(this.grid, size, this.see.coordinates);
    this.looks.fill("");
  }

  point(turn) { // take over the marks of a turn
    this.move = turn ? turn.cell : -1;
    this.marks = marksByCell(turn ? turn.marks : {});
    if (this.large && turn) this.aim(turn.cell);
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
    this.lookUpRisks();
    this.cells.forEach((node, k) => {
      const cell = (this.top + Math.floor(k / this.cols)) * cols + this.left + (k % this.cols);
      const look = this.look(cell, news.has(cell));
      const key = JSON.stringify(look);
      if (key === this.looks[k]) return;
      this.looks[k] = key;
      dress(node, look, this.glyphs);
    });
    this.number();
    this.grid.setAttribute("aria-label", `${this.called}${this.film.summary()}`);
    if (this.large) this.paintOverview();
    this.keepInView();
  }

  lookUpRisks() { // or why there are none
    const known = this.game.risks;
    this.risks = null;
    this.gap = typeof known === "string" ? known : "";
    if (!this.see.risk || !Array.isArray(known)) return;
    const risks = this.film.risksBefore(Math.max(1, this.film.turn));
    if (typeof risks === "number") this.gap = this.game.gaps[risks];
    else this.risks = risks;
  }

  look(cell, fresh) {
    const { film, see } = this;
    const code = film.codes[cell];
    const marks = this.marks.get(cell) || [];
    const look = lookOf(code, marks);
    if (fresh) look.names.push("fresh");
    if (code === FLAG && film.turn === film.length && !film.mined(cell)) look.glyphs.push("struck");
    if (code === COVERED) this.lookCovered(cell, look, see.truth && film.mined(cell), marks);
    if (marks.includes("broken")) look.glyphs.push("broken");
    return look;
  }

  lookCovered(cell, look, isMine, marks) {
    const risk = this.risks ? this.risks[cell] : -1;
    const told = risk >= 0 && this.size >= 24; // in figures, which leave no room for other marks
    if (!told) look.glyphs.push(...marks.filter((name) => name.startsWith("then ")));
    if (isMine) look.glyphs.push("truth");
    if (risk >= 0) {
      look.risk = risk;
      look.names.push("risk");
      if (risk === 0 || risk === 100) look.names.push("certain");
      if (risk === 0 && !isMine) look.names.push("harmless");
      if (told && !isMine) look.text = String(risk);
    } else if (marks.includes("supposed") && !marks.includes("move")) look.text = "?";
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

// The timeline, one lane per game: deductions rise, more expensive ones higher; guesses hang below.
// The range input that lies over it has a thumb as wide as one step, so that pointer and bars agree.
class Timeline {
  constructor(area, films) {
    Object.assign(this, { area, films });
    this.input = area.querySelector("input");
    this.playhead = area.querySelector(".playhead");
    area.style.setProperty("--lanes", films.length);
    this.layers = films.map((film, k) => this.addLane(film, k));
  }

  addLane(film, k) {
    const lane = make("div", "lane");
    lane.style.setProperty("--k", k);
    const layers = ["future", "past"].map(
      (name) => makeSvg("svg", { class: name, "aria-hidden": "true" }));
    lane.append(...layers);
    if (this.films.length > 1) {
      const who = make("span", "who");
      who.append(makeMarker(film.game, k), make("span", "", film.game.name));
      lane.append(who);
    }
    this.playhead.before(lane);
    const dot = this.playhead.appendChild(make("i"));
    dot.style.setProperty("--k", k);
    return layers;
  }

  follow(schedule) {
    this.schedule = schedule;
    this.input.max = schedule.length;
  }

  resize() {
    const width = this.area.clientWidth;
    if (!width) return;
    this.slot = width / (this.schedule.length + 1);
    this.area.style.setProperty("--thumb", `${this.slot}px`);
    this.layers.forEach((layers, k) => {
      const paths = [...this.bars(k)];
      for (const layer of layers)
        layer.replaceChildren(...paths.map(([shade, d]) => {
          const path = makeSvg("path", { d });
          path.style.fill = `var(--${shade})`;
          return path;
        }));
    });
  }

  bars(k) { // one path per colour; bins of steps where single ones would be too thin
    const { slot, schedule } = this;
    const film = this.films[k];
    const bin = Math.max(1, Math.ceil(2.5 / slot));
    const pitch = bin * slot;
    const width = Math.min(20, pitch > 5 ? pitch - 1.6 : pitch > 3 ? pitch - 1 : pitch * 0.65);
    const wide = width.toFixed(2);
    const paths = new Map();
    const add = (shade, d) => paths.set(shade, (paths.get(shade) || "") + d);
    for (let n = 1; n <= schedule.length; n += bin) {
      const steps = Array.from({ length: bin }, (_, i) => schedule.made(k, n + i));
      const turns = steps.filter(Boolean);
      const middle = slot * n + pitch / 2;
      const x = (middle - width / 2).toFixed(2);
      const proofs = turns.filter((turn) => !film.uses(turn, "guess"));
      if (proofs.length) {
        const turn = mostExpensive(film.game.methods, proofs);
        add(`m${turn.method}`, `M${x} 34v${-2 - 4 * film.method(turn).rank}h${wide}V34z`);
      }
      const blast = turns.some((turn) => film.uses(turn, "blast"));
      const guess = turns.find((turn) => film.uses(turn, "guess"));
      if (blast || guess) add(blast ? "blast" : `m${guess.method}`, `M${x} 35v9h${wide}v-9z`);
      if (blast)
        add("blast", `M${(middle - 3.3).toFixed(2)} 45.5a3.3 3.3 0 0 0 6.6 0a3.3 3.3 0 0 0-6.6 0`);
    }
    return paths;
  }

  show(step) {
    this.area.style.setProperty("--at", `${(step + 0.5) * this.slot}px`);
    this.input.value = step;
    this.input.setAttribute("aria-valuetext", this.spoken(step).replaceAll("\u00a0", " "));
  }

  spoken(step) {
    const { films, schedule } = this;
    const last = Math.max(...films.map((film) => film.length));
    if (!step) return `Start of ${count(last, "turn")}`;
    if (films.length === 1)
      return `Turn ${step} of ${last}, ${films[0].told(films[0].turns[step - 1])}`;
    const told = films.map((film, k) => {
      const made = schedule.made(k, step);
      const said = made ? film.told(made) : film.turn === film.length ? "ended" : "waits";
      return `${film.game.name} turn ${film.turn}, ${said}`;
    });
    return `Step ${step} of ${schedule.length}: ${told.join("; ")}`;
  }
}

function mostExpensive(methods, turns) {
  const rank = (turn) => methods[turn.method].rank;
  return turns.reduce((a, b) => (rank(b) > rank(a) ? b : a));
}

function makeMarker(game, k) {
  const svg = makeSvg("svg", { class: "marker", viewBox: "-8 -8 16 16", "aria-hidden": "true" });
  svg.append(makeSvg("path", { d: game.marker }));
  svg.style.fill = `var(--agent${k})`;
  return svg;
}

// One game: its board, its counters, the reason of its turn.
class Panel {
  constructor(game, k, see, alone) {
    this.node = make("section", "panel");
    this.node.innerHTML = PANEL;
    Object.assign(this, { game, see, film: new Film(game) });
    this.board = new Board(this.at(".board"), this.film, see, alone ? "" : `${game.name}, `);
    this.fillIn(k, alone);
  }

  at(selector) { return this.node.querySelector(selector); }

  fillIn(k, alone) {
    const { game } = this;
    if (alone) this.at(".name").remove();
    else {
      this.node.setAttribute("aria-label", game.name);
      this.at(".marker").replaceWith(makeMarker(game, k));
      this.at(".agent").textContent = game.name;
      this.at(".note").textContent = game.note || "";
    }
    this.at(".score-name").textContent = game.goal === "mark" ? "Score" : "Result";
    if (game.gold === null) this.at(".gold").parentNode.remove();
    if (!game.mortal) this.at(".lives").parentNode.remove();
    const purse = this.node.querySelectorAll(".purse").length;
    this.at(".counters").classList.add(`with-${purse}`);
  }

  goTo(turn, fresh, hurried) { // fresh: whether what comes open fades in
    const { film, board } = this;
    const forward = turn === film.turn + 1;
    film.goTo(turn);
    const made = film.turns[turn - 1];
    if (!hurried) {
      board.point(made);
      this.showReason(made);
    }
    board.paint(forward && fresh ? film.opened(made) : []);
    this.showCounters();
  }

  resize(size) {
    this.board.resize(size);
    this.board.paint([]);
  }

  repaint() {
    this.board.looks.fill("");
    this.board.paint([]);
  }

  showCounters() {
    const { film, game } = this;
    const of = (name, n, all) =>
      this.at(name).replaceChildren(String(n), make("span", "of", ` / ${all}`));
    of(".turn", film.turn, film.length);
    this.at(".guesses").textContent = film.guesses[film.turn];
    this.at(".blasts").textContent = film.blasts[film.turn];
    if (game.gold !== null) of(".gold", film.gold[film.turn], game.gold);
    if (game.mortal) this.at(".lives").textContent = film.lives;
    this.at(".score").textContent = film.score;
  }

  showReason(turn) {
    const { film } = this;
    this.at(".swatch").style.background = turn ? `var(--m${turn.method})` : "none";
    this.at(".method").textContent = turn ? film.method(turn).name : "start";
    if (!turn) {
      this.at(".answer").textContent = `${count(film.codes.length, "covered cell")}`;
      this.at(".sentence").replaceChildren();
      return;
    }
    const answer = film.answer(turn);
    this.at(".answer").textContent = answer ? `${film.move(turn)}: ${answer}` : film.move(turn);
    writeSentence(this.at(".sentence"), turn.words);
    this.at(".reason").scrollTop = 0;
  }
}

class Player {
  constructor(card, data) {
    Object.assign(this, { card, data, step: 0, speed: 4, timer: 0, wordsAt: 0, byPointer: false });
    const alone = data.games.length === 1;
    this.alone = alone;
    this.see = { truth: false, risk: data.risk, coordinates: true, reasons: data.games.length < 3 };
    this.chosen = false; // whether the reader has set the coordinates
    this.panels = data.games.map((game, k) => new Panel({ ...data, ...game }, k, this.see, alone));
    this.films = this.panels.map((panel) => panel.film);
    this.at(".panels").append(...this.panels.map((panel) => panel.node));
    this.timeline = new Timeline(this.at(".time"), this.films);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.parting = alone ? 0 : parting(this.films);
    this.fillIn();
    this.listen();
    this.align("turn");
    new ResizeObserver(() => this.resize()).observe(card);
    this.resize();
    this.goTo(data.start);
  }

  at(selector) { return this.card.querySelector(selector); }
  all(selector) { return [...this.card.querySelectorAll(selector)]; }

  fillIn() { // everything that stays the same
    const { data, card, alone } = this;
    const [game] = data.games;
    card.tabIndex = -1;
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", `${data.title || `Game of ${game.name}`}, ${data.about}`);
    card.classList.add(alone ? "single" : "several");
    card.classList.toggle("under", alone && data.cols > 24);
    if (alone) {
      this.at(".head .marker").replaceWith(makeMarker(game, 0));
      this.at(".head .agent").textContent = game.name;
    } else this.at(".head .name").remove();
    this.at(".title").textContent = data.title;
    this.at(".about").textContent = data.about;
    this.at(".head .note").textContent = data.note;
    const others = alone ? [".title", ".align", ".parting", "[data-jump=difference]"]
      : [".methods", ".head .note"];
    for (const selector of others) this.at(selector).remove();
    if (data.games.length < 3) this.at("[data-toggle=reasons]").remove();
    this.hasRisks = data.games.some(({ risks }) => Array.isArray(risks));
    this.at("[data-toggle=risk]").hidden = !this.hasRisks;
    const used = data.games.flatMap(({ turns }) => turns);
    this.at(".key-supposed").hidden = !used.some((turn) => turn.marks.supposed);
    for (const button of this.all("[data-do]")) setIcon(button, button.dataset.do);
    this.at(".speeds").append(...SPEEDS.map((speed) => {
      const button = make("button", "", `${speed}×`);
      button.dataset.speed = speed;
      return button;
    }));
    if (alone)
      this.at(".methods").append(...data.methods.map((method, m) => this.methodCount(method, m)));
  }

  methodCount(method, m) {
    const uses = this.films[0].turns.filter((turn) => turn.method === m).length;
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
    const { toggle, speed, jump, align } = button.dataset;
    if (button.dataset.do) this.act(button.dataset.do);
    else if (toggle) this.toggle(toggle);
    else if (speed) this.setSpeed(Number(speed));
    else if (align) this.align(align);
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
    const by = shift ? 10 : 1;
    return {
      ArrowLeft: () => this.move(-by), ArrowRight: () => this.move(by),
      Home: () => this.act("first"), End: () => this.act("last"), " ": () => this.act("play"),
      Escape: () => this.stop(),
      g: () => this.jump("guess", way), b: () => this.jump("blast", way),
      m: () => this.step && this.jump(this.method(), way), d: () => this.jump("difference", way),
      t: () => this.toggle("truth"), r: () => this.toggle("risk"),
      c: () => this.toggle("coordinates"),
      "+": () => this.faster(1), "=": () => this.faster(1), "-": () => this.faster(-1),
      _: () => this.faster(-1),
    };
  }

  method() { // the most expensive of the methods that are shown now
    const shown = this.films.map((film) => film.turns[film.turn - 1]).filter(Boolean);
    return mostExpensive(this.data.methods, shown).method;
  }

  act(what) {
    const { length } = this.schedule;
    if (what === "play") return this.timer ? this.stop() : this.play();
    this.move({ first: -length, back: -1, next: 1, last: length }[what]);
  }

  move(by) {
    this.stop();
    this.goTo(Math.max(0, Math.min(this.schedule.length, this.step + by)));
  }

  jump(what, way) {
    this.stop();
    const step = this.schedule.find(what, this.step, way);
    if (step) this.goTo(step);
  }

  toggle(what) {
    if (what === "risk" && !this.hasRisks) return;
    this.see[what] = !this.see[what];
    if (what === "coordinates") this.chosen = true;
    this.resize();
  }

  align(by) { // the first game stays where it is
    this.stop();
    this.by = by;
    this.schedule = new Schedule(this.films, by);
    this.timeline.follow(this.schedule);
    this.timeline.resize();
    this.showParting();
    this.goTo(this.schedule.stepOf(0, this.films[0].turn));
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
    if (this.step === this.schedule.length) this.goTo(0);
    this.speak(false);
    const tick = () => {
      if (this.step === this.schedule.length || !this.card.isConnected) return this.stop();
      this.goTo(this.step + 1, this.speed === 16);
      this.timer = setTimeout(tick, this.pause());
    };
    this.timer = setTimeout(tick, 0);
    this.showControls();
  }

  speak(aloud) { // the reasons are silent while a game plays
    for (const reason of this.all(".reason"))
      if (aloud) reason.removeAttribute("aria-live");
      else reason.setAttribute("aria-live", "off");
  }

  pause() { // milliseconds to look at this step: longer where more happens
    const weights = this.films.map((film, k) => {
      const turn = this.schedule.made(k, this.step);
      if (!turn) return 0;
      const { rank } = film.method(turn);
      return film.uses(turn, "blast") ? 3 : [1.5, 0.5, 1.5, 1.5][rank] || 2.5;
    });
    return (1000 * Math.max(...weights)) / this.speed;
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.speak(true);
    this.goTo(this.step);
  }

  goTo(step, hurried = false) {
    const now = performance.now();
    const wordless = hurried && now - this.wordsAt <= 250;
    if (!wordless) this.wordsAt = now;
    this.step = step;
    this.panels.forEach((panel, k) =>
      panel.goTo(this.schedule.reached[k][step], !this.calm.matches, wordless));
    this.timeline.show(step);
    this.showControls();
  }

  repaint() { for (const panel of this.panels) panel.repaint(); }

  resize() {
    const width = this.card.clientWidth;
    if (!width) return;
    const narrow = width < 640;
    const { data, see } = this;
    const inside = width - (narrow ? 24 : 32);
    if (!this.chosen) see.coordinates = !narrow;
    const half = (inside - GAP) / 2;
    const stacked = !this.alone && half < (narrow ? 22 * data.cols + 6 : 18 * data.cols + 24);
    this.at(".panels").classList.toggle("stacked", stacked);
    const low = stacked || data.games.length > 2;
    const large = Math.max(data.rows, data.cols) > ZOOM.over;
    const size = large ? (narrow || !this.alone ? 22 : 24) : cellSize(data.sizes, data, {
      width: this.alone || stacked ? inside : half, usual: this.alone ? inside * 0.63 - 24 : null,
      narrow, least: 22, high: low && !narrow ? 300 : 560, coordinates: see.coordinates });
    for (const panel of this.panels) panel.resize(size);
    this.timeline.resize();
    this.timeline.show(this.step);
    this.showParting();
    this.showControls();
  }

  showParting() { // under the lanes, at the turn itself as far as the words fit
    if (this.alone) return;
    const words = this.at(".parting span");
    words.textContent = this.parting ? `they part at turn ${this.parting}` : "they make the same moves";
    const k = this.films.findIndex((film) => film.length >= this.parting);
    const at = (this.schedule.stepOf(k, this.parting) + 0.5) * this.timeline.slot;
    const room = this.timeline.area.clientWidth - words.offsetWidth;
    const left = this.parting ? Math.max(0, Math.min(room, at - words.offsetWidth / 2)) : 0;
    words.style.left = `${left}px`;
  }

  showControls() {
    const { step, schedule } = this;
    const press = (name, on) => {
      for (const button of this.all(`[data-${name}]`))
        button.setAttribute("aria-pressed", on(button.dataset[name]));
    };
    press("toggle", (what) => this.see[what]);
    press("speed", (speed) => Number(speed) === this.speed);
    press("align", (by) => by === this.by);
    for (const button of this.all(".jump"))
      button.setAttribute("aria-disabled", !schedule.find(button.dataset.jump, step, 1));
    this.card.classList.toggle("reasons", this.see.reasons);
    this.showLegend();
    const play = this.at(".play");
    const name = this.timer ? "pause" : "play";
    if (play.dataset.icon !== name) setIcon(play, name);
    play.title = this.timer ? "Pause (Space)" : "Play (Space)";
  }

  showLegend() { // the scale of risks, and why a board has none
    const { data, see } = this;
    const gaps = this.panels.map(({ board }) => board.gap);
    const told = new Set(gaps).size === 1 ? gaps.slice(0, 1)
      : gaps.map((gap, k) => gap && `${data.games[k].name}: ${gap}`);
    const said = told.filter(Boolean).join("; ");
    this.at(".no-risk").textContent = said && `No exact risks: ${said}`;
    this.at(".scale").hidden = !see.risk;
    this.card.classList.toggle("risky", see.risk || Boolean(said));
  }
}
