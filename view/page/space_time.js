// SPDX-License-Identifier: Apache-2.0
// The space-time diagram: PEs by time, exact bars where there is room, else the share of time that ports are
// busy.

const stGeo = () => {
  const l = 30 * U, r = 16 * U, t = (roundMarks.length > 1 ? 37 : 24) * U, b = 21 * U;
  return {x: l, y: t, w: box.st.w - l - r, h: box.st.h - t - b};
};
const niceStep = (span, n) => {
  const raw = span / n, p = 10 ** Math.floor(Math.log10(raw)), f = raw / p;
  return (f < 1.5 ? 1 : f < 3.5 ? 2 : f < 7.5 ? 5 : 10) * p;
};
function axis(g, x, w, y, v0, v1, labelled, up) {
  const u = unit[0],
        st = Math.max(
            niceStep((v1 - v0) * u, w / (92 * U)), isSteps && v1 - v0 >= D.time.ticks_per_step ? 1 : 0);
  g.font = font(10.5);
  g.fillStyle = C.ink3;
  g.strokeStyle = C.hair;
  g.lineWidth = 1;
  g.textBaseline = 'top';
  g.textAlign = 'center';
  const dec = Math.max(0, -Math.floor(Math.log10(st) + 1e-9));
  for (let k = Math.ceil(v0 * u / st - 1e-9); k * st <= v1 * u + 1e-9; k++) {
    const px = Math.round(x + (k * st / u - v0) / (v1 - v0) * w) + .5;
    if (up) {
      g.beginPath();
      g.moveTo(px, y - up);
      g.lineTo(px, y + 3 * U);
      g.stroke();
    }
    if (labelled) {
      const s = k === 0 ? '0 ' + unit[1] : group((k * st).toFixed(dec));
      g.textAlign = px - x < 18 * U ? 'left' : x + w - px < 18 * U ? 'right' : 'center';
      g.fillText(s, g.textAlign === 'left' ? x : g.textAlign === 'right' ? x + w : px, y + 5 * U);
    }
  }
}
let aggregated = false;
let anyWait = waitHops.length > 0 || isAnySync || (early !== null && early.waiting.length > 0);
for (let i = 0; i < M && !anyWait; i++) anyWait = start[i] > posted[i] || available[i] > arrival[i];
function stBase() {
  const g = canvases.st0.g, {w, h} = box.st, G = stGeo(), v0 = S.v0, v1 = S.v1;
  g.clearRect(0, 0, w, h);
  if (G.h < 4 || G.w < 4) return;  // no room
  axis(g, G.x, G.w, G.y + G.h, v0, v1, true, G.h);
  const rh = G.h / P, px = t => G.x + (t - v0) / (v1 - v0) * G.w;
  let seen = 0;
  for (let i = 0; i < M; i++)
    if (taken[i] >= v0 && posted[i] <= v1) seen++;
  aggregated = rh * dpr < 3.6 || seen > 30000;
  // heading
  g.font = font(11.5, 600);
  g.textAlign = 'left';
  g.textBaseline = 'alphabetic';
  g.fillStyle = C.ink;
  g.fillText('PEs over time', G.x, 15 * U);
  const keysFrom = G.x + g.measureText('PEs over time').width + 16 * U;
  const keys = [];
  const key = (draw, text, short) => keys.push({draw, text, short: short || text});
  const two = (a, b) => x => {
    g.fillStyle = a;
    g.fillRect(x, 8.5 * U, 10 * U, 6 * U);
    g.fillStyle = b;
    g.fillRect(x + 10 * U, 8.5 * U, 9 * U, 6 * U);
  };
  if (aggregated) {
    key(x => {
      const gr = g.createLinearGradient(x, 0, x + 19 * U, 0);
      gr.addColorStop(0, C.bg);
      gr.addColorStop(.5, C.sendPale);
      gr.addColorStop(1, C.send);
      g.fillStyle = gr;
      g.fillRect(x, 8.5 * U, 19 * U, 6 * U);
    }, 'share of time that ports are busy', 'ports busy');
  } else {
    key(two(C.sendPale, C.send), 'send port: startup, bytes', 'sends');
    key(two(C.recvPale, C.recv), 'receive port', 'receives');
  }
  if (computes.count && !aggregated)
    key(x => {
      g.fillStyle = C.work;
      g.fillRect(x, 8.5 * U, 19 * U, 6 * U);
    }, 'local work');
  if (anyWait)
    key(x => {
      g.fillStyle = C.wait;
      g.fillRect(x, 10 * U, 19 * U, 3 * U);
    }, isAnySync || tr || gapTicks || early ? 'waits' : 'waits for ports, links', 'waits');
  if (tr && !aggregated)
    key(x => {
      g.fillStyle = C[kindColour.receive];
      g.fillRect(x, 10 * U, 19 * U, 3 * U);
    }, 'tr');
  if (gapTicks && !aggregated)
    key(x => {
      g.fillStyle = C[kindColour.gap];
      g.fillRect(x, 10 * U, 19 * U, 3 * U);
    }, 'gap g');
  if (S.crit && path.length)
    key(x => {
      g.fillStyle = C.crit;
      g.fillRect(x, 10.3 * U, 19 * U, 2.4 * U);
    }, 'critical path');
  putKeys(g, keys, keysFrom, G.x + G.w);
  // PE numbers
  g.font = font(Math.min(10.5, Math.max(8, rh / U * .8)));
  g.fillStyle = C.ink3;
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  const every = [1, 2, 4, 8, 16, 32, 64, 128, 256].find(n => n * rh >= (n > 1 ? 24 : 11) * U) || 512;
  for (let i = 0; i < P; i += every) g.fillText(i, G.x - 6 * U, G.y + (i + .5) * rh);
  roundBand(g, G, px);
  g.save();
  g.beginPath();
  g.rect(G.x, G.y, G.w, G.h);
  g.clip();
  if (aggregated)
    stDensity(g, G, v0, v1);
  else {
    const gap = rh > 9 * U ? Math.min(rh * .2, 6 * U) : 0, half = (rh - gap) / 2, minW = .7,
          dense = gap === 0;
    const soft = c => dense ? mix(C.bg, c, S.theme === 'dark' ? .55 : .42) : c, sp = soft(C.sendPale),
          rp = soft(C.recvPale);
    const focus = S.pe >= 0;
    if (rh > 12) {
      g.fillStyle = C.raised;
      for (let i = 0; i < P; i++) g.fillRect(G.x, G.y + i * rh + gap / 2, G.w, rh - gap);
    }
    const rects = new Map(), put = (c, x0, x1, y, hh) => {
      if (x1 < G.x || x0 > G.x + G.w) return;
      let a = rects.get(c);
      if (!a) rects.set(c, a = []);
      a.push(x0, y, Math.max(minW, x1 - x0), hh);
    };
    // Each port has its part of the lane.
    const thin = half / ports,
          laneOfSend = i => G.y + src[i] * rh + gap / 2 + Math.max(0, sendPort[i]) * thin;
    const laneOfReceive = i => G.y + dst[i] * rh + gap / 2 + half + Math.max(0, recvPort[i]) * thin;
    for (let i = 0; i < computes.count; i++)
      put(C.work, px(computes.begin[i]), px(computes.end[i]), G.y + computes.pe[i] * rh + gap / 2, 2 * half);
    const stripe = Math.max(1, Math.min(half * .3, 2.5 * U));
    for (let i = 0; i < synchronizes.count; i++)
      put(C.wait, px(synchronizes.begin[i]), px(synchronizes.end[i]),
          G.y + (synchronizes.pe[i] + .5) * rh - stripe / 2, stripe);
    if (early)
      for (const one of early.waiting)
        put(C.wait, px(one.since), px(END), G.y + (one.pe + .5) * rh - stripe / 2, stripe);
    for (let i = 0; i < M; i++) {
      if (taken[i] < v0 || posted[i] > v1) continue;
      const ys = laneOfSend(i), yr = laneOfReceive(i), on = !focus || carries(i);
      // the ports of the selected PE keep their colours
      const isOwnSend = src[i] === S.pe, isOwnReceive = dst[i] === S.pe;
      const mid = start[i] + ts,
            full = S.mode === 'origin' ? originColour[src[i]] :
          isOwnSend || !focus          ? C.send :
          on                           ? C.reach :
                                         C.rail,
            rfull = S.mode === 'origin' ? originColour[src[i]] :
          isOwnReceive || !focus        ? C.recv :
          on                            ? C.reach :
                                          C.rail;
      const paleOf = (isOwn, pale) => isOwn || !focus ? pale : on ? C.reachPale : C.raised;
      if (ts) put(paleOf(isOwnSend, sp), px(start[i]), px(mid), ys, thin);
      if (left[i] > mid || !ts) put(full, px(mid), px(Math.max(left[i], mid)), ys, thin);
      if (tr)
        put(C[kindColour.receive], px(taken[i]), px(taken[i] + tr), G.y + (dst[i] + .5) * rh - stripe / 2,
            stripe);
      if (start[i] + gapTicks > left[i])
        put(C[kindColour.gap], px(left[i]), px(start[i] + gapTicks), ys + thin * .4, thin * .2);
      const w0 = winStart[i], w1 = direct ? w0 + ts : w0;
      if (w1 > w0) put(paleOf(isOwnReceive, rp), px(w0), px(w1), yr, thin);
      put(rfull, px(w1), px(available[i]), yr, thin);
    }
    for (const [c, a] of rects) {
      g.fillStyle = c;
      for (let q = 0; q < a.length; q += 4) g.fillRect(a[q], a[q + 1], a[q + 2], a[q + 3]);
    }
    // waits: for the own send port, for links (at the receiver, when they happened), for the receive port
    g.fillStyle = C.wait;
    const wh = Math.max(1, Math.min(thin * .45, 4 * U));
    for (let i = 0; i < M; i++) {
      if (taken[i] < v0 || posted[i] > v1) continue;
      if (start[i] > posted[i])
        g.fillRect(px(posted[i]), laneOfSend(i) + thin / 2 - wh / 2, px(start[i]) - px(posted[i]), wh);
      if (available[i] > arrival[i])
        g.fillRect(
            px(arrival[i]), laneOfReceive(i) + thin / 2 - wh / 2, px(available[i]) - px(arrival[i]), wh);
    }
    for (const hp of waitHops) {
      const b = px(asked[hp]), e = px(granted[hp]);
      if (e < G.x || b > G.x + G.w) continue;
      g.fillRect(b, G.y + dst[hMsg[hp]] * rh + gap / 2 + 2 * half - wh, Math.max(1, e - b), wh);
    }
    // messages as arrows, where there is room
    if (P <= 24 && seen <= 700) {
      g.strokeStyle = C.ink3;
      g.globalAlpha = .55;
      g.lineWidth = 1;
      g.beginPath();
      for (let i = 0; i < M; i++) {
        if (taken[i] < v0 || posted[i] > v1) continue;
        const y0 = G.y + (src[i] + .5) * rh, y1 = G.y + (dst[i] + .5) * rh;
        g.moveTo(px(start[i] + ts), y0);
        g.lineTo(px(arrival[i]), y1);
      }
      g.stroke();
      g.globalAlpha = 1;
    }
  }
  if (S.crit && pathLines.length) {
    const line = () => {
      g.beginPath();
      let lx = NaN, ly = NaN;
      for (const [b, p, e, q] of pathLines) {
        const x0 = px(b), y0 = G.y + (p + .5) * rh, x1 = px(e), y1 = G.y + (q + .5) * rh;
        if (x0 !== lx || y0 !== ly) {
          if (isNaN(lx))
            g.moveTo(x0, y0);
          else
            g.lineTo(x0, y0);
        }
        g.lineTo(x1, y1);
        lx = x1;
        ly = y1;
      }
      g.stroke();
    };
    g.lineJoin = 'round';
    g.lineCap = 'round';
    const cw = Math.max(1.5, Math.min(3 * U, rh * .22 + 1.2));
    if (pathLines.length < 400) {
      g.strokeStyle = C.bg;
      g.lineWidth = cw + 2.2;
      line();
    }
    g.strokeStyle = C.crit;
    g.lineWidth = cw;
    line();
  }
  g.restore();
}
// The legend from `x` to `end`, each with its words, or with short ones, closer together, where the long ones
// do not fit.
function putKeys(g, keys, x, end) {
  g.font = font(10.8);
  const width = (k, word) => 24 * U + g.measureText(k[word]).width;
  const gapWith = word =>
      (end - x - keys.reduce((sum, k) => sum + width(k, word), 0)) / Math.max(1, keys.length - 1);
  const word = gapWith('text') >= 8 * U ? 'text' : 'short';
  const gap = Math.max(4 * U, Math.min(13 * U, gapWith(word)));
  for (const k of keys) {
    k.draw(x);
    g.fillStyle = C.ink2;
    g.fillText(k[word], x + 24 * U, 15 * U);
    x += width(k, word) + gap;
  }
}

