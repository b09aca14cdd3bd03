// SPDX-License-Identifier: Apache-2.0
// The beginning: what the address asks for (#t=0.47&theme=dark&links=load&pe=27, fractions of T), printing,
// and what a test may ask.

const hash = new URLSearchParams(location.hash.slice(1));
if (D.span) document.body.classList.add('part');
// What the address asks for: one of some words; a number, within limits; the index of one of `count`. Null:
// nothing that can be.
const wordOf = (name, words) => words.includes(hash.get(name)) ? hash.get(name) : null;
const numberOf = (name, most) => {
  const value = hash.get(name) ? +hash.get(name) : NaN;
  return Number.isFinite(value) ? Math.max(0, Math.min(most, value)) : null;
};
const indexOf = (name, count) => {
  const value = hash.get(name) ? +hash.get(name) : NaN;
  return Number.isInteger(value) && value >= 0 && value < count ? value : null;
};
const wanted = D.theme || wordOf('theme', ['light', 'dark']) ||
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
S.mode = wordOf('links', ['use', 'load']) || (hash.get('links') === 'sender' ? 'origin' : S.mode);
// A run that ended early is first shown at its end: that is what its reader asks about.
S.t = Math.min(END, numberOf('tick', END) ?? (numberOf('t', 1) ?? (early && !D.span ? 1 : 0)) * SPAN);
const wantedBlocks = wordOf('blocks', ['origin', 'destination']);
const viewFrom = numberOf('from', 1), viewTo = numberOf('to', 1) ?? 1;
if (viewFrom !== null && viewFrom < viewTo) {
  S.v0 = viewFrom * SPAN;
  S.v1 = viewTo * SPAN;
}
header();
numbers();
setTheme(wanted);
words();
resize();
if (wantedBlocks) setBlocks(wantedBlocks);
if (indexOf('pe', P) !== null) select(indexOf('pe', P));
if (indexOf('msg', M) !== null) S.hoverMsg = indexOf('msg', M);
matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', e => host || setTheme(e.matches ? 'dark' : 'light'));
addEventListener('resize', () => resize());
let before = null;
// On paper the page is laid out anew, the canvases are not: each pair becomes one picture.
const papers = [];
addEventListener('beforeprint', () => {
  before = S.theme;
  setTheme('light');
  document.documentElement.classList.add('sheet');
  resize(2);
  frame(performance.now());
  for (const k of ['net', 'st', 'tl']) {
    const c = document.createElement('canvas'), a = canvases[k + '0'].c;
    c.width = a.width;
    c.height = a.height;
    c.className = 'paper';
    const g = c.getContext('2d', {willReadFrequently: true});
    g.drawImage(a, 0, 0);
    g.drawImage(canvases[k + '1'].c, 0, 0);
    g.getImageData(0, 0, 1, 1);
    a.parentNode.append(c);
    papers.push(c);
  }
});
addEventListener('afterprint', () => {
  for (const c of papers.splice(0)) c.remove();
  document.documentElement.classList.remove('sheet');
  if (before) setTheme(before);
  resize();
});

// For tests, and for whoever would drive the page from another one.
Object.assign(page, {
  data: D,
  state: S,
  act,
  go,
  select,
  fmt,
  show,
  zoom,
  setTheme,
  setMode,
  setBlocks,
  cargoText,
  heldAt: (t, by) => (holdAt(t, by), [...held.amount]),
  press: key => viewKeys[key](),
  toggleHelp: () => $('help').classList.toggle('open'),
  duration,
  figures,
  wrong,
  stats,
  live,
  links,
  failedLinks,
  nodes,
  markTimes,
  roundMarks,
  longestWaits,
  events,
  messageCard,
  counts: {messages: M, hops: H, pes: P, ports, links: NL},
  placeOf: pe => [X[pe], Y[pe]],
  frame: () => frame(performance.now()),
});
