// SPDX-License-Identifier: Apache-2.0
// The page's clock: frames, playing, going to a time; buttons and keys.

// Who asks for less motion gets steps: the page stands still for a while at each.
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const calmSeconds = .9;
let calmSince = 0;
function advance(part) {
  if (calm.matches) {
    calmSince += part * duration();
    if (calmSince < calmSeconds) return;
    calmSince = 0;
    S.t = nextOf(markTimes, S.t, 1);
  } else {
    S.t = S.pace === 'time' ? S.t + part * SPAN : unwarp(Math.min(1, warpOf(S.t) + part));
  }
}
// The space-time diagram shows `length` of time from there on, or as near as the run allows.
function showFrom(from, length = S.v1 - S.v0) {
  S.v0 = Math.max(0, Math.min(SPAN - length, from));
  S.v1 = S.v0 + length;
  dirty |= 2;
  need();
}
function setMode(mode) {
  S.mode = mode;
  if (mode !== 'use' && S.blocks) setBlocks('');  // colours mean one thing at a time
  dirty |= 3;
  need();
}
// Tiles by 'origin' or 'destination' of the blocks; '' for none.
function setBlocks(by) {
  if (!hasBlocks || by === 'destination' && !moves) by = '';
  if (by) S.mode = 'use';
  S.blocks = by;
  placeNetwork();
  dirty |= 3;
  need();
}
let queued = false, lastWall = 0;
function need() {
  if (!queued) {
    queued = true;
    requestAnimationFrame(frame);
  }
}
const duration = () => Math.max(8, Math.min(60, stepTimes.length * 1.9));
const stats = {
  frames: 0,
  work: 0
};
function frame(now) {
  queued = false;
  const began = performance.now();
  if (S.play) {
    const d = Math.max(0, Math.min(.1, (now - lastWall) / 1000)) * S.speed / duration();
    advance(d);
    if (S.t >= END) {
      S.t = END;
      S.play = false;
    }
    if (S.t > S.v1 || S.t < S.v0) showFrom(S.t - .05 * (S.v1 - S.v0));
  }
  lastWall = now;
  if (dirty & 1) netBase();
  if (dirty & 2) stBase();
  if (dirty & 4) tlBase();
  dirty = 0;
  netFrame();
  stFrame();
  tlFrame();
  words();
  stats.frames++;
  stats.work += performance.now() - began;
  if (S.play) need();
}
// What others may ask of this page: view/page/start.js.
const page = window.toruscope = {};
// In a page of two runs the outer page has the clock (view/pair/pair.js); this one shows what it is told.
const host = D.span ? parent.toruscope : null;
function go(t) {
  if (host)
    host.go(t);
  else
    show(t);
}
function show(t) {
  S.t = Math.max(0, Math.min(END, t));
  if (S.t > S.v1 || S.t < S.v0) showFrom(S.t - (S.v1 - S.v0) / 2);
  need();
}
// The next time of that name ('events', 'markTimes'); direction -1: the one before.
page.seek = (name, direction) => nextOf(name === 'events' ? events() : markTimes, S.t, direction);
// The next of ascending times after t, or, backwards, the one before it; without one the end, or the
// beginning.
function nextOf(times, t, direction) {
  const after = placeAfter(times, t);
  if (direction > 0) return after < times.length ? times[after] : END;
  const before = times[after - 1] === t ? after - 2 : after - 1;  // each time is there once
  return before >= 0 ? times[before] : 0;
}
const act = {
  play() {
    if (host) return host.act.play();
    S.play = !S.play;
    if (S.play && S.t >= END) S.t = 0;
    lastWall = performance.now();
    need();
  },
  pause() {
    if (host) host.act.pause();
    S.play = false;
  },
  faster() {
    if (host) return host.act.faster();
    S.speed = Math.min(64, S.speed * Math.SQRT2);
    need();
  },
  slower() {
    if (host) return host.act.slower();
    S.speed = Math.max(1 / 64, S.speed / Math.SQRT2);
    need();
  },
};
const still = time => () => {
  act.pause();
  go(time());
};
act.home = still(() => 0);
act.end = still(() => END);
for (const [name, of, direction] of [
         ['next', 'events', 1], ['prev', 'events', -1], ['nextstep', 'markTimes', 1],
         ['prevstep', 'markTimes', -1]])
  act[name] = still(() => (host || page).seek(of, direction));
for (const b of document.querySelectorAll('[data-do]')) b.onclick = () => act[b.dataset.do]();
for (const b of document.querySelectorAll('[data-mode]'))
  b.onclick = () => each(one => one.setMode(b.dataset.mode));
for (const b of document.querySelectorAll('[data-blocks]')) {
  b.disabled = !hasBlocks || b.dataset.blocks === 'destination' && !moves;
  b.onclick = () => each(one => one.setBlocks(S.blocks === b.dataset.blocks ? '' : b.dataset.blocks));
}
for (const b of document.querySelectorAll('[data-pace]'))
  b.onclick = () => {
    S.pace = b.dataset.pace;
    need();
  };
$('theme').onclick = () => host ? host.act.theme() : setTheme(S.theme === 'dark' ? 'light' : 'dark');
// In a page of two runs both show the same: what is chosen in one is chosen in the other.
const each = action => host ? host.inners().forEach(action) : action(page);
$('helpb').onclick = () => $('help').classList.toggle('open');
$('help').onclick = () => $('help').classList.remove('open');
function zoom(f, at) {
  const w = Math.max(SPAN / 20000, Math.min(SPAN, (S.v1 - S.v0) * f)), c = at == null ? S.t : at;
  showFrom(c - (c - S.v0) / (S.v1 - S.v0) * w, w);
}
// Keys of the clock, which may be another page's.
const clockKeys = {
  ' ': 'play',
  ArrowRight: 'next',
  ArrowLeft: 'prev',
  ']': 'nextstep',
  '[': 'prevstep',
  Home: 'home',
  End: 'end',
  ArrowUp: 'faster',
  ArrowDown: 'slower'
};
// Keys of what is shown.
const viewKeys = {
  w: () => $('waits').click(),
  u: () => setMode('use'),
  l: () => setMode('load'),
  s: () => setMode('origin'),
  b: () => setBlocks({'': 'origin', origin: moves ? 'destination' : '', destination: ''}[S.blocks]),
  c: () => {
    S.crit = !S.crit;
    dirty |= 2;
    need();
  },
  '+': () => zoom(.6),
  '=': () => zoom(.6),
  '-': () => zoom(1 / .6),
  '0': () => showFrom(0, SPAN),
  Escape: () => {
    $('help').classList.remove('open');
    select(-1);
    S.hoverMsg = -1;
  }
};
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (clockKeys[k])
    act[clockKeys[k] +
        (e.shiftKey && k.startsWith('Arrow') && /next|prev/.test(clockKeys[k]) ? 'step' : '')]();
  else if (viewKeys[k])
    each(one => one.press(k));
  else if (k === 't')
    $('theme').onclick();
  else if (k === '?')
    $('help').classList.toggle('open');
  else
    return;
  e.preventDefault();
});
