// SPDX-License-Identifier: Apache-2.0
// What happens when: the times of events, how busy the links are, and the pace that goes slower where they
// are.

// The times at which something begins or ends, each once, in order.
let eventTimes = null;
function events() {
  if (eventTimes) return eventTimes;
  const a = new Float64Array(M * 4 + waitHops.length * 2 + computes.count * 2 + synchronizes.count + 2);
  let n = 0;
  for (let i = 0; i < M; i++) {
    a[n++] = start[i];
    a[n++] = start[i] + ts;
    a[n++] = left[i];
    a[n++] = taken[i];
  }
  for (const h of waitHops) {
    a[n++] = asked[h];
    a[n++] = granted[h];
  }
  for (let i = 0; i < computes.count; i++) {
    a[n++] = computes.begin[i];
    a[n++] = computes.end[i];
  }
  for (let i = 0; i < synchronizes.count; i++) a[n++] = synchronizes.end[i];
  a[n++] = 0;
  a[n++] = T;
  a.sort();
  let k = 0;
  for (let i = 0; i < n; i++)
    if (!k || a[i] !== a[k - 1]) a[k++] = a[i];
  return eventTimes = a.slice(0, k);
}
// How much time of each of so many equal parts of [from, to) the intervals cover: the exact integral.
function coverage(bins, from, to, add) {
  const part = new Float64Array(bins + 1), diff = new Float64Array(bins + 2), w = (to - from) / bins;
  add((b, e) => {
    b = Math.max(b, from);
    e = Math.min(e, to);
    if (e <= b) return;
    const x = (b - from) / w, y = (e - from) / w, i = Math.floor(x), j = Math.min(bins, Math.floor(y));
    if (i === j) {
      part[i] += y - x;
      return;
    }
    part[i] += i + 1 - x;
    part[j] += y - j;
    diff[i + 1]++;
    diff[j]--;
  });
  let run = 0;
  const out = new Float64Array(bins);
  for (let i = 0; i < bins; i++) {
    run += diff[i];
    out[i] = part[i] + run;
  }
  return out;
}
const peak = a => {
  let m = 0;
  for (const v of a)
    if (v > m) m = v;
  return m;
};
const coarse = 400;
const actLinks = coverage(coarse, 0, SPAN, put => {
  for (let h = 0; h < H; h++) put(granted[h], released[h]);
});
const warp = new Float64Array(coarse + 1);  // pace "activity": wall time by virtual time
{
  const s = actLinks.reduce((a, b) => a + b, 0) || 1;
  for (let i = 0; i < coarse; i++) warp[i + 1] = warp[i] + .3 / coarse + .7 * actLinks[i] / s;
}
function warpOf(t) {
  const x = t / SPAN * coarse, i = Math.min(coarse - 1, Math.floor(x));
  return (warp[i] + (warp[i + 1] - warp[i]) * (x - i)) / warp[coarse];
}
function unwarp(w) {
  w *= warp[coarse];
  let lo = 0, hi = coarse;
  while (hi - lo > 1) {
    const m = (lo + hi) >> 1;
    if (warp[m] <= w)
      lo = m;
    else
      hi = m;
  }
  return Math.min(END, (lo + (w - warp[lo]) / (warp[lo + 1] - warp[lo])) / coarse * SPAN);
}
