// The stepper. `stepper.py` puts this text inside a function of its own, after page.js, and has
// `start` called.
//
// shelf.positions holds each view (codes row by row) with steps[method] = a list of steps; a step
// has its cell, whether that is a mine, the spans of its sentence (words) and its marks by name.
// Nothing is opened on the way: cells proved before are shown as a flag or as proved safe.

const SKELETON = `
  <div class="pick"><b id="p">Position</b><div class="choice" data-of="position" role="group" aria-labelledby="p"></div>
    <b id="m">Method</b><div class="choice" data-of="method" role="group" aria-labelledby="m"></div></div>
  <div class="board"><div class="pan"><div class="grid" role="img"></div></div></div>
  <div class="reason" role="status">
    <p class="what"><i class="swatch"></i><b class="method"></b><span class="answer"></span></p>
    <div class="sentence"></div>
  </div>
  <div class="key"><span><i class="move"></i>proved now</span><span><i class="why"></i>why</span
    ><span><i class="supposed"></i>supposed</span><span><i class="proved"></i>proved safe before</span></div>
  <div class="bar"><div class="transport">
    <button data-do="first" title="First (Home)"></button><button data-do="back" title="Back (Left)"></button>
    <button data-do="next" title="Next (Right)"></button><button data-do="last" title="Last (End)"></button>
  </div><span class="where"></span></div>`;

function start(host, css, shelf) {
  const card = makeCard(host, "steps", css);
  card.tabIndex = -1;
  followTheme(host);
  new Stepper(card, shelf).visit(0);
}

class Stepper {
  constructor(card, shelf) {
    Object.assign(this, { card, shelf, position: 0, method: 0, step: 0 });
    const size = (side) => 26 + 44 * Math.max(...shelf.positions.map((p) => p[side]));
    card.style.setProperty("--wide", `${size("cols")}px`);
    card.style.setProperty("--high", `${size("rows")}px`);
    this.glyphs = makeGlyphs(shelf.glyphs);
    for (const button of this.all("[data-do]")) setIcon(button, button.dataset.do);
    this.fill("position", shelf.positions.map((p) => p.name));
    this.fill("method", shelf.methods);
    card.addEventListener("click", (event) => this.click(event));
    card.addEventListener("keydown", (event) => this.key(event));
  }

  at(selector) { return this.card.querySelector(selector); }
  all(selector) { return this.card.querySelectorAll(selector); }
  get view() { return this.shelf.positions[this.position]; }
  get steps() { return this.view.steps[this.method]; }

  fill(of, names) {
    this.at(`[data-of=${of}]`).append(...names.map((name, k) => {
      const button = make("button", "pill");
      if (of === "method") button.append(make("i"));
      button.append(name, make("span"));
      if (of === "method") button.firstChild.style.background = `var(--m${k})`;
      return button;
    }));
  }

  visit(position) { // with the same method, unless only others prove something there
    const { steps } = this.shelf.positions[position];
    this.choose(position, steps[this.method].length ? this.method : steps.findIndex((s) => s.length));
  }

  choose(position, method) {
    Object.assign(this, { position, method: Math.max(0, method) });
    this.goTo(this.steps.length ? 1 : 0);
  }

  goTo(step) { // step 0 shows the position as it is
    this.step = Math.max(0, Math.min(this.steps.length, step));
    this.showChoices();
    this.showBoard();
    this.showWords();
  }

  act(what) {
    const last = this.steps.length;
    this.goTo({ first: 0, back: this.step - 1, next: this.step + 1, last }[what]);
  }

