// The playground on the page. The game lives in Python: a click is sent as a message, and whatever
// the player may see comes back as the model's `state`. `playground.py` puts CSS, GLYPHS and SIZES
// before this text.

const LONG_PRESS = 450; // milliseconds

const SKELETON = `
  <div class="head"><b class="agent">Playground</b><span class="against"></span><span class="about"></span>
    <form class="size" novalidate><div class="sides"><label>Rows <input type="number" name="rows" min="1"></label>
      <label>Columns <input type="number" name="cols" min="1"></label>
      <label>Mines <input type="number" name="mines" min="0"></label></div>
      <button class="jump">New board</button></form>
    <div class="speeds rules" role="group" aria-label="Rules"></div></div>
  <div class="board"><div class="pan"><div class="grid" role="grid"></div></div></div>
  <dl class="counters"></dl>
  <div class="duel" role="region" aria-label="Risk of each guess" tabindex="0" hidden><table><thead></thead><tbody></tbody></table></div>
  <div class="news" role="status"><p class="said"></p></div>
  <div class="reason"><div class="slip" hidden>
    <div class="why-so" role="status" tabindex="0"><p class="what"><b class="method"></b><span class="answer"></span></p>
      <div class="sentence"></div></div>
    <div class="choices"><button class="jump yes"></button><button class="jump no"></button></div>
  </div></div>
  <div class="legend"><span class="scale"><span>Risk 0%</span><i></i><span>100%</span></span>
    <span class="estimate"></span></div>
  <div class="ask"><button class="jump" data-do="hint" title="Hint (H)">Hint</button>
    <select aria-label="Agent to ask"></select>
    <span class="undone"></span><button class="jump" data-do="undo" title="Undo (U)">Undo</button></div>
  <div class="toggles">
    <button class="pill" data-toggle="odds" title="Odds (O)"><i></i>Odds</button>
    <button class="pill" data-toggle="coordinates"><i></i>Coordinates</button>
    <button class="jump" data-do="replay">Replay my game</button></div>
  <p class="help"><span>Left click or Enter opens</span> · <span>right click, long press or F flags</span>
    · <span>a click on a clue or C opens around it</span> · <span>arrows move</span> · <span>H hint</span>
    · <span>U undo</span> · <span>O odds</span>.
    <span>Extra risk adds up what you risked beyond the least possible.</span>
    <span class="duel-help" hidden>A guess is an opening that could have hit a mine; in red it did.</span></p>`;

