// SPDX-License-Identifier: Apache-2.0
// Pointing and dragging: cards, the selected PE, time and zoom by the pointer.

const tip = $('tip');
function card(e, html) {
  if (!html) {
    tip.style.display = 'none';
    return;
  }
  tip.innerHTML = html;
  tip.style.display = 'block';
  const w = tip.offsetWidth, h = tip.offsetHeight;
  tip.style.left = Math.min(innerWidth - w - 8, e.clientX + 16) + 'px';
  tip.style.top =
      (e.clientY + 18 + h > innerHeight ? Math.max(4, e.clientY - h - 12) : e.clientY + 18) + 'px';
}
function hover(msg, pe) {
  if (msg !== S.hoverMsg || pe !== S.hoverPE) {
    S.hoverMsg = msg;
    S.hoverPE = pe;
    need();
  }
}
const at = (e, k) => {
  const r = canvases[k].c.getBoundingClientRect();
  return [e.clientX - r.left, e.clientY - r.top];
};
// Of a point from a part of a link, [x0, y0, x1, y1].
function squaredDistance(s, x, y) {
  const dx = s[2] - s[0], dy = s[3] - s[1], l = dx * dx + dy * dy || 1;
  const u = Math.max(0, Math.min(1, ((x - s[0]) * dx + (y - s[1]) * dy) / l));
  return (s[0] + u * dx - x) ** 2 + (s[1] + u * dy - y) ** 2;
}
$('net1').addEventListener('pointermove', e => {
  const [x, y] = at(e, 'net1');
  let pe = -1, best = (nr + 5) ** 2;
  for (let i = 0; i < P; i++) {
    const d = (X[i] - x) ** 2 + (Y[i] - y) ** 2;
    if (d < best) {
      best = d;
      pe = i;
    }
  }
  const train = pe < 0 ? nearestOf(trains, ([k]) => links[k], x, y, 7 * U) : -1;
  const msg = train < 0 ? -1 : trains[train][1];
  hover(msg, pe);
  if (msg >= 0)
    card(e, messageCard(msg));
  else if (pe >= 0)
    card(e, peCard(pe) + 'click: where its data can be');
  else {
    const link = nearestOf(links, l => l, x, y, 4 * U);
    card(e, link >= 0 ? linkCard(link) : '');
    if (link !== S.hoverLink) point(link);
    return;
  }
  if (S.hoverLink >= 0) point(-1);
});
// The index of that whose link is nearest to a place of the network; -1 if none is within reach.
function nearestOf(all, linkOf, x, y, reach) {
  let found = -1, least = reach ** 2;
  all.forEach((one, i) => {
    for (const s of linkOf(one).segs) {
      const d = squaredDistance(s, x, y);
      if (d < least) {
        least = d;
        found = i;
      }
    }
  });
  return found;
}
$('net1').addEventListener('click', () => select(S.hoverPE === S.pe ? -1 : S.hoverPE));
for (const id of ['net1', 'st1'])
  $(id).addEventListener('pointerleave', e => {
    hover(-1, -1);
    point(-1);
    card(e, '');
  });
let drag = null;
$('st1').addEventListener('pointermove', e => {
  const [x, y] = at(e, 'st1'), G = stGeo(), rh = G.h / P, t = S.v0 + (x - G.x) / G.w * (S.v1 - S.v0);
  if (drag) {
    if (drag.time)
      go(t);
    else
      showFrom(drag.v0 + (drag.x - x) / G.w * (S.v1 - S.v0));
    drag.moved = true;
    return;
  }
  const pe = Math.floor((y - G.y) / rh);
  if (pe < 0 || pe >= P || x < G.x - 30 * U) {
    hover(-1, -1);
    card(e, '');
    return;
  }
  let msg = -1;
  const slack = (S.v1 - S.v0) / G.w * 3, lower = (y - G.y) / rh - pe > .5;
  const inRow = (y - G.y) / rh - pe, port = Math.min(ports - 1, Math.floor((inRow * 2) % 1 * ports));
  const find = (bucket, end) => {
    for (let k = 0; k < ports; k++) {  // the port under the pointer first
      const q = lastAt(bucket, pe * ports + (port + k) % ports, t + slack);
      if (q >= 0 && end[bucket.ids[q]] >= t - slack) return bucket.ids[q];
    }
    return -1;
  };
  msg = lower ? find(recvsBy, available) : find(sendsBy, left);
  if (msg < 0) msg = lower ? find(sendsBy, left) : find(recvsBy, available);
  hover(msg, msg < 0 ? pe : -1);
  card(e, msg >= 0 ? messageCard(msg) : peCard(pe));
});
$('st1').addEventListener('pointerdown', e => {
  const [x] = at(e, 'st1');
  drag = {x, v0: S.v0, time: S.v0 === 0 && S.v1 === SPAN, moved: false};
  $('st1').setPointerCapture(e.pointerId);
});
$('st1').addEventListener('pointerup', e => {
  const [x, y] = at(e, 'st1'), G = stGeo();
  if (drag && !drag.moved) {
    if (x < G.x)
      select(Math.floor((y - G.y) / (G.h / P)));
    else
      go(S.v0 + (x - G.x) / G.w * (S.v1 - S.v0));
  }
  drag = null;
});
$('st1').addEventListener('wheel', e => {
  e.preventDefault();
  const [x] = at(e, 'st1'), G = stGeo();
  zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * .006), S.v0 + (x - G.x) / G.w * (S.v1 - S.v0));
}, {passive: false});
$('st1').addEventListener('dblclick', () => showFrom(0, SPAN));
let scrub = false;
const scrubTo = e => {
  const [x] = at(e, 'tl1'), G = tlGeo();
  go((x - G.x) / G.w * SPAN);
};
$('tl1').addEventListener('pointerdown', e => {
  scrub = true;
  act.pause();
  $('tl1').setPointerCapture(e.pointerId);
  scrubTo(e);
});
$('tl1').addEventListener('pointermove', e => {
  if (scrub) scrubTo(e);
});
$('tl1').addEventListener('pointerup', () => {
  scrub = false;
});