// Rounds in turn, above the PEs: a quiet band.
function roundBand(g, G, px) {
  if (roundMarks.length < 2) return;
  const y = G.y - 12 * U, h = 10 * U;
  g.save();
  g.beginPath();
  g.rect(G.x, y, G.w, h);
  g.clip();
  g.font = font(8.6);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  roundMarks.forEach((mark, k) => {
    const a = px(mark.begin), b = px(k + 1 < roundMarks.length ? roundMarks[k + 1].begin : mark.end);
    if (b < G.x || a > G.x + G.w || b - a < .5) return;
    g.fillStyle = k % 2 ? C.hair : C.raised;
    g.fillRect(a, y, b - a, h);
    g.fillStyle = C.ink2;
    if (b - a > 15 * U)
      g.fillText(k + 1, (Math.max(a, G.x) + Math.min(b, G.x + G.w)) / 2, y + h / 2 + .5 * U);
  });
  g.restore();
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  g.font = font(8.6);
  g.fillStyle = C.ink3;
  g.fillText('round', G.x - 3 * U, y + h / 2);
}
function stDensity(g, G, v0, v1) {
  const cols = Math.round(G.w * dpr), rows = Math.min(P, Math.floor(G.h * dpr)), per = (v1 - v0) / cols;
  const A = new Float32Array((cols + 2) * rows * 3), Dd = new Float32Array((cols + 2) * rows * 3),
        W = cols + 2;
  const put = (ch, pe, b, e) => {
    b = Math.max(b, v0);
    e = Math.min(e, v1);
    if (e <= b) return;
    const r = Math.floor(pe * rows / P), x = (b - v0) / per, y = (e - v0) / per, i = Math.floor(x),
          j = Math.floor(y), o = (ch * rows + r) * W;
    if (i === j) {
      A[o + i] += y - x;
      return;
    }
    A[o + i] += i + 1 - x;
    A[o + j] += y - j;
    Dd[o + i + 1]++;
    Dd[o + j]--;
  };
  for (let i = 0; i < M; i++) {
    if (taken[i] < v0 || posted[i] > v1) continue;
    put(0, src[i], start[i], start[i] + ts);
    put(1, src[i], start[i] + ts, left[i]);
    if (direct) put(0, dst[i], winStart[i], winStart[i] + ts);
    put(1, dst[i], available[i] - xOf[i], available[i]);
    put(2, src[i], posted[i], start[i]);
    put(2, dst[i], arrival[i], available[i]);
  }
  if (early)
    for (const one of early.waiting) put(2, one.pe, one.since, END);
  for (const hp of waitHops) put(2, dst[hMsg[hp]], asked[hp], granted[hp]);
  const img = g.createImageData(cols, rows), bg = rgb(C.bg), pale = rgb(C.sendPale), full = rgb(C.send), wait = rgb(C.wait);
  const inRow = new Int32Array(rows);
  for (let i = 0; i < P; i++) inRow[Math.floor(i * rows / P)]++;
  const calm = S.theme === 'dark' ? .34 : .5;
  for (let r = 0; r < rows; r++) {
    const run = [0, 0, 0];
    for (let c = 0; c < cols; c++) {
      const v = [0, 0, 0];
      for (let ch = 0; ch < 3; ch++) {
        const o = (ch * rows + r) * W + c;
        run[ch] += Dd[o];
        v[ch] = Math.min(1, (A[o] + run[ch]) / inRow[r] / (ch === 2 ? 1 : 2));
      }
      const k = (r * cols + c) * 4, s = v[0], x = Math.min(1, v[1] * 1), f = Math.sqrt(v[2]);
      for (let q = 0; q < 3; q++) {
        let val = bg[q] + (pale[q] - bg[q]) * Math.min(1, s + x);
        val += (full[q] - val) * Math.min(1, Math.sqrt(x));
        val += (wait[q] - val) * calm * f;
        img.data[k + q] = val;
      }
      img.data[k + 3] = 255;
    }
  }
  const off = document.createElement('canvas');
  off.width = cols;
  off.height = rows;
  off.getContext('2d').putImageData(img, 0, 0);
  g.imageSmoothingEnabled = false;
  g.drawImage(off, G.x, G.y, G.w, G.h);
}
function stFrame() {
  const g = canvases.st1.g, {w, h} = box.st, G = stGeo(), rh = G.h / P,
        px = t => G.x + (t - S.v0) / (S.v1 - S.v0) * G.w;
  g.clearRect(0, 0, w, h);
  if (G.h < 4 || G.w < 4) return;
  g.save();
  g.beginPath();
  g.rect(0, G.y - 6 * U, w, G.h + 8 * U);
  g.clip();
  for (const [p, c] of [[S.pe, C.reach], [S.hoverPE, C.ink]])
    if (p >= 0) {
      g.strokeStyle = c;
      g.lineWidth = 1.2;
      g.strokeRect(G.x, G.y + p * rh - .5, G.w, Math.max(2, rh + 1));
    }
  if (S.hoverMsg >= 0) {
    const m = S.hoverMsg, a = Math.max(3, rh), y0 = G.y + src[m] * rh, y1 = G.y + dst[m] * rh;
    g.strokeStyle = C.ink;
    g.lineWidth = 1.6;
    g.strokeRect(px(start[m]), y0, Math.max(2, px(left[m]) - px(start[m])), a / 2);
    g.strokeRect(px(winStart[m]), y1 + a / 2, Math.max(2, px(available[m]) - px(winStart[m])), a / 2);
    g.beginPath();
    g.moveTo(px(start[m] + ts), y0 + a / 4);
    g.lineTo(px(arrival[m]), y1 + a * .75);
    g.stroke();
  }
  if (S.t >= S.v0 && S.t <= S.v1) {
    const x = px(S.t);
    g.strokeStyle = C.ink;
    g.lineWidth = Math.max(1.25, U);
    g.beginPath();
    g.moveTo(x, G.y - 6 * U);
    g.lineTo(x, G.y + G.h + 2 * U);
    g.stroke();
  }
  g.restore();
}
