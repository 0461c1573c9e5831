// What all widgets share: nodes, pictures, cells, sentences, the theme, and how data arrives.
// `page.py` puts it before the script of each widget.

const COVERED = -1, FLAG = -2, BLAST = -3, GOLD = 9; // codes of cells; 0 to 8 is a clue
const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4.5 19 12 7 19.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  next: "M7 5l10 7-10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};

// Start a widget in every place that waits for it. Its style sheet and its data come as gzip in
// base64; where the browser cannot unpack them, the picture in that place stays.
async function begin(places, start, packed) {
  if (typeof DecompressionStream === "undefined") return;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { css, data } = await new Response(unpacked).json();
  // A page may hold several copies of a widget: each starts those that no other has started.
  for (const host of document.querySelectorAll(places))
    if (!host.shadowRoot) start(host, css, data);
}

// A card in a shadow root, so that widget and page cannot disturb each other. SKELETON, its fixed
// parts, is in the script of the widget.
function makeCard(host, className, css) {
  const card = make("div", `card ${className}`);
  card.innerHTML = SKELETON;
  host.attachShadow({ mode: "open" }).append(make("style", "", css), card);
  return card;
}

function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

function makeSvg(tag, attributes, text = "") {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text) node.textContent = text;
  return node;
}

// Shapes as [path, width of its line or 0, colour]; without a colour the style sheet decides.
function makeGlyph(shapes, viewBox = "0 0 100 100") {
  const svg = makeSvg("svg", { viewBox, "aria-hidden": "true" });
  for (const [d, width, colour] of shapes) {
    const path = makeSvg("path", { d });
    const shade = colour === "white" ? "#fff" : `var(--${colour})`;
    if (colour) path.style.fill = width ? "none" : shade;
    if (colour && width) Object.assign(path.style, { stroke: shade, strokeWidth: width });
    svg.append(path);
  }
  return svg;
}

function makeGlyphs(all) {
  const made = Object.entries(all).map(([name, shapes]) => [name, makeGlyph(shapes)]);
  return Object.fromEntries(made);
}

function setIcon(button, name) {
  button.replaceChildren(makeGlyph([[ICONS[name]]], "0 0 24 24"));
  button.dataset.icon = name;
  button.setAttribute("aria-label", name[0].toUpperCase() + name.slice(1));
}

function fill(area, names, makeOne) { // new children only where the names are new
  const key = JSON.stringify(names);
  if (area.dataset.names === key) return;
  area.dataset.names = key;
  area.replaceChildren(...names.map(makeOne));
}

const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

// Boards and cells. Cells are counted row by row; marks are lists of cells by name.

// The side of a cell in pixels. A board of up to 24 columns takes the width `usual`, if it shares a
// card with words; no board is higher than `high`.
function cellSize(sizes, { rows, cols }, { width, usual, narrow, least, high, coordinates }) {
  const room = width - (coordinates ? 24 : 0);
  const clamp = (low, size) => Math.max(low, Math.min(44, Math.floor(high / rows), size));
  if (narrow) return clamp(least, Math.floor((room - 6) / cols));
  if (cols > 24) return clamp(18, Math.floor(room / cols));
  const [, size] = sizes.find(([most]) => cols <= most);
  return clamp(18, Math.min(size, Math.floor((usual ?? room) / cols)));
}

function sizeGrid(grid, size, coordinates) {
  grid.style.setProperty("--u", `${size}px`);
  grid.style.setProperty("--gap", size < 20 ? "1px" : "1.5px");
  grid.style.setProperty("--gutter", coordinates ? "22px" : "0px");
  grid.classList.toggle("small", size < 24);
  grid.classList.toggle("plain", !coordinates);
}

function marksByCell(marks) {
  const names = new Map();
  for (const [name, cells] of Object.entries(marks))
    for (const cell of cells) names.set(cell, [...(names.get(cell) || []), name]);
  return names;
}

// How a cell looks: its class names, its text, its shapes. Marks with a space in their name are
// shapes, which the caller adds where there is room for them.
function lookOf(code, marks) {
  const look = { names: marks.filter((name) => !name.includes(" ")), glyphs: [], text: "" };
  if (code >= 0) look.names.push("open", `n${code}`);
  if (code > 0 && code < GOLD) look.text = String(code);
  if (code === GOLD) look.glyphs.push("gold");
  if (code === BLAST) look.names.push("blast");
  if (code === BLAST) look.glyphs.push("blast");
  if (code === COVERED || code === FLAG) look.names.push("covered");
  if (code === FLAG) look.glyphs.push("flag");
  return look;
}

function dress(node, look, glyphs) {
  node.className = look.names.join(" ");
  node.textContent = look.text;
  node.append(...look.glyphs.map((name) => glyphs[name].cloneNode(true)));
  const { risk } = look; // in percent; both ends of the scale are for what is certain
  const step = risk === undefined ? -1
    : risk % 100 ? Math.min(Math.max(Math.round(risk / 10), 1), 9) : risk / 10;
  node.style.background = step < 0 ? "" : `var(--risk${step})`;
  node.style.color = step < 0 ? "" : `var(--risk-ink${step})`;
  node.title = step < 0 ? "" : `risk ${risk}%`;
}

// A sentence is a list of spans, each a mark and a text. An empty span marked "step" begins a step
// of a proof, one marked "so" its conclusion; the text before a step joins it to the step before.
// Three steps or more become a numbered list, and a semicolon joins them.
function writeSentence(area, spans) {
  const inList = spans.filter(([mark]) => mark === "step").length >= 3;
  area.replaceChildren();
  let line = area.appendChild(make("p"));
  let list = null;
  spans.forEach(([mark, text], k) => {
    const next = k + 1 < spans.length ? spans[k + 1][0] : "";
    if (inList && mark === "step") {
      list = list || area.appendChild(make("ol"));
      line = list.appendChild(make("li"));
    } else if (inList && mark === "so") line = area.appendChild(make("p"));
    line.append(list && next === "step" ? ";" : marked(text, mark));
  });
  if (list) shorten(list);
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
  if (!["move", "why", "supposed"].includes(mark)) return text;
  const node = make("span", `mark ${mark}`);
  const letter = mark === "why" && text.match(/^([AB])( at .*)$/s);
  if (letter) node.append(make("b", "", letter[1]), letter[2]);
  else node.textContent = text;
  return node;
}

// JupyterLab says on <body> which theme it wears; elsewhere the reader's system decides. Returns a
// function that ends the watch.
function followTheme(host, changed = () => {}) {
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
  const watch = new MutationObserver(update);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  update();
  return () => {
    system.removeEventListener("change", update);
    watch.disconnect();
  };
}
