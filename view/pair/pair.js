// SPDX-License-Identifier: Apache-2.0
// Two runs of several on one clock. Each is the page of one run in a frame, which shows the time that it is
// told; the axes of both go to the end of the longer one. What the reader does in a frame (keys, dragging the
// time) comes here, as `parent.toruscope`.

const $ = id => document.getElementById(id);
const page = JSON.parse($('page').textContent), runs = JSON.parse($('data').textContent);
const shown = [0, 1];
const state = {
  t: 0,
  play: false,
  speed: 1,
  theme: 'light'
};
let span = 1, lastWall = 0;
const frames = [$('run0'), $('run1')];
// The page in a frame, once it has begun.
const inner = frame => frame.contentWindow && frame.contentWindow.toruscope;
const inners = () => frames.map(inner).filter(Boolean);

// On a narrow page a frame is as high as what is in it.
const narrow = matchMedia('(max-width: 860px)');
function fit(frame) {
  frame.style.height = narrow.matches ? '0' : '';
  if (narrow.matches) frame.style.height = frame.contentDocument.documentElement.scrollHeight + 2 + 'px';  // it is rounded
}
addEventListener('resize', () => frames.forEach(fit));
function open() {
  span = Math.max(1, ...shown.map(i => runs[i].time.ticks));
  state.t = Math.min(state.t, span);
  frames.forEach((frame, place) => {
    const data = JSON.stringify({...runs[shown[place]], span, theme: state.theme}).replace(/</g, '\\u003c');
    frame.onload = () => {
      fit(frame);
      inner(frame).show(state.t);
      words();
    };
    frame.srcdoc = page.split('@data@').join(data);
  });
  words();
}
function choices() {
  [0, 1].forEach(place => {
    const choice = $('choice' + place);
    choice.innerHTML = '';
    runs.forEach(
        (run, i) => choice.add(new Option(run.algorithm || run.title, i, false, shown[place] === i)));
    choice.onchange = () => {
      shown[place] = +choice.value;
      open();
    };
  });
}

function go(t) {
  state.t = Math.max(0, Math.min(span, t));
  for (const one of inners()) one.show(state.t);
  words();
}
// The next time at which something of that name ('events', 'markTimes') is in either run; direction -1: the
// one before.
function seek(name, direction) {
  const times = inners().map(one => one.seek(name, direction));
  return direction > 0 ? Math.min(...times) : Math.max(...times);
}
const seconds = () => Math.max(8, ...inners().map(one => one.duration())) / state.speed;
function frame(now) {
  if (!state.play) return;
  go(state.t + Math.max(0, Math.min(.1, (now - lastWall) / 1000)) / seconds() * span);
  lastWall = now;
  if (state.t >= span) state.play = false;
  words();
  requestAnimationFrame(frame);
}
const act = {
  play() {
    state.play = !state.play;
    if (!state.play) return words();
    if (state.t >= span) state.t = 0;
    lastWall = performance.now();
    requestAnimationFrame(frame);
  },
  pause() {
    state.play = false;
    words();
  },
  theme() {
    state.theme = state.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = state.theme;
    for (const one of inners()) one.setTheme(state.theme);
  },
  faster() { state.speed = Math.min(64, state.speed * Math.SQRT2), words(); },
  slower() { state.speed = Math.max(1 / 64, state.speed / Math.SQRT2), words(); },
};
const still = time => () => {
  act.pause();
  go(time());
};
act.home = still(() => 0);
act.end = still(() => span);
for (const [name, of, direction] of [
         ['next', 'events', 1], ['prev', 'events', -1], ['nextstep', 'markTimes', 1],
         ['prevstep', 'markTimes', -1]])
  act[name] = still(() => seek(of, direction));

function words() {
  $('play').textContent = state.play ? 'Pause' : 'Play';
  const one = inners()[0];
  $('clock').textContent = one ? one.fmt(state.t) : '';
  if (one)
    for (const name of ['mode', 'blocks'])
      for (const button of document.querySelectorAll(`[data-${name}]`))
        button.setAttribute('aria-pressed', button.dataset[name] === one.state[name]);
  $('pace').textContent = `all in ${seconds().toFixed(0)} s`;
}
// A key of what is shown, for both runs.
function press(key) {
  for (const one of inners()) one.press(key);
  words();
}
for (const button of document.querySelectorAll('[data-do]')) button.onclick = () => act[button.dataset.do]();
$('theme').onclick = act.theme;
$('helpb').onclick = () => inners().slice(0, 1).forEach(one => one.toggleHelp());
for (const button of document.querySelectorAll('[data-mode]'))
  button.onclick = () => {
    for (const one of inners()) one.setMode(button.dataset.mode);
    words();
  };
for (const button of document.querySelectorAll('[data-blocks]'))
  button.onclick = () => {
    const by = button.getAttribute('aria-pressed') === 'true' ? '' : button.dataset.blocks;
    for (const one of inners()) one.setBlocks(by);
    words();
  };
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'SELECT') return;
  const name = {
    ' ': 'play',
    ArrowRight: e.shiftKey ? 'nextstep' : 'next',
    ArrowLeft: e.shiftKey ? 'prevstep' : 'prev',
    ']': 'nextstep',
    '[': 'prevstep',
    Home: 'home',
    End: 'end',
    ArrowUp: 'faster',
    ArrowDown: 'slower',
    t: 'theme',
  }[e.key];
  if (name)
    act[name]();
  else if (e.key === '?')
    $('helpb').onclick();
  else if ('wulsbc+=-0'.includes(e.key.toLowerCase()) || e.key === 'Escape')
    press(e.key.length === 1 ? e.key.toLowerCase() : e.key);
  else
    return;
  e.preventDefault();
});

const hash = new URLSearchParams(location.hash.slice(1));
const wantedTheme = ['light', 'dark'].includes(hash.get('theme')) ? hash.get('theme') : null;
state.theme = wantedTheme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.dataset.theme = state.theme;
$('title').textContent = runs[0].operation + ' on ' + runs[0].network.name;
window.toruscope = {
  state,
  act,
  go,
  seek,
  runs,
  shown,
  inners,
  span: () => span
};
choices();
span = Math.max(1, ...shown.map(i => runs[i].time.ticks));
const wantedTime = hash.get('t') ? +hash.get('t') : NaN;
if (Number.isFinite(wantedTime)) state.t = Math.max(0, Math.min(1, wantedTime)) * span;
open();
