// A player for minelab's arena: single clues, pairs of clues, then the least estimated risk.
// node examples/player.js; the protocol is in docs/protocol.md.

let game, view, missing = 0;

// Each clue as the covered cells around it and the number of mines that they hold.
function clues() {
  const found = [];
  for (let r = 0; r < game.rows; r++)
    for (let c = 0; c < game.cols; c++) {
      if (!/[0-8]/.test(view[r][c])) continue;
      const cells = [];
      let mines = Number(view[r][c]);
      for (let y = Math.max(0, r - 1); y <= Math.min(game.rows - 1, r + 1); y++)
        for (let x = Math.max(0, c - 1); x <= Math.min(game.cols - 1, c + 1); x++) {
          if (view[y][x] === "?") cells.push(y * game.cols + x);
          if (view[y][x] === "M" || view[y][x] === "*") mines--;
        }
      if (cells.length) found.push({ cells, mines });
    }
  return found;
}

// The move that a clue proves, if it proves one.
function proof({ cells, mines }, why) {
  if (!cells.length || (mines !== 0 && mines !== cells.length)) return null;
  return say(mines ? "flag" : "open", cells[0], why);
}

function say(what, cell, why) {
  return `why ${why}\n${what} ${Math.floor(cell / game.cols)} ${cell % game.cols}`;
}

function move() {
  const all = clues();
  for (const clue of all) {
    const found = proof(clue, "single");
    if (found) return found;
  }
  for (const a of all)
    for (const b of all) {
      if (a === b || !a.cells.every((cell) => b.cells.includes(cell))) continue;
      const rest = b.cells.filter((cell) => !a.cells.includes(cell));
      const found = proof({ cells: rest, mines: b.mines - a.mines }, "subset");
      if (found) return found;
    }
  const text = view.join("");
  const left = [...text.matchAll(/\?/g)].map((match) => match.index);
  const mines = game.mines - (text.match(/[M*]/g) || []).length;
  if (game.rules === "report" && mines === left.length) return say("flag", left[0], "total");
  const risk = new Map(left.map((cell) => [cell, mines / left.length]));
  const touched = new Set();
  for (const clue of all)
    for (const cell of clue.cells) {
      const share = clue.mines / clue.cells.length;
      risk.set(cell, touched.has(cell) ? Math.max(risk.get(cell), share) : share);
      touched.add(cell);
    }
  return say("open", left.reduce((a, b) => (risk.get(b) < risk.get(a) ? b : a)), "least estimate");
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (missing) {
    view.push(line);
    missing--;
  } else if (word === "minelab") console.log("name js-example\nready");
  else if (word === "game") {
    const [rows, cols, mines] = rest.map(Number);
    game = { rows, cols, mines, rules: rest[3] };
    console.log("ready");
  } else if (word === "view") {
    view = [];
    missing = game.rows;
  } else if (word === "go") console.log(move());
  else if (word === "quit") process.exit(0);
});
