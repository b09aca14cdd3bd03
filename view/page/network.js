// SPDX-License-Identifier: Apache-2.0
// The network at the time of the cursor: netBase() draws what only size and theme change, netFrame() what the
// time does.

function netBase() {
  const g = canvases.net0.g, {w, h} = box.net;
  g.clearRect(0, 0, w, h);
  planeFields(g);
  g.strokeStyle = C.rail;
  g.lineCap = 'butt';
  g.lineWidth = minDist > 26 ? Math.max(1, .7 * U) : .6;
  g.globalAlpha = isComplete ? (P > 24 ? .18 : .45) : P > 400 ? .55 : .9;
  g.beginPath();
  for (const l of links)
    if (!l.out) along(g, l, 0, 1);
  g.stroke();
  g.globalAlpha *= .5;
  g.beginPath();
  for (const l of links)
    if (l.out) along(g, l, 0, 1);
  g.stroke();
  g.globalAlpha = 1;
  if (minDist > (hasPlanes ? 22 : 34)) {  // where a stub goes on
    g.fillStyle = C.ink3;
    g.font = font(Math.min(9.5, Math.max(hasPlanes ? 7 : 0, minDist / U * .16)));
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    for (const l of links)
      if (l.stub && !(l.out && fields.length > 6)) {
        const p = l.segs[0], d = Math.hypot(p[2] - p[0], p[3] - p[1]) || 1, e = 8 * U;
        const far = d + nr * 1.42 + e, x = X[l.from] + (p[2] - p[0]) / d * far,
              y = Y[l.from] + (p[3] - p[1]) / d * far;
        if (!hasPlanes || isFree(x, y)) g.fillText(l.to, x, y);
      }
  }
  crossOut(g);
  for (let i = 0; i < NN; i++) nodeFace(g, i, C.bg, C.ink2);
}
// The planes of a grid of three dimensions, faintly.
function planeFields(g) {
  g.textAlign = 'right';
  g.textBaseline = 'alphabetic';
  g.font = font(10);
  for (const {label, corners} of fields) {
    g.fillStyle = C.raised;
    g.globalAlpha = .75;
    g.beginPath();
    for (const corner of corners) g.lineTo(...corner);
    g.fill();
    g.globalAlpha = 1;
    g.fillStyle = C.ink3;
    if (fields.length <= 8) g.fillText(label, corners[1][0] + 8 * U, corners[1][1] - 15 * U);
  }
}
// No node or link is so near that a number there could not be read.
const isFree = (x, y) => X.every((nodeX, i) => Math.hypot(nodeX - x, Y[i] - y) > nr + 4 * U) &&
    links.every(l => l.segs.every(s => squaredDistance(s, x, y) > (4.5 * U) ** 2));
