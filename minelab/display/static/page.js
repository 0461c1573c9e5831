// What the shows on a page share: codes of cells (0 to 8 is a clue), nodes, pictures, the theme.
// `page.py` puts it before each of them.

const COVERED = -1, FLAG = -2, BLAST = -3, GOLD = 9;
const SVG = "http://www.w3.org/2000/svg";

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

function fill(area, names, makeOne) { // new children only where the names are new
  const key = JSON.stringify(names);
  if (area.dataset.names === key) return;
  area.dataset.names = key;
  area.replaceChildren(...names.map(makeOne));
}

// JupyterLab says on <body> which theme it wears; elsewhere the reader's system decides. Answers a
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
