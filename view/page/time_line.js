// SPDX-License-Identifier: Apache-2.0
// The time line: links busy, what T is made of in order, and the lower bound, on one axis. It always shows
// the whole run.

const tlGeo = () => {
  const l = 78 * U, r = 6 * U;
  return {x: l, w: box.tl.w - l - r, a: 40 * U, c: 46 * U, ch: 9 * U, b: 61 * U, bh: 4 * U, ax: 67 * U};
};
const kindColour = {
  startup: 'sendPale',
  transmission: 'send',
  hop: 'hop',
  link_wait: 'wait',
  latency: 'hop',
  gap: 'rail',
  receive: 'recv',
  compute: 'work'
};
function tlBase() {
  const g = canvases.tl0.g, {w, h} = box.tl, G = tlGeo(), n = Math.max(50, Math.round(G.w));
  g.clearRect(0, 0, w, h);
  axis(g, G.x, G.w, G.ax, 0, SPAN, true, 3 * U);
  const px = t => G.x + t / SPAN * G.w;
  if (roundMarks.length > 1 && roundMarks.length < G.w / 6) {
    g.fillStyle = C.raised;
    roundMarks.forEach((mark, k) => {
      const end = k + 1 < roundMarks.length ? roundMarks[k + 1].begin : mark.end;
      if (k % 2 === 0) g.fillRect(px(mark.begin), 0, px(end) - px(mark.begin), G.a);
    });
  }
  const area = (v, max, c, alpha) => {
    g.fillStyle = c;
    g.globalAlpha = alpha;
    g.beginPath();
    g.moveTo(G.x, G.a);
    for (let i = 0; i < n; i++) {
      const y = G.a - v[i] / max * (G.a - 4 * U);
      g.lineTo(G.x + i * G.w / n, y);
      g.lineTo(G.x + (i + 1) * G.w / n, y);
    }
    g.lineTo(G.x + G.w, G.a);
    g.fill();
    g.globalAlpha = 1;
  };
  const sends = coverage(n, 0, SPAN, put => {
    for (let i = 0; i < M; i++) put(start[i], left[i]);
  });
  const busy = coverage(n, 0, SPAN, put => {
    for (let q = 0; q < H; q++) put(granted[q], released[q]);
  });
  const wait = coverage(n, 0, SPAN, put => {
    for (const q of waitHops) put(asked[q], granted[q]);
  });
  const mb = Math.max(peak(busy), 1e-9), mw = peak(wait);
  area(sends, Math.max(P, peak(sends)), C.sendPale, .5);
  const top = Math.max(mb, mw);
  area(busy, top, C.send, .95);
  if (mw > 0) {
    g.strokeStyle = C.wait;
    g.lineWidth = 1.4;
    g.beginPath();
    for (let i = 0; i < n; i++) {
      const y = G.a - wait[i] / top * (G.a - 4 * U), x = G.x + (i + .5) * G.w / n;
      if (i)
        g.lineTo(x, y);
      else
        g.moveTo(x, y);
    }
    g.stroke();
  }
  for (const e of path)
    if (e.end > e.begin) {
      g.fillStyle = C[kindColour[e.kind]] || C.rail;
      const x0 = px(e.begin), x1 = px(e.end);
      g.fillRect(x0, G.c, Math.max(.5, x1 - x0 - (x1 - x0 > 4 ? .8 : 0)), G.ch);
    }
  if (stepTimes.length <= G.w / 5) {
    g.strokeStyle = C.crit;
    g.lineWidth = 1.4;
    g.beginPath();
    for (const t of stepTimes) {
      const x = Math.round(px(t)) + .5;
      g.moveTo(x, G.c - 2.5 * U);
      g.lineTo(x, G.c + G.ch);
    }
    g.stroke();
  }
  const lb = D.bound && D.bound.ticks;
  if (lb) {
    const x1 = px(lb);
    g.strokeStyle = C.ink3;
    g.lineWidth = 1;
    g.save();
    g.beginPath();
    g.rect(G.x, G.b, x1 - G.x, G.bh);
    g.clip();
    g.beginPath();
    for (let x = G.x - 8; x < x1 + 8; x += 4) {
      g.moveTo(x, G.b + G.bh);
      g.lineTo(x + G.bh * .6, G.b);
    }
    g.stroke();
    g.restore();
    g.strokeRect(G.x + .5, G.b + .5, x1 - G.x - 1, G.bh - 1);
  }
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  g.font = font(10.5);
  g.fillStyle = C.ink2;
  g.fillText('links busy', G.x - 9 * U, 13 * U);
  g.fillStyle = C.ink3;
  g.fillText('max ' + int(peakBusy), G.x - 9 * U, 27 * U);
  g.fillStyle = C.ink2;
  g.fillText('T made of', G.x - 9 * U, G.c + G.ch / 2);
  if (lb) {
    g.fillText('bound', G.x - 9 * U, G.b + G.bh / 2 + 1 * U);
  }
}
// The most links that are busy at a time.
const peakBusy = (() => {
  const lasts = (_, h) => released[h] > granted[h];
  const begins = granted.filter(lasts).sort(), ends = released.filter(lasts).sort();
  let ended = 0, most = 0;
  begins.forEach((begin, i) => {
    while (ended < ends.length && ends[ended] <= begin) ended++;
    most = Math.max(most, i + 1 - ended);
  });
  return most;
})();
function tlFrame() {
  const g = canvases.tl1.g, {w, h} = box.tl, G = tlGeo(), px = t => G.x + t / SPAN * G.w;
  g.clearRect(0, 0, w, h);
  if (S.v0 > 0 || S.v1 < SPAN) {
    g.fillStyle = C.ink;
    g.globalAlpha = .05;
    g.fillRect(px(S.v0), 0, px(S.v1) - px(S.v0), G.ax);
    g.globalAlpha = 1;
    g.strokeStyle = C.ink3;
    g.lineWidth = 1;
    g.strokeRect(px(S.v0) + .5, .5, px(S.v1) - px(S.v0) - 1, G.ax - 1);
  }
  if (S.hoverMsg >= 0) {
    const m = S.hoverMsg;
    g.fillStyle = C.ink;
    g.fillRect(px(start[m]), G.a + 1, Math.max(2, px(taken[m]) - px(start[m])), 2.5 * U);
  }
  const x = px(S.t);
  g.strokeStyle = C.ink;
  g.lineWidth = Math.max(1.5, 1.2 * U);
  g.beginPath();
  g.moveTo(x, 1);
  g.lineTo(x, G.ax);
  g.stroke();
  g.fillStyle = C.ink;
  g.beginPath();
  g.moveTo(x - 5 * U, 0);
  g.lineTo(x + 5 * U, 0);
  g.lineTo(x + 5 * U, 4 * U);
  g.lineTo(x, 9 * U);
  g.lineTo(x - 5 * U, 4 * U);
  g.fill();
}
