// SPDX-License-Identifier: Apache-2.0
// The blocks that PEs hold, as tiles in a square for each PE, in a frame of the PE's own colour. Blocks that
// move lie one after the other, sorted by colour, each with an area as its bytes; blocks that are copied have
// a place for each PE.

const tileCanvas = document.createElement('canvas'), tileGraphics = tileCanvas.getContext('2d');
let tileLook = '';  // what all tiles were drawn for
const tileSide = () => nr * 1.56;
function drawTiles(g, pe) {
  const side = tileSide(), x = X[pe] - side / 2, y = Y[pe] - side / 2, rim = Math.max(1, side * .055);
  g.clearRect(x - rim - 1, y - rim - 1, side + 2 * rim + 2, side + 2 * rim + 2);
  g.fillStyle = originColour[pe];
  g.fillRect(x - rim, y - rim, side + 2 * rim, side + 2 * rim);
  g.fillStyle = C.bg;
  g.fillRect(x, y, side, side);
  const count = Math.ceil(moves ? mostHeld / largestBlock - 1e-9 : P), grid = Math.ceil(Math.sqrt(count));
  const cell = side / grid, slit = cell > 4 ? Math.max(.5, cell * .08) : 0;
  // from .. to of the places, row by row
  const put = (from, to) => {
    while (to - from > 1e-9) {
      const row = Math.floor(from + 1e-9),
            end = Math.min(to, slit ? row + 1 : (Math.floor(row / grid) + 1) * grid);
      const column = from - Math.floor(row / grid) * grid;
      g.fillRect(
          x + column * cell, y + Math.floor(row / grid) * cell, (end - from) * cell - slit, cell - slit);
      from = end;
    }
  };
  let at = 0;
  for (let key = 0; key < P; key++) {
    const amount = held.amount[pe * P + key];
    if (amount <= 0) continue;
    g.fillStyle = originColour[key];
    if (moves) {
      put(at, at + amount / largestBlock);
      at += amount / largestBlock;
    } else {
      const share = amount / (isCombined ? largestBlock : blockBytes[key * P] || largestBlock);
      put(key, key + share);
    }
  }
}
// All tiles at the time of the cursor. Only those of PEs whose blocks changed are drawn anew.
function tiles(g) {
  const {w, h} = box.net;
  holdAt(S.t, S.blocks);
  const look = [w, h, dpr, S.theme, S.blocks, X[0], Y[0], nr, C.bg].join();
  if (look !== tileLook) {
    tileLook = look;
    tileCanvas.width = Math.round(w * dpr);
    tileCanvas.height = Math.round(h * dpr);
    tileGraphics.setTransform(dpr, 0, 0, dpr, 0, 0);
    held.changed.fill(1);
  }
  for (let pe = 0; pe < P; pe++)
    if (held.changed[pe]) drawTiles(tileGraphics, pe);
  held.changed.fill(0);
  g.drawImage(tileCanvas, 0, 0, w, h);
  if (nr < 11) return;
  g.fillStyle = C.ink2;
  g.font = font(Math.min(10, nr / U * .55));
  g.textAlign = 'right';
  g.textBaseline = 'bottom';
  for (let pe = 0; pe < P; pe++) g.fillText(pe, X[pe] - gr * .82, Y[pe] - gr * .82);
}
// Parts of a train by the colours of its blocks: [colour, link, message, from, to].
function* stripes(k, m, from, to) {
  if (!hasBlocks || !isCarried(m)) return yield [C.ink3, k, m, from, to];
  const length = to - from;
  for (const [key, share] of shares(m, S.blocks))
    yield [originColour[key], k, m, from, from += length * share];
}
