// SPDX-License-Identifier: Apache-2.0
// Where nodes and links are on the page, and how large.

let gw = 2, gr = 8, nr = 5, lane = 2, lw = 3, minDist = 1;
let fields = [];  // those of the plan, on the page
const X = new Float64Array(NN), Y = new Float64Array(NN);
// The least distance of two nodes on the page.
function nearest() {
  let least = 1e9;
  for (let i = 0; i < NN; i++)
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(X[i] - X[j], Y[i] - Y[j]));
  return least;
}
function placeNetwork() {
  const {w, h} = box.net;
  if (!w) return;
  let x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9;
  const see = (x, y) => {
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
  };
  nodes.forEach(n => see(n.x, n.y));
  for (const l of [...links, ...failedLinks]) {
    const a = nodes[l.from], b = nodes[l.to];
    if (l.stub) {
      see(a.x + l.stub[0], a.y + l.stub[1]);
      see(b.x - l.stub[0], b.y - l.stub[1]);
    } else if (l.rise)
      see((a.x + b.x) / 2 - l.rise * (b.y - a.y), (a.y + b.y) / 2 + l.rise * (b.x - a.x));
  }
  for (const {corners} of plan.fields) corners.forEach(corner => see(...corner));
  const pad = (S.blocks ? 12 : 0) * U + (D.span ? 24 : isKind('circle', 'complete', 'tree') ? 36 : 33) * U;
  let s = Math.min((w - 2 * pad) / Math.max(1e-6, x1 - x0), (h - 2 * pad) / Math.max(1e-6, y1 - y0)), sy = s;
  if (isTree) sy = Math.min(s * 1.6, (h - 2 * pad) / (y1 - y0)), s = (w - 2 * pad) / (x1 - x0);
  if (hasPlanes) {
    sy = (h - 2 * pad) / (y1 - y0);
    s = Math.min((w - 2 * pad) / (x1 - x0), 2.4 * sy);
    sy = Math.min(sy, s * 1.5);
  }
  const most = (isKind('circle', 'complete', 'graph', 'hypercube') ? 900 : 190) * U;
  if (!isFinite(s) || s > most) {
    sy = Math.min(sy, most);
    s = Math.min(s, most);
  }
  const ox = w / 2 - s * (x0 + x1) / 2, oy = h / 2 - sy * (y0 + y1) / 2;
  const placed = (x, y) => [ox + s * x, oy + sy * y];
  nodes.forEach((n, i) => [X[i], Y[i]] = placed(n.x, n.y));
  fields = plan.fields.map(({label, corners}) => ({label, corners: corners.map(corner => placed(...corner))}));
  minDist = 1e9;
  for (const l of links)
    if (!l.stub && !l.bow) minDist = Math.min(minDist, Math.hypot(X[l.from] - X[l.to], Y[l.from] - Y[l.to]));
  if (isKind('graph')) minDist = nearest();
  if (isTree) minDist = Math.min(minDist, 1.9 * nearest());
  if (isComplete || minDist === 1e9) minDist = Math.hypot(X[0] - X[1 % P], Y[0] - Y[1 % P]) || 60;
  const grown = S.blocks ? 1.5 : 1;  // room for tiles
  nr = grown * Math.max(1.5, Math.min((isTree ? 14 : 18) * U, minDist * (hasPlanes ? .2 : .185)));
  gw = Math.max(1.8, nr / grown * .25);
  gr = nr + gw * .5 + (nr > 8 ? 1.2 : .6);
  lane = Math.max(.8, Math.min(4.4 * U, minDist * .056));
  lw = Math.max(1.1, Math.min(6 * U, minDist * .074));
  const gap = nr + (nr > 5 ? gw + 2.2 : 1);
  for (const l of [...links, ...failedLinks]) {
    const ax = X[l.from], ay = Y[l.from], bx = X[l.to], by = Y[l.to];
    const pieces = [];
    const straight = (px, py, qx, qy, cutP, cutQ) => {
      const d = Math.hypot(qx - px, qy - py) || 1, ux = (qx - px) / d, uy = (qy - py) / d, nx = -uy * lane,
            ny = ux * lane;
      return [[px + ux * cutP + nx, py + uy * cutP + ny], [qx - ux * cutQ + nx, qy - uy * cutQ + ny]];
    };
    const gf = nodes[l.from].isSwitch ? gap * .62 : gap, gt = nodes[l.to].isSwitch ? gap * .62 : gap;
    if (l.stub) {
      const dx = l.stub[0] * s, dy = l.stub[1] * sy;
      pieces.push(straight(ax, ay, ax + dx, ay + dy, gf, 0), straight(bx - dx, by - dy, bx, by, 0, gt));
    } else if (l.arc) {  // along the circle
      const cx = ox, cy = oy, r = Math.hypot(ax - cx, ay - cy), a0 = Math.atan2(ay - cy, ax - cx);
      let a1 = Math.atan2(by - cy, bx - cx);
      while (a1 - a0 > Math.PI) a1 -= 2 * Math.PI;
      while (a0 - a1 > Math.PI) a1 += 2 * Math.PI;
      const sg = Math.sign(a1 - a0), rr = r - sg * lane, c0 = a0 + sg * gap / r, c1 = a1 - sg * gap / r,
            pts = [];
      for (let q = 0; q <= 10; q++) {
        const a = c0 + (c1 - c0) * q / 10;
        pts.push([cx + rr * Math.cos(a), cy + rr * Math.sin(a)]);
      }
      pieces.push(pts);
    } else if (l.bow) {
      const d = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / d, uy = (by - ay) / d,
            b = l.rise ? l.rise * d + lane : Math.min(.07 * d, 16 * U) + 1;
      const mx = (ax + bx) / 2 - uy * b * 2, my = (ay + by) / 2 + ux * b * 2, pts = [],
            cut = Math.min(.3, gap / d);
      for (let q = 0; q <= 12; q++) {
        const f = cut + (1 - 2 * cut) * q / 12, g = 1 - f;
        pts.push([g * g * ax + 2 * f * g * mx + f * f * bx, g * g * ay + 2 * f * g * my + f * f * by]);
      }
      pieces.push(pts);
    } else
      pieces.push(straight(ax, ay, bx, by, gf, gt));
    let total = 0;
    const segs = [];
    for (const p of pieces)
      for (let q = 1; q < p.length; q++) {
        const d = Math.hypot(p[q][0] - p[q - 1][0], p[q][1] - p[q - 1][1]);
        segs.push([p[q - 1][0], p[q - 1][1], p[q][0], p[q][1], total, total += d, q === 1]);
      }
    l.segs = segs;
    l.len = total || 1;
  }
}
// The part of a link between two fractions of its length.
function along(g, l, a, b) {
  a *= l.len;
  b *= l.len;
  let open = false;
  for (const s of l.segs) {
    if (s[5] < a || s[4] > b) continue;
    const d = s[5] - s[4] || 1, f = Math.max(0, (a - s[4]) / d), e = Math.min(1, (b - s[4]) / d);
    if (!open || s[6]) g.moveTo(s[0] + (s[2] - s[0]) * f, s[1] + (s[3] - s[1]) * f);
    g.lineTo(s[0] + (s[2] - s[0]) * e, s[1] + (s[3] - s[1]) * e);
    open = true;
  }
}
// The point at a fraction of its length, and the direction there.
function pointOn(l, f) {
  const a = Math.max(0, Math.min(1, f)) * l.len;
  for (const s of l.segs)
    if (a <= s[5] + 1e-9) {
      const d = s[5] - s[4] || 1, q = (a - s[4]) / d;
      return [s[0] + (s[2] - s[0]) * q, s[1] + (s[3] - s[1]) * q, (s[2] - s[0]) / d, (s[3] - s[1]) / d];
    }
  const s = l.segs[l.segs.length - 1];
  return [s[2], s[3], 0, 0];
}
