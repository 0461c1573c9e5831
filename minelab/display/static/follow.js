// What a figure does when it is loaded: it takes the palette for the page that it is on. `images.py`
// puts its statements into the attribute onload, and the place of the palette for PALETTE.
const wear = () => {
  let node = this, tint = [];
  for (; node && !(tint[3] ?? tint.length); node = node.parentElement) {
    const paint = getComputedStyle(node).backgroundColor;
    tint = paint.startsWith("rgb") ? paint.match(/[\d.]+/g).map(Number) : [];
  }
  const dark = tint.length && tint[0] + tint[1] + tint[2] < 384;
  const shades = dark ? this.dataset.dark : this.light, at = PALETTE;
  if (!this.src.startsWith(shades, at))
    this.src = this.src.slice(0, at) + shades + this.src.slice(at + shades.length);
};
if (!this.light) {
  this.light = this.src.substr(PALETTE, this.dataset.dark.length);
  const watch = new MutationObserver(wear);
  for (const node of [document.documentElement, document.body])
    watch.observe(node, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", wear);
  new IntersectionObserver(wear).observe(this);
}
wear();
