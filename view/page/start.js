// SPDX-License-Identifier: Apache-2.0
// The beginning: what the address asks for (#t=0.47&theme=dark&links=load&pe=27, fractions of T), printing,
// and what a test may ask.

const hash = new URLSearchParams(location.hash.slice(1));
if (D.span) document.body.classList.add('part');
const wanted =
    D.theme || hash.get('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
if (hash.has('links')) S.mode = hash.get('links');
if (hash.has('t')) S.t = +hash.get('t') * SPAN;
if (hash.has('tick')) S.t = +hash.get('tick');
if (hash.has('from')) {
  S.v0 = +hash.get('from') * SPAN;
  S.v1 = +hash.get('to') * SPAN;
}
header();
numbers();
setTheme(wanted);
words();
resize();
if (hash.has('pe')) select(+hash.get('pe'));
if (hash.has('msg')) S.hoverMsg = +hash.get('msg');
matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', e => host || setTheme(e.matches ? 'dark' : 'light'));
addEventListener('resize', resize);
let before = null;
// On paper the page is laid out anew, the canvases are not: each pair becomes one picture.
const papers = [];
addEventListener('beforeprint', () => {
  before = S.theme;
  setTheme('light');
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
  if (before) setTheme(before);
  resize();
});

// For tests, and for whoever would drive the page from another one.
window.toruscope = {
  data: D,
  state: S,
  act,
  go,
  select,
  fmt,
  show,
  seekFrom: (name, direction) => seek(name === 'events' ? events() : markTimes, S.t, direction),
  zoom,
  setTheme,
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
};