class Desk {
  constructor(card, replay, send) {
    Object.assign(this, { card, replay, state: null, here: 0, press: null, timer: 0 });
    this.coordinates = true;
    this.chosen = false; // whether the reader has set the coordinates
    this.asksToEnd = false; // whether the replay has to be confirmed
    this.send = (message) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.wait(), PATIENCE);
      send(message);
    };
    this.grid = this.at(".grid");
    this.sides = this.all(".size input");
    this.glyphs = makeGlyphs(GLYPHS);
    card.classList.add("playground");
    card.tabIndex = -1;
    card.setAttribute("aria-label", "Playground");
    card.addEventListener("click", (event) => this.click(event.target.closest("button")));
    card.addEventListener("keydown", (event) => this.key(event));
    this.at(".size").addEventListener("submit", (event) => {
      event.preventDefault();
      this.newBoard();
    });
    card.addEventListener("keyup", (event) => event.stopPropagation());
    this.listenToPointer();
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(card);
  }

  at(selector) { return this.card.querySelector(selector); }
  all(selector) { return [...this.card.querySelectorAll(selector)]; }

  enter() {}

  leave() {
    this.watch.disconnect();
    clearTimeout(this.timer);
  }

  // What the reader does

  listenToPointer() { // a press that lasts is a flag; it must not be a click or a menu as well
    const { grid } = this;
    const cellOf = (event) => event.target.closest("[data-cell]");
    const letGo = () => this.press && clearTimeout(this.press.timer);
    const flag = (cell) => this.send({ do: "flag", cell: this.place(cell) });
    grid.addEventListener("pointerdown", (event) => {
      const node = cellOf(event);
      this.press = null;
      if (!node) return;
      this.goTo(Number(node.dataset.cell), false);
      if (event.pointerType === "mouse") return;
      const press = { done: false, x: event.clientX, y: event.clientY };
      const long = () => { press.done = true; flag(Number(node.dataset.cell)); };
      press.timer = setTimeout(long, LONG_PRESS);
      this.press = press;
    });
    grid.addEventListener("pointermove", (event) => {
      const { press } = this;
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 10) letGo();
    });
    for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, letGo);
    grid.addEventListener("contextmenu", (event) => {
      const node = cellOf(event);
      if (!node) return;
      event.preventDefault();
      event.stopPropagation();
      letGo();
      if (this.press && this.press.done) return;
      if (this.press) this.press.done = true;
      flag(Number(node.dataset.cell));
    });
    grid.addEventListener("click", (event) => {
      const node = cellOf(event);
      if (node && !(this.press && this.press.done)) this.open(Number(node.dataset.cell));
    });
  }

  open(cell) { // a clue that is open already: all around it
    const clue = this.state.codes[cell] >= 0;
    this.send({ do: clue ? "chord" : "open", cell: this.place(cell) });
  }

  place(cell) { return [Math.floor(cell / this.state.cols), cell % this.state.cols]; }

  click(button) {
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { toggle, rules } = button.dataset;
    if (toggle) this.toggle(toggle);
    else if (rules) this.send({ do: "rules", rules: Number(rules) });
    else if (button.classList.contains("yes")) this.choose(true);
    else if (button.classList.contains("no")) this.choose(false);
    else if (button.dataset.do) this.act(button.dataset.do);
  }

  act(what) {
    this.asksToEnd = what === "replay" && !this.state.over;
    if (this.asksToEnd) return this.showSlip();
    this.send(what === "hint" ? { do: what, agent: this.at("select").value } : { do: what });
  }

  newBoard() { // of the size in the fields, if it can be
    if (!this.state.size) return this.send({ do: "new" });
    const [rows, cols, mines] = this.sides;
    for (const side of this.sides) side.max = this.state.most;
    mines.max = rows.value * cols.value;
    const bad = this.sides.find((side) => !side.value || !side.checkValidity());
    for (const side of this.sides) side.setAttribute("aria-invalid", side === bad);
    if (!bad) return this.send({ do: "new", ...Object.fromEntries(
      this.sides.map((side) => [side.name, side.valueAsNumber])) });
    const name = bad.parentNode.textContent.trim();
    this.at(".said").textContent = `${name} must be a whole number from ${bad.min} to ${bad.max}.`;
    bad.focus();
  }

  choose(yes) { // one of the two buttons of the slip
    const { doYes, doNo } = this.slip();
    const message = yes ? doYes : doNo;
    this.asksToEnd = false;
    if (message && message.do === "new") this.newBoard();
    else if (message) this.send(message);
    else this.showSlip();
    this.cells[this.here].focus();
  }

  toggle(what) {
    if (what === "odds") return this.send({ do: "odds", on: !this.state.odds });
    this.coordinates = !this.coordinates;
    this.chosen = true;
    this.resize();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.target.closest("select, input")) return;
    const onBoard = event.target.closest("[data-cell]");
    const name = event.key.length > 1 ? event.key : event.key.toLowerCase();
    const done = (onBoard && this.boardKeys()[name]) || this.cardKeys()[name];
    if (!done || (event.repeat && !name.startsWith("Arrow"))) return;
    event.preventDefault();
    done();
  }

  boardKeys() {
    const { rows, cols } = this.state;
    const [r, c] = this.place(this.here);
    const to = (row, col) => () => this.goTo(
      Math.max(0, Math.min(rows - 1, row)) * cols + Math.max(0, Math.min(cols - 1, col)), true);
    const cell = [r, c];
    return {
      ArrowUp: to(r - 1, c), ArrowDown: to(r + 1, c), ArrowLeft: to(r, c - 1),
      ArrowRight: to(r, c + 1), Home: to(r, 0), End: to(r, cols - 1),
      Enter: () => this.open(this.here), " ": () => this.open(this.here),
      f: () => this.send({ do: "flag", cell }), c: () => this.send({ do: "chord", cell }),
    };
  }

  cardKeys() {
    const on = (button) => () => this.click(this.at(`[data-do=${button}]`));
    const away = () => !this.state.over && this.slip() && this.choose(false);
    return { h: on("hint"), u: on("undo"), o: () => this.toggle("odds"), Escape: away };
  }

  goTo(cell, withFocus) { // one cell can be reached by Tab, the arrows lead on from there
    this.cells[this.here].tabIndex = -1;
    this.here = cell;
    this.cells[cell].tabIndex = 0;
    if (withFocus) this.cells[cell].focus();
    this.number();
  }

  // What the reader sees

  wait() { this.at(".said").textContent = "Waiting for Python …"; }

  show(state) {
    clearTimeout(this.timer);
    const before = this.state;
    this.state = state;
    if (!before || before.rows !== state.rows || before.cols !== state.cols) this.build();
    if (state.over) this.asksToEnd = false;
    if (!state.shown) this.replay.replaceChildren();
    this.card.dataset.answered = state.answered;
    this.at(".about").textContent = state.about;
    this.at(".against").textContent = state.against;
    this.showSize(before && before.size);
    this.at(".said").textContent = state.said;
    this.at(".undone").textContent = state.undone ? `${state.undone} undone` : "";
    this.at(".estimate").textContent = state.exact ? "" : "estimates: too large to solve exactly";
    this.showCounters();
    this.showDuel();
    this.showControls(!before || before.agent !== state.agent);
    this.showSlip();
    this.paint(before && before.cols === state.cols ? before.codes : state.codes);
  }

  showShare() {} // there is no work to wait for

  receive({ replay }) { if (replay !== undefined) showPlayer(this.replay, replay); }

  showSize(before) { // what the reader has typed stays until a board has another size
    const { size } = this.state;
    this.at(".sides").hidden = !size;
    if (!size || String(size) === String(before)) return;
    this.sides.forEach((side, k) => {
      side.value = size[k];
      side.removeAttribute("aria-invalid");
    });
  }

  showCounters() {
    const { counters } = this.state;
    this.at(".counters").style.setProperty("--n", counters.length);
    this.at(".counters").replaceChildren(...counters.map(([name, value, of]) => {
      const pair = make("div");
      const shown = make("dd", "", value);
      if (of) shown.append(make("span", "of", ` / ${of}`));
      pair.append(make("dt", "", name), shown);
      return pair;
    }));
  }

  showDuel() { // the risk of each guess, and of the agent's as many
    const { duel } = this.state;
    const area = this.at(".duel");
    area.hidden = this.at(".duel-help").hidden = !duel;
    if (!duel) return;
    const most = Math.max(...duel.map(({ guesses }) => guesses.length));
    const row = (name, values, total) => {
      const line = make("tr");
      const head = make("th", "", name);
      head.scope = "row";
      line.append(head, ...values, make("td", "sum", total));
      return line;
    };
    const heads = Array.from({ length: most }, (_, k) => make("td", "", String(k + 1)));
    this.at(".duel thead").replaceChildren(row("Guess", heads, "sum"));
    this.at(".duel tbody").replaceChildren(...duel.map(({ name, guesses, sum }) => {
      const values = Array.from({ length: most }, (_, k) => {
        const [risk, hit] = guesses[k] || ["", false];
        const cell = make("td");
        cell.append(make("span", hit ? "hit" : "", risk));
        if (hit) cell.append(make("span", "spoken", "a mine"));
        return cell;
      });
      return row(name, values, sum);
    }));
    area.scrollLeft = area.scrollWidth;
  }

  showControls(otherAgent) {
    const { state } = this;
    const able = { undo: state.can_undo, replay: state.can_replay, hint: !state.over };
    for (const [name, can] of Object.entries(able))
      this.at(`[data-do=${name}]`).setAttribute("aria-disabled", !can);
    fill(this.at(".rules"), state.rules, (name, k) => {
      const button = make("button", "", name);
      button.dataset.rules = k;
      return button;
    });
    this.all("[data-rules]").forEach((button, k) =>
      button.setAttribute("aria-pressed", k === state.chosen));
    const select = this.at("select");
    fill(select, state.agents, (name) => {
      const option = make("option", "", name);
      option.value = name;
      return option;
    });
    if (otherAgent) select.value = state.agent; // else it shows whom the reader will ask next
    const pressed = { odds: state.odds !== null, coordinates: this.coordinates };
    for (const [name, on] of Object.entries(pressed))
      this.at(`[data-toggle=${name}]`).setAttribute("aria-pressed", on);
    this.card.classList.toggle("risky", state.odds !== null);
  }

  slip() { // what it says, and its two buttons with what they do
    const { state } = this;
    const { hint } = state;
    if (this.asksToEnd)
      return { title: "Replay my game", more: "",
        words: [["", "The replay shows the board, so this game ends here."]],
        yes: "End and replay", doYes: { do: "replay" }, no: "Keep playing", doNo: null };
    if (state.over)
      return { title: "The game is over", more: "", words: [["", state.end]],
        yes: state.shown ? "" : "Replay my game", doYes: { do: "replay" },
        no: "New board", doNo: { do: "new" } };
    return hint && { title: `Hint from ${hint.agent}`, more: `${hint.method} · ${hint.move}`,
      words: hint.words, yes: "Do it", doYes: { do: "follow" }, no: "Dismiss",
      doNo: { do: "dismiss" } };
  }

  showSlip() {
    const { hint } = this.state;
    const slip = this.slip();
    this.at(".slip").hidden = !slip;
    if (!slip) return this.at(".sentence").replaceChildren();
    const { title, more, words, yes, no } = slip;
    const shade = hint && !this.asksToEnd && hint.shade >= 0 ? `m${hint.shade}` : "soft";
    this.at(".slip").style.setProperty("--shade", `var(--${shade})`);
    this.at(".method").textContent = title;
    this.at(".answer").textContent = more;
    writeSentence(this.at(".sentence"), words);
    this.at(".yes").hidden = !yes;
    this.at(".yes").textContent = yes;
    this.at(".no").textContent = no;
    this.at(".why-so").scrollTop = 0;
  }

  build() {
    const { rows, cols } = this.state;
    const label = (name, k) => {
      const node = make("span", `label ${name}`, String(k));
      node.setAttribute("aria-hidden", "true");
      return node;
    };
    this.across = Array.from({ length: cols }, (_, c) => label("across", c));
    this.down = Array.from({ length: rows }, (_, r) => label("down", r));
    this.cells = Array.from({ length: rows * cols }, (_, cell) => {
      const node = make("span");
      node.dataset.cell = cell;
      node.setAttribute("role", "gridcell");
      node.tabIndex = -1;
      return node;
    });
    this.looks = this.cells.map(() => "");
    const head = make("div", "grid row");
    head.setAttribute("aria-hidden", "true");
    head.append(label("corner", ""), ...this.across);
    this.grid.replaceChildren(head, ...this.down.map((node, r) => {
      const row = make("div", "grid row");
      row.setAttribute("role", "row");
      row.append(node, ...this.cells.slice(r * cols, (r + 1) * cols));
      return row;
    }));
    this.grid.setAttribute("aria-label", `Board, ${rows} rows and ${cols} columns`);
    this.grid.style.setProperty("--cols", cols);
    this.card.classList.toggle("under", cols > 24);
    this.here = 0;
    this.cells[0].tabIndex = 0;
    this.resize();
  }

  resize() {
    const width = this.card.clientWidth;
    if (!width || !this.state) return;
    const narrow = width < 640;
    if (!this.chosen) this.coordinates = !narrow;
    const inside = width - (narrow ? 24 : 32);
    this.size = cellSize(SIZES, this.state, { width: inside, usual: inside * 0.63 - 24, narrow,
      least: 24, high: 560, coordinates: this.coordinates });
    sizeGrid(this.grid, this.size, this.coordinates);
    this.at("[data-toggle=coordinates]").setAttribute("aria-pressed", this.coordinates);
    this.paint(this.state.codes);
  }

  paint(before) { // only cells that look different from before are touched
    const { state } = this;
    const marks = marksByCell(state.hint ? state.hint.marks : {});
    this.cells.forEach((node, cell) => {
      const look = this.look(cell, marks.get(cell) || []);
      if (before[cell] !== state.codes[cell] && state.codes[cell] >= 0) look.names.push("fresh");
      const key = JSON.stringify(look);
      if (key === this.looks[cell]) return;
      this.looks[cell] = key;
      dress(node, look, this.glyphs);
      node.setAttribute("aria-label", look.told);
    });
    this.number();
  }

  look(cell, marks) {
    const { state } = this;
    const code = state.codes[cell];
    const look = lookOf(code, marks);
    const [r, c] = this.place(cell);
    const told = [`row ${r}, column ${c}`, this.called(cell)];
    if (state.wrong.includes(cell)) look.glyphs.push("struck");
    if (code === COVERED || code === FLAG) this.lookCovered(cell, look, marks, told);
    if (marks.includes("broken")) look.glyphs.push("broken");
    if (marks.includes("move")) told.push("the hint's move");
    else if (marks.includes("why")) told.push("a reason for the hint");
    look.told = told.join(", ");
    return look;
  }

  called(cell) { // what a cell shows, in words
    const code = this.state.codes[cell];
    if (this.state.wrong.includes(cell)) return "wrong flag";
    const names = { [COVERED]: "covered", [FLAG]: "flagged", [BLAST]: "a mine that went off",
      [GOLD]: "gold" };
    return names[code] || `clue ${code}`;
  }

  lookCovered(cell, look, marks, told) {
    const risk = this.state.odds ? this.state.odds[cell] : -1;
    const then = marks.filter((name) => name.startsWith("then "));
    look.glyphs.push(...then);
    if (risk >= 0) told.push(`risk ${risk}%`);
    if (risk >= 0 && !then.length) {
      look.risk = risk;
      look.names.push("risk");
      if (risk % 100 === 0) look.names.push("certain");
      if (this.size >= 24) look.text = String(risk);
      if (risk === 0 && look.text && !marks.includes("supposed")) look.names.push("harmless");
    } else if (marks.includes("supposed") && !marks.includes("move")) look.text = "?";
  }

  number() {
    const [r, c] = this.place(this.here);
    this.across.forEach((label, k) => label.classList.toggle("here", k === c));
    this.down.forEach((label, k) => label.classList.toggle("here", k === r));
  }
}
