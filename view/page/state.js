// SPDX-License-Identifier: Apache-2.0
// What the page shows now: the time, what is selected, colours and sizes; and the canvases.


const S = {
  t: 0,
  play: false,
  mode: early && early.stuck.length ? 'origin' : 'use',  // what a worm holds has its own colour
  blocks: '',
  pace: 'time',
  speed: 1,
  crit: true,
  pe: -1,
  hoverMsg: -1,
  hoverPE: -1,
  hoverLink: -1,
  v0: 0,
  v1: SPAN,
  theme: 'light'
};
let C = {}, U = 1, dirty = 7;  // 1 network base, 2 space-time base, 4 timeline base
const reachAt = new Float64Array(P);
const byPosted =
    Int32Array.from({length: M}, (_, i) => i).sort((a, b) => posted[a] - posted[b] || taken[a] - taken[b]);
function select(pe) {
  S.pe = pe;
  if (pe >= 0) {
    reachAt.fill(Infinity);
    reachAt[pe] = 0;
    for (let pass = 0, again = true; again && pass < 3; pass++) {
      again = false;
      for (const i of byPosted)
        if (reachAt[src[i]] <= posted[i] && taken[i] < reachAt[dst[i]]) {
          if (pass || taken[i] <= posted[i]) again = true;
          reachAt[dst[i]] = taken[i];
        }
    }
  }
  dirty |= 2;
  need();
}
const carries = i => S.pe >= 0 && reachAt[src[i]] <= posted[i];
function oklch(l, c, h) {
  const a = c * Math.cos(h), b = c * Math.sin(h), q = [
    l + .3963377774 * a + .2158037573 * b, l - .1055613458 * a - .0638541728 * b,
    l - .0894841775 * a - 1.291485548 * b
  ].map(v => v ** 3);
  return hex([
    [4.0767416621, -3.3077115913, .2309699292], [-1.2684380046, 2.6097574011, -.3413193965],
    [-.0041960863, -.7034186147, 1.707614701]
  ].map(r => {
    const v = r[0] * q[0] + r[1] * q[1] + r[2] * q[2];
    return 255 * Math.max(0, Math.min(1, v <= .0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - .055));
  }));
}
let originColour = [];
function origins() {
  const dark = S.theme === 'dark', out = [];
  const rows = sides.length > 1 && NN === P && sides[sides.length - 1] > 3 ? P / sides[sides.length - 1] : 1,
        cols = P / rows;
  for (let i = 0; i < P; i++) {
    const h = rows > 1 ? (i % cols) / cols : i / P, l = rows > 1 ? Math.floor(i / cols) / rows : .5;
    out.push(oklch((dark ? .66 : .5) + (dark ? .2 : .24) * l, .135, 2 * Math.PI * h + .4));
  }
  originColour = out;
}
const rgb = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
const hex = values => '#' + values.map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
const mix = (a, b, f) => {
  const y = rgb(b);
  return hex(rgb(a).map((v, i) => v + (y[i] - v) * f));
};
let ramp = [];
function setTheme(name) {
  S.theme = name;
  document.documentElement.dataset.theme = name;
  const css = getComputedStyle(document.documentElement);
  for (const k
           of ['bg', 'raised', 'ink', 'ink2', 'ink3', 'hair', 'rail', 'send', 'send-pale', 'recv',
               'recv-pale', 'wait', 'crit', 'reach', 'reach-pale', 'hop', 'work', 'load0', 'load1', 'load2',
               'load3'])
    C[k.replace('-p', 'P')] = css.getPropertyValue('--' + k).trim();
  ramp = [];
  for (let i = 0; i < 24; i++) {
    const f = i / 23 * 3, k = Math.min(2, Math.floor(f));
    ramp.push(mix(C['load' + k], C['load' + (k + 1)], f - k));
  }
  origins();
  dirty = 7;
  need();
}

// ---------------------------------------------------------------- canvases
const canvases = {};
for (const id of ['net0', 'net1', 'st0', 'st1', 'tl0', 'tl1'])
  canvases[id] = {c: $(id), g: $(id).getContext('2d')};
let dpr = 1;
const box = {};
function resize(leastDensity = 1) {
  dpr = Math.min(3, Math.max(leastDensity, window.devicePixelRatio || 1));
  U = parseFloat(getComputedStyle(document.documentElement).fontSize) / 12.5;
  for (const [k, stage] of [['net', 'netstage'], ['st', 'ststage'], ['tl', 'tlstage']]) {
    const r = $(stage).getBoundingClientRect();
    box[k] = {w: r.width, h: r.height, x: r.left, y: r.top};
    for (const n of ['0', '1']) {
      const c = canvases[k + n].c;
      c.width = Math.round(r.width * dpr);
      c.height = Math.round(r.height * dpr);
      canvases[k + n].g.setTransform(dpr, 0, 0, dpr, 0, 0);
    }
  }
  placeNetwork();
  dirty = 7;
  need();
}
const font = (px, w = 400) =>
    `${w} ${px * U}px Inter, "Helvetica Neue", "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif`;