// Failed links: dashed, with a cross in the middle.
function crossOut(g) {
  if (!failedLinks.length) return;
  g.strokeStyle = C.ink3;
  g.lineWidth = Math.max(1, .7 * U);
  g.setLineDash([2 * U, 3 * U]);
  g.beginPath();
  for (const l of failedLinks) along(g, l, 0, 1);
  g.stroke();
  g.setLineDash([]);
  g.strokeStyle = C.ink;
  g.lineWidth = Math.max(1.3, U);
  g.beginPath();
  const r = Math.max(2.5, lw);
  for (const l of failedLinks) {
    const [x, y] = pointOn(l, l.stub ? .25 : .5);
    g.moveTo(x - r, y - r);
    g.lineTo(x + r, y + r);
    g.moveTo(x + r, y - r);
    g.lineTo(x - r, y + r);
  }
  g.stroke();
}
function nodeFace(g, i, fill, ink) {
  g.beginPath();
  if (nodes[i].isSwitch) {
    const r = nr * .5;
    g.rect(X[i] - r, Y[i] - r, 2 * r, 2 * r);
  } else
    g.arc(X[i], Y[i], nr, 0, 7);
  g.fillStyle = nr < 4.5 ? (fill === C.bg ? C.rail : fill) : fill;
  g.fill();
  if (nr >= 4.5) {
    g.lineWidth = nodes[i].isSwitch ? 1 : .8;
    g.strokeStyle = nodes[i].isSwitch ? C.ink3 : C.rail;
    g.stroke();
  }
  if (nr >= 7.2 * Math.min(1, U)) {
    const px = nodes[i].isSwitch ? Math.min(9, nr / U * .6) :
                                   Math.min(13, Math.max(7.2, nr / U * (P > 99 ? .78 : .98)));
    g.font = font(px, 500);
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillStyle = ink;
    g.fillText(i, X[i], Y[i] + .5 * U);
  }
}
// A ring around the ports of a PE.
function ringAround(g, pe, gap) {
  const r = gr + gw * .5 + gap;
  g.moveTo(X[pe] + r, Y[pe]);
  g.arc(X[pe], Y[pe], r, 0, 7);
}
// A PE that computes is filled; one that waits in synchronize is hatched by a bar.
function busyFaces(g, working, synchronizing) {
  for (const i of working) nodeFace(g, i, C.work, C.bg);
  if (!synchronizing.length) return;
  g.strokeStyle = C.wait;
  g.lineWidth = Math.max(1.2, nr * .16);
  g.beginPath();
  for (const i of synchronizing) {
    g.moveTo(X[i] - nr * .6, Y[i] + nr * .62);
    g.lineTo(X[i] + nr * .6, Y[i] + nr * .62);
  }
  g.stroke();
}
// How many there are now, for the line below the network.
const live = {
  busy: 0,
  waiting: 0,
  sending: 0,
  receiving: 0,
  computing: 0,
  synchronizing: 0
};
let trains = [];  // what the pointer can find: [link, message]
// A cycle of "each waits for the next": `next` maps who waits to whom.
function cycleOf(next) {
  const walked = new Set();
  for (let at of next.keys()) {
    const way = [];
    for (; next.has(at) && !walked.has(at); at = next.get(at)) {
      walked.add(at);
      way.push(at);
    }
    if (way.includes(at)) return way.slice(way.indexOf(at));
  }
  return [];
}
// Where a run ended in a deadlock: PEs, and messages that are stuck, by their places.
const waitsFor = new Map(early ? early.waiting.map(one => [one.pe, one.whom]) : []);
const waitCycle = cycleOf(waitsFor);
const stuckCycle = cycleOf(new Map(
    early ?
        early.stuck.map(
            (one, i) =>
                [i, early.stuck.findIndex(other => other.holds.some(link => `${link}` === `${one.wants}`))]) :
        []));
