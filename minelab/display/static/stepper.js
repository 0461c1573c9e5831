// The stepper. It lives in a shadow root and needs neither network nor kernel. `stepper.py` puts
// this text inside a function of its own and calls `start`.
//
// shelf.positions holds each view (codes row by row) with steps[method] = a list of steps; a step
// has its cell, whether that is a mine, its words as [mark, text] and its marks by name. Nothing is
// opened on the way: cells proved before are shown as a flag or as proved safe.

const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z", back: "M17 5 7 12l10 7z",
  next: "M7 5l10 7-10 7z", last: "M19 5v14M5 5l10 7-10 7z",
};
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
  const card = make("div", "card steps");
  card.tabIndex = -1;
  card.innerHTML = SKELETON;
  host.attachShadow({ mode: "open" }).append(make("style", "", css), card);
  followTheme(host);
  new Stepper(card, shelf).choose(0, shelf.positions[0].steps.findIndex((s) => s.length));
}

class Stepper {
  constructor(card, shelf) {
    Object.assign(this, { card, shelf, position: 0, method: 0, step: 0 });
    const size = (side) => 26 + 44 * Math.max(...shelf.positions.map((p) => p[side]));
    card.style.setProperty("--wide", `${size("cols")}px`);
    card.style.setProperty("--high", `${size("rows")}px`);
    for (const button of this.all("[data-do]")) {
      button.append(makeGlyph([[ICONS[button.dataset.do]]], "0 0 24 24"));
      button.setAttribute("aria-label", button.dataset.do);
    }
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
    else this.choose(k, this.method);
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
      p: () => this.choose(turn(this.position, way, places), this.method),
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
    const told = mines === null ? "" : ` · ${mines} ${mines === 1 ? "mine" : "mines"} on the board`;
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
    const style = { "--cols": cols, "--u": "44px", "--gap": "1.5px", "--gutter": "22px" };
    for (const [name, value] of Object.entries(style)) grid.style.setProperty(name, value);
    const here = made ? [Math.floor(made.cell / cols), made.cell % cols] : [];
    const label = (name, k, on) => make("span", `label ${name}${on ? " here" : ""}`, String(k));
    const nodes = [make("span", "label corner")];
    for (let c = 0; c < cols; c++) nodes.push(label("across", c, c === here[1]));
    for (let r = 0; r < rows; r++) {
      nodes.push(label("down", r, r === here[0]));
      for (let c = 0; c < cols; c++) nodes.push(this.cell(r * cols + c, now, safe, made));
    }
    grid.replaceChildren(...nodes);
    const n = (test) => now.filter(test).length;
    grid.setAttribute("aria-label", `${rows} rows, ${cols} columns: `
      + `${n((c) => c === COVERED) - safe.size} covered, ${n((c) => c >= 0)} open, `
      + `${n((c) => c === FLAG)} flagged, ${safe.size} proved safe`);
  }

  cell(k, codes, safe, made) {
    const code = codes[k];
    const marks = made ? Object.keys(made.marks).filter((name) => made.marks[name].includes(k)) : [];
    const names = marks.filter((name) => !name.includes(" "));
    const glyphs = marks.filter((name) => this.shelf.glyphs[name]);
    let text = "";
    if (code >= 0) names.push("open", `n${code}`);
    if (code > 0 && code < GOLD) text = String(code);
    if (code === GOLD) glyphs.unshift("gold");
    if (code === BLAST) { names.push("blast"); glyphs.unshift("blast"); }
    if (code === FLAG) { names.push("covered"); glyphs.unshift("flag"); }
    if (code === COVERED) names.push(safe.has(k) ? "proved" : "covered");
    if (made && made.cell === k) names.push("move");
    else if (marks.includes("supposed")) text = "?";
    const node = make("span", names.join(" "), text);
    node.append(...glyphs.map((name) => makeGlyph(this.shelf.glyphs[name])));
    return node;
  }

  showWords() {
    const made = this.steps[this.step - 1];
    this.at(".swatch").style.background = `var(--m${this.method})`;
    this.at(".method").textContent = this.shelf.methods[this.method];
    const n = this.steps.length;
    this.at(".answer").textContent = made
      ? `${made.mine ? "a mine" : "safe"}`
      : `${n ? `proves ${n === 1 ? "one cell" : `${n} cells`}` : "proves nothing"} here`;
    const words = made ? made.words : [["", n ? "Press the right arrow key for its first step."
      : "Every covered cell could still be either, as far as this method sees."]];
    this.at(".sentence").replaceChildren(...words.map(([mark, text]) =>
      mark ? make("span", `mark ${mark}`, text) : document.createTextNode(text)));
  }
}