  click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const group = button.closest("[data-of]");
    if (!group) return this.act(button.dataset.do);
    const k = [...group.children].indexOf(button);
    if (group.dataset.of === "method") this.choose(this.position, k);
    else this.visit(k);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const n = this.shelf.methods.length, places = this.shelf.positions.length;
    const turn = (k, by, all) => (k + by + all) % all;
    const way = event.shiftKey ? -1 : 1;
    const done = {
      ArrowLeft: () => this.act("back"), ArrowRight: () => this.act("next"),
      Home: () => this.act("first"), End: () => this.act("last"),
      ArrowUp: () => this.choose(this.position, turn(this.method, -1, n)),
      ArrowDown: () => this.choose(this.position, turn(this.method, 1, n)),
      p: () => this.visit(turn(this.position, way, places)),
    }[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (!done) return;
    event.preventDefault();
    done();
  }

  showChoices() {
    const press = (of, chosen) => [...this.at(`[data-of=${of}]`).children].forEach((button, k) =>
      button.setAttribute("aria-pressed", k === chosen));
    press("position", this.position);
    press("method", this.method);
    [...this.at("[data-of=method]").children].forEach((button, k) => {
      const n = this.view.steps[k].length;
      button.lastChild.textContent = n;
      button.classList.toggle("none", n === 0);
      button.title = n ? `proves ${n} of the covered cells` : "proves nothing here";
    });
    const off = { first: this.step === 0, back: this.step === 0,
      next: this.step === this.steps.length, last: this.step === this.steps.length };
    for (const button of this.all("[data-do]"))
      button.setAttribute("aria-disabled", off[button.dataset.do]);
    const { mines } = this.view;
    const told = mines === null ? "" : ` · ${count(mines, "mine")} on the board`;
    this.at(".where").textContent = `step ${this.step} of ${this.steps.length}${told}`;
  }

  showBoard() {
    const { rows, cols, codes } = this.view;
    const now = [...codes];
    const safe = new Set();
    for (const made of this.steps.slice(0, Math.max(0, this.step - 1)))
      if (made.mine) now[made.cell] = FLAG; else safe.add(made.cell);
    const made = this.steps[this.step - 1];
    const grid = this.at(".grid");
    grid.style.setProperty("--cols", cols);
    sizeGrid(grid, 44, true);
    const marks = marksByCell(made ? made.marks : {});
    const here = made ? [Math.floor(made.cell / cols), made.cell % cols] : [];
    const label = (name, k, on) => make("span", `label ${name}${on ? " here" : ""}`, String(k));
    const nodes = [make("span", "label corner")];
    for (let c = 0; c < cols; c++) nodes.push(label("across", c, c === here[1]));
    for (let r = 0; r < rows; r++) {
      nodes.push(label("down", r, r === here[0]));
      for (let c = 0; c < cols; c++) nodes.push(this.cell(r * cols + c, now, safe, marks));
    }
    grid.replaceChildren(...nodes);
    const n = (test) => now.filter(test).length;
    grid.setAttribute("aria-label", `${rows} rows, ${cols} columns: `
      + `${n((c) => c === COVERED) - safe.size} covered, ${n((c) => c >= 0)} open, `
      + `${n((c) => c === FLAG)} flagged, ${safe.size} proved safe`);
  }

  cell(k, codes, safe, marks) {
    const names = marks.get(k) || [];
    const look = lookOf(codes[k], names);
    if (safe.has(k)) look.names[look.names.indexOf("covered")] = "proved";
    look.glyphs.push(...names.filter((name) => this.glyphs[name]));
    if (names.includes("supposed") && !names.includes("move")) look.text = "?";
    const node = make("span");
    dress(node, look, this.glyphs);
    return node;
  }

  showWords() {
    const made = this.steps[this.step - 1];
    this.at(".swatch").style.background = `var(--m${this.method})`;
    this.at(".method").textContent = this.shelf.methods[this.method];
    const n = this.steps.length;
    this.at(".answer").textContent = made ? (made.mine ? "a mine" : "safe")
      : `${n ? `proves ${n === 1 ? "one cell" : `${n} cells`}` : "proves nothing"} here`;
    writeSentence(this.at(".sentence"), made ? made.words : [["", n
      ? "Press the right arrow key for its first step."
      : "Every covered cell could still be either, as far as this method sees."]]);
  }
}