// An arrow from each PE to the one that it waits for, those of the cycle in the colour of the critical path.
// Of very many PEs only the cycle's are drawn.
function waitArrows(g) {
  const inCycle = new Set(waitCycle), gap = gr + gw * .5 + Math.max(3, nr * .3), tip = Math.max(4, nr * .5);
  for (const isCycle of [false, true]) {
    g.strokeStyle = isCycle ? C.crit : C.wait;
    g.lineWidth = Math.max(1.3, nr * .14);
    g.beginPath();
    for (const [from, to] of waitsFor) {
      const isShown =
          to >= 0 && to !== from && inCycle.has(from) === isCycle && (isCycle || waitsFor.size <= 64);
      if (!isShown) continue;
      const dx = X[to] - X[from], dy = Y[to] - Y[from], d = Math.hypot(dx, dy) || 1,
            bend = Math.min(.22 * d, 4 * nr);
      const mx = (X[from] + X[to]) / 2 - dy / d * bend, my = (Y[from] + Y[to]) / 2 + dx / d * bend;
      const toward = (x, y, length) => {
        const l = Math.hypot(mx - x, my - y) || 1;
        return [x + (mx - x) / l * length, y + (my - y) / l * length];
      };
      const a = toward(X[from], Y[from], gap), b = toward(X[to], Y[to], gap);
      g.moveTo(...a);
      g.quadraticCurveTo(mx, my, ...b);
      const angle = Math.atan2(b[1] - my, b[0] - mx);
      for (const side of [-1, 1]) {
        g.moveTo(...b);
        g.lineTo(b[0] - tip * Math.cos(angle + side * .45), b[1] - tip * Math.sin(angle + side * .45));
      }
    }
    g.stroke();
  }
}
// A run that ended early, at its end: what stuck messages hold, the links that they want, and PEs that wait.
// `rails` are the links that are busy besides.
function earlyEnd(g, rails) {
  const indexOf = ([from, to]) => linkIndex.get(linkKey(from, to)) ?? -1;
  const busy = new Set(rails);
  g.lineCap = 'butt';
  for (const one of early.stuck) {
    g.strokeStyle = originColour[one.source];
    g.lineWidth = lw;
    g.beginPath();
    for (const k of one.holds.map(indexOf))
      if (k >= 0) {
        busy.add(k);
        along(g, links[k], 0, 1);
      }
    g.stroke();
  }
  live.busy = busy.size;
  live.waiting += early.stuck.length;
  const mouth = nr > 6 ? Math.max(2.6, nr * .3) : 2;
  for (const one of early.stuck) {
    const k = indexOf(one.wants);
    if (k < 0) continue;
    const p = pointOn(links[k], Math.min(.5, mouth * .9 / links[k].len));
    g.fillStyle = originColour[one.source];
    g.strokeStyle = C.wait;
    g.lineWidth = Math.max(1.4, mouth * .52);
    g.beginPath();
    g.arc(p[0], p[1], mouth, 0, 7);
    g.fill();
    g.stroke();
  }
  if (!early.stuck.length) waitArrows(g);
  g.strokeStyle = C.wait;
  g.lineWidth = Math.max(1.5, nr * .16);
  g.beginPath();
  for (const {pe} of early.waiting) ringAround(g, pe, Math.max(1.6, nr * .14));
  g.stroke();
}
function netFrame() {
  const g = canvases.net1.g, {w, h} = box.net, t = S.t;
  g.clearRect(0, 0, w, h);
  trains = [];
  for (const name of Object.keys(live)) live[name] = 0;
  const atEnd = t >= T;
  const crit = S.crit && path.length ? pathAt(Math.min(t, T - .5)) : -1,
        critM = crit >= 0 && !atEnd ? pathMsg[crit] : -1;
  const critLit = critM >= 0 && isOnTheWay(path[crit]) ? critM : -1;
  const focus = S.pe >= 0;
  g.lineCap = 'butt';
  g.lineJoin = 'round';
  // links
  const rails = [], lit = [];
  const loads = S.mode === 'load' ? Array.from({length: 24}, () => []) : null;
  for (let k = 0; k < NL; k++) {
    const q = lastAt(onLink, k, t);
    if (q < 0) continue;
    if (loads) {
      const f = loadSum[q] / maxLoad;
      loads[Math.max(1, Math.min(23, Math.round(f * 23)))].push(k);
    }
    // the one that has the link, and those whose last bits are still on the wire
    for (let r = q; r >= openOnLink[q]; r--) {
      const hp = onLink.ids[r], m = hMsg[hp], x = released[hp] - granted[hp], cross = crossing[hp];
      const age = t - granted[hp];
      if (age >= x + cross && age !== 0) continue;
      const head = cross > 0 ? Math.min(1, age / cross) : 1,
            tail = cross > 0 ? Math.max(0, (age - x) / cross) : 0;
      const busy = age < x;
      if (busy && rails[rails.length - 1] !== k) {  // of several worms on its channels one shows it
        live.busy++;
        rails.push(k);
      }
      if (head > tail) {
        lit.push([k, m, tail, head, x > 0 ? age / x : 0]);
        trains.push([k, m]);
      }
    }
  }
  if (loads)
    for (let b = 1; b < 24; b++)
      if (loads[b].length) {
        g.strokeStyle = ramp[b];
        g.lineWidth = lw * (.3 + .9 * b / 23);
        g.beginPath();
        for (const k of loads[b]) along(g, links[k], 0, 1);
        g.stroke();
      }
  if (!loads) {
    g.strokeStyle = focus ? C.rail : C.send;
    g.globalAlpha = focus ? .35 : .22;
    g.lineWidth = lw;
    g.beginPath();
    for (const k of rails) along(g, links[k], 0, 1);
    g.stroke();
    g.globalAlpha = 1;
    const groups = new Map();
    const add = (c, e) => {
      let a = groups.get(c);
      if (!a) groups.set(c, a = []);
      a.push(e);
    };
    const isStriped = S.blocks && !focus;
    for (const e of lit) {
      if (isStriped) {
        for (const [c, ...part] of stripes(...e)) add(c, part);
        continue;
      }
      const c = e[1] === critLit && S.mode === 'use' ? C.crit :
          S.mode === 'origin'                        ? originColour[src[e[1]]] :
          focus                                      ? (carries(e[1]) ? C.reach : C.rail) :
                                                       C.send;
      add(c, e);
    }
    for (const [c, a] of groups) {
      g.strokeStyle = c;
      g.lineWidth = lw;
      g.beginPath();
      for (const [k, m, b, e] of a) along(g, links[k], b, e);
      g.stroke();
    }
  }
  // which way: chevrons cut into the stroke, moving with the share that has passed
  if (lw >= 3.1 && lit.length < 900) {
    g.strokeStyle = C.bg;
    g.lineWidth = Math.max(1, lw * .27);
    g.lineCap = 'round';
    g.beginPath();
    for (const [k, m, b, e, f] of lit) {
      const l = links[k], gap = Math.max(lw * 3.4, 16 * U), n = l.len / gap, c = lw * .3;
      for (let q = (f * 3) % 1; q < n; q++) {
        const u = q * gap / l.len;
        if (u < b + 3 / l.len || u > e - 3 / l.len) continue;
        const p = pointOn(l, u);
        g.moveTo(p[0] - p[2] * c - p[3] * c, p[1] - p[3] * c + p[2] * c);
        g.lineTo(p[0] + p[2] * c * .6, p[1] + p[3] * c * .6);
        g.lineTo(p[0] - p[2] * c + p[3] * c, p[1] - p[3] * c - p[2] * c);
      }
    }
    g.stroke();
    g.lineCap = 'butt';
  }
  // headers that wait: a ring at the mouth of the link
  const mouth = nr > 6 ? Math.max(2.6, nr * .3) : 2;
  const ringed = [];
  for (let k = 0; k < NL; k++) {
    if (waitsOn.head[k] === waitsOn.head[k + 1]) continue;
    const q = lastAt(waitsOn, k, t);
    let n = 0;
    for (let r = q; q >= 0 && r >= openWaits[q]; r--)
      if (granted[waitHops[waitsOn.ids[r]]] > t) n++;
    if (n) {
      live.waiting += n;
      ringed.push([k, n]);
    }
  }
  if (ringed.length) {
    g.lineWidth = Math.max(1.4, mouth * .52);
    g.strokeStyle = C.wait;
    g.fillStyle = C.bg;
    g.beginPath();
    for (const [k] of ringed) {
      const p = pointOn(links[k], Math.min(.5, mouth * .9 / links[k].len));
      g.moveTo(p[0] + mouth, p[1]);
      g.arc(p[0], p[1], mouth, 0, 7);
    }
    g.fill();
    g.stroke();
    if (nr > 9) {
      g.font = font(Math.max(7.5, Math.min(10, nr / U * .62)), 650);
      g.textAlign = 'center';
      g.textBaseline = 'middle';
      g.fillStyle = C.wait;
      for (const [k, n] of ringed)
        if (n > 1) {
          const l = links[k], p = pointOn(l, Math.min(.5, mouth * .9 / l.len));
          g.fillText(n, p[0] - p[3] * (mouth + 5 * U), p[1] + p[2] * (mouth + 5 * U));
        }
    }
  }
  if (nr >= 4.5 && (P <= 256 || hasPlanes) && !(S.mode === 'origin' && !focus))
    for (let i = 0; i < NN; i++) nodeFace(g, i, C.bg, C.ink2);
  // ports
  const gauges = nr >= 5;
  const top = -Math.PI / 2, bottom = Math.PI / 2, slit = .16;
  const sp = [], rp = [], working = [], synchronizing = [];
  for (let i = 0; i < P; i++) {
    let sends = 0, receives = 0;
    for (let port = 0; port < ports; port++) {
      let q = lastAt(sendsBy, i * ports + port, t);
      if (q >= 0 && t < left[sendsBy.ids[q]]) {
        const m = sendsBy.ids[q], d = left[m] - start[m] || 1;
        sp.push([i, (t - start[m]) / d, ts / d, m, sends++]);
      }
      q = lastAt(recvsBy, i * ports + port, t);
      if (q >= 0 && t < available[recvsBy.ids[q]]) {
        const m = recvsBy.ids[q], d = startupIn + xOf[m] || 1;
        rp.push([i, (t - winStart[m]) / d, startupIn / d, m, receives++]);
      }
    }
    live.sending += sends > 0;
    live.receiving += receives > 0;
    const w = lastAt(worksOf, i, t), y = lastAt(syncsOf, i, t);
    if (w >= 0 && t < computes.end[worksOf.ids[w]]) working.push(i);
    if (y >= 0 && t < synchronizes.end[syncsOf.ids[y]]) synchronizing.push(i);
  }
  live.computing = working.length;
  live.synchronizing = synchronizing.length;
  busyFaces(g, working, synchronizing);
  if (gauges) {
    // Messages at several ports of a PE are rings, one in the other.
    const thick = gw / (1 + .55 * (Math.min(4, ports) - 1)),
          radius = lane => gr + Math.min(lane, 5) * thick * 1.15;
    const arcs = (list, sign, pale, full) => {
      g.lineWidth = thick;
      g.lineCap = 'butt';
      const sweep = Math.PI - 2 * slit;
      for (const [col, part] of [[pale, 0], [full, 1]]) {
        g.strokeStyle = col;
        g.beginPath();
        for (const [i, f, f0, , ring] of list) {
          const a = part ? f0 : 0, b = part ? f : Math.min(f, f0);
          if (b <= a) continue;
          const s0 = sign > 0 ? top + slit + a * sweep : top - slit - a * sweep,
                s1 = sign > 0 ? top + slit + b * sweep : top - slit - b * sweep;
          const r = radius(ring);
          g.moveTo(X[i] + r * Math.cos(s0), Y[i] + r * Math.sin(s0));
          g.arc(X[i], Y[i], r, s0, s1, sign < 0);
        }
        g.stroke();
      }
      // the rest of the window, as a hairline
      g.lineWidth = 1;
      g.strokeStyle = pale;
      g.globalAlpha = .8;
      g.beginPath();
      for (const [i, f, , , ring] of list) {
        const s0 = sign > 0 ? top + slit + f * sweep : top - slit - f * sweep, r = radius(ring);
        g.moveTo(X[i] + r * Math.cos(s0), Y[i] + r * Math.sin(s0));
        g.arc(X[i], Y[i], r, s0, sign > 0 ? bottom - slit : -Math.PI * 1.5 + slit, sign < 0);
      }
      g.stroke();
      g.globalAlpha = 1;
    };
    const sendC = focus ? C.rail : C.send;
    arcs(sp, 1, focus ? C.rail : C.sendPale, sendC);
    arcs(rp, -1, focus ? C.rail : C.recvPale, focus ? C.ink3 : C.recv);
  } else {
    const st = new Uint8Array(P);
    for (const e of sp) st[e[0]] |= 1;
    for (const e of rp) st[e[0]] |= 2;
    for (const [bits, c] of [[1, C.send], [2, C.recv], [3, mix(C.send, C.recv, .5)]]) {
      g.fillStyle = focus ? C.ink3 : c;
      g.beginPath();
      for (let i = 0; i < P; i++)
        if (st[i] === bits) {
          g.moveTo(X[i] + nr, Y[i]);
          g.arc(X[i], Y[i], nr, 0, 7);
        }
      g.fill();
    }
  }
  if (S.mode === 'origin' && !focus)
    for (let i = 0; i < P; i++) nodeFace(g, i, originColour[i], S.theme === 'dark' ? '#000' : '#fff');
  if (S.blocks && !focus) tiles(g);
  // where the data of the selected PE can be
  if (focus) {
    for (let i = 0; i < P; i++)
      if (reachAt[i] <= t) nodeFace(g, i, i === S.pe ? C.reach : C.reachPale, i === S.pe ? C.bg : C.ink);
  }
  // the critical path, now
  if (crit >= 0 && !atEnd) {
    const e = path[crit];
    g.strokeStyle = C.crit;
    g.lineWidth = Math.max(1.5, lw * .42);
    if (critLit >= 0) {  // the way it still has to go
      const taken1 = new Set(rails);
      g.lineWidth = Math.max(1, lw * .3);
      g.globalAlpha = .75;
      g.beginPath();
      for (let q = hop0[critLit]; q < hop0[critLit + 1]; q++)
        if (granted[q] > t && !taken1.has(hLink[q])) along(g, links[hLink[q]], 0, 1);
      g.stroke();
      g.globalAlpha = 1;
      g.lineWidth = Math.max(1.5, lw * .42);
    }
    if (e.pe >= 0 && e.pe < P) {
      g.beginPath();
      ringAround(g, e.pe, Math.max(1.6, nr * .14));
      g.stroke();
    }
  }
  if (early && t >= T) earlyEnd(g, rails);
  // what the pointer is at
  const way = (m, c) => {
    g.strokeStyle = c;
    g.lineWidth = Math.max(1.6, lw * .5);
    g.setLineDash([4 * U, 3 * U]);
    g.beginPath();
    for (let q = hop0[m]; q < hop0[m + 1]; q++) along(g, links[hLink[q]], 0, 1);
    g.stroke();
    g.setLineDash([]);
    g.beginPath();
    for (const i of [src[m], dst[m]]) ringAround(g, i, 2);
    g.stroke();
  };
  if (S.hoverMsg >= 0) way(S.hoverMsg, C.ink);
  if (S.hoverPE >= 0) {
    g.strokeStyle = C.ink;
    g.lineWidth = 1.6;
    g.beginPath();
    ringAround(g, S.hoverPE, 2);
    g.stroke();
  }
  if (S.hoverLink >= 0) {
    g.strokeStyle = C.ink;
    g.lineWidth = lw;
    g.beginPath();
    along(g, links[S.hoverLink], 0, 1);
    g.stroke();
  }
}
