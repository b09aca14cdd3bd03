// SPDX-License-Identifier: Apache-2.0
// Where the nodes of each kind of network stand, in units of its own; place.js scales them to the pane. A
// shape also says how it would draw the links that it expects; links.js keeps those that the network has.

const shape = D.network.shape, sides = D.network.sides, NN = D.network.nodes;
const nodes = [];            // {x, y}; a: the angle on a circle; isSwitch
const expected = new Map();  // from * NN + to -> how to draw that link
const hint = {};
const linkKey = (from, to) => from * NN + to;
const expect = (from, to, how = {}) => {
  if (!expected.has(linkKey(from, to))) expected.set(linkKey(from, to), how);
};
const realLinks = (() => {
  const from = summed(unpacked(D.network.link_from)), step = unpacked(D.network.link_step);
  return from.map((node, i) => [node, node + step[i]]);
})();

function circle(count) {
  for (let i = 0; i < count; i++) {
    const a = -Math.PI / 2 + 2 * Math.PI * i / count;
    nodes.push({x: Math.cos(a), y: Math.sin(a), a});
  }
}
function ring() {
  circle(NN);
  hint.ring = true;
  for (let i = 0; i < NN; i++) {
    expect(i, (i + 1) % NN, {arc: true});
    expect((i + 1) % NN, i, {arc: true});
  }
}

// The last dimension goes to the right, the one before down; three dimensions are planes one above the other,
// sheared by less than a row so that the links between planes pass between nodes; more are grids of grids,
// drawn flat.
function directions() {
  const d = sides.length;
  if (d === 1) return [[1, 0]];
  if (d === 2) return [[0, 1], [1, 0]];
  if (d === 3) {
    const right = [1, .15], down = [-Math.min(.45, 1 / sides[1]), .42];
    const tall = .42 * sides[1] + .15 * sides[2];
    hint.planes = true;
    return [[0, Math.max(1.25, tall + .12)], down, right];
  }
  hint.flat = true;
  const extent = [1, 1], vectors = new Array(d);
  for (let k = d - 1, axis = 0; k >= 0; k--, axis = 1 - axis) {
    vectors[k] = axis === 0 ? [extent[0], 0] : [0, extent[1]];
    extent[axis] *= sides[k] * 1.22;
  }
  return vectors;
}
function grid(wraps) {
  const d = sides.length, vectors = directions(), stride = new Array(d).fill(1);
  for (let k = d - 2; k >= 0; k--) stride[k] = stride[k + 1] * sides[k + 1];
  const place = (i, k) => Math.floor(i / stride[k]) % sides[k];
  for (let i = 0; i < NN; i++) {
    let x = 0, y = 0;
    for (let k = 0; k < d; k++) {
      x += place(i, k) * vectors[k][0];
      y += place(i, k) * vectors[k][1];
    }
    nodes.push({x, y});
  }
  for (let i = 0; i < NN; i++)
    for (let k = 0; k < d; k++) {
      const out = d === 3 && k === 0;  // between planes
      const bow = hint.flat && k < d - 2;
      if (place(i, k) + 1 < sides[k]) {
        expect(i, i + stride[k], {out, bow});
        expect(i + stride[k], i, {out, bow});
      } else if (wraps && sides[k] > 2) {
        const j = i - place(i, k) * stride[k], v = vectors[k], length = Math.hypot(v[0], v[1]);
        if (hint.flat) {
          expect(i, j, {bow: true});
          expect(j, i, {bow: true});
          continue;
        }
        const part = out ? .5 / length :
            d === 3      ? .42 / Math.max(.6, length) :
                           Math.min(.58, .75 / Math.max(.5, length));
        expect(i, j, {stub: [v[0] * part, v[1] * part], out});
        expect(j, i, {stub: [-v[0] * part, -v[1] * part], out});
      }
    }
}

// Squares of squares: each two bits are a level, smaller and turned, so that no link lies on another.
function hypercube() {
  const d = Math.round(Math.log2(NN)), vectors = new Array(d);
  if (d <= 3) {
    const three = [[.42, -.34], [0, 1], [1, 0]];
    for (let k = 0; k < d; k++) vectors[d - 1 - k] = d === 3 ? three[k] : [[1, 0], [0, 1]][k];
  } else {
    let scale = 1, turn = 0;
    for (let k = d; k > 0; k -= 2) {
      const c = Math.cos(turn) * scale, s = Math.sin(turn) * scale;
      vectors[k - 1] = [-s, c];
      if (k > 1) vectors[k - 2] = [c, s];
      turn += .488;
      scale *= d <= 4 ? .37 : .40;
    }
  }
  for (let i = 0; i < NN; i++) {
    let x = 0, y = 0;
    for (let k = 0; k < d; k++)
      if (i >> k & 1) {
        x += vectors[k][0];
        y += vectors[k][1];
      }
    nodes.push({x, y});
  }
  for (let i = 0; i < NN; i++)
    for (let k = 0; k < d; k++) expect(i, i ^ (1 << k));
}

// A grid in which all nodes of a line are linked: those that are not neighbours by bows, both directions on
// the same side, the longer the higher.
function hyperx() {
  grid(false);
  for (const [from, to] of realLinks) expect(from, to, {bow: from < to ? .14 : -.14});
}

// PEs at the bottom in the order of their ranks. Of a tree each switch is above the middle of what is below it;
// of a fat tree those of a level are side by side, all levels as wide.
function tree() {
  const neighbours = Array.from({length: NN}, () => []), level = new Array(NN).fill(-1);
  for (const [from, to] of realLinks) neighbours[from].push(to);
  const queue = [];
  for (let i = 0; i < P; i++) {
    level[i] = 0;
    queue.push(i);
  }
  for (let q = 0; q < queue.length; q++)
    for (const to of neighbours[queue[q]])
      if (level[to] < 0) {
        level[to] = level[queue[q]] + 1;
        queue.push(to);
      }
  const depth = Math.max(1, ...level), rise = Math.max(1, P / depth * .62);
  const middle = i => {
    const below = neighbours[i].filter(to => level[to] < level[i]);
    return below.reduce((sum, to) => sum + nodes[to].x, 0) / below.length;
  };
  const inLevel = i => {
    const all = queue.filter(node => level[node] === level[i]).sort((a, b) => a - b);
    return (all.indexOf(i) + .5) * P / all.length - .5;
  };
  for (const i of queue)
    nodes[i] = {
      x: i < P ? i : shape === 'tree' ? middle(i) : inLevel(i),
      y: -level[i] * rise,
      isSwitch: i >= P
    };
  hint.tree = true;
}

// Groups on a circle; in each its routers on a small circle, and their PEs around them.
function dragonfly() {
  const [pes, routers, , groups] = D.network.name.match(/\d+/g).map(Number), around = routers * pes;
  const middle = groups > 1 ? 1.3 / Math.sin(Math.PI / groups) : 0;
  const on = (group, turn, radius) => {
    const a = -Math.PI / 2 + 2 * Math.PI * group / groups, b = a + 2 * Math.PI * turn;
    return {x: middle * Math.cos(a) + radius * Math.cos(b), y: middle * Math.sin(a) + radius * Math.sin(b)};
  };
  for (let i = 0; i < P; i++) nodes.push(on(Math.floor(i / around), (i % around - (pes - 1) / 2) / around, 1));
  for (let i = 0; i < groups * routers; i++)
    nodes.push({...on(Math.floor(i / routers), i % routers / routers, .5), isSwitch: true});
  hint.graph = true;
}

// Distances on the page as those in the network (stress, by stochastic gradient descent: Zheng, Pawar,
// Goodman, "Graph Drawing by Stochastic Gradient Descent", 2018). The random numbers are the page's own: the
// same network is drawn alike everywhere.
function graph() {
  circle(NN);
  const neighbours = Array.from({length: NN}, () => []), pairs = [];
  for (const [from, to] of realLinks) neighbours[from].push(to);
  for (let i = 0; i < NN; i++) {
    const distance = new Int32Array(NN).fill(-1), queue = [i];
    distance[i] = 0;
    for (let q = 0; q < queue.length; q++)
      for (const to of neighbours[queue[q]])
        if (distance[to] < 0) {
          distance[to] = distance[queue[q]] + 1;
          queue.push(to);
          if (to > i) pairs.push([i, to, distance[to]]);
        }
  }
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const far = Math.max(1, ...pairs.slice(0, 4096).map(p => p[2])), turns = pairs.length > 2e5 ? 12 : 40;
  for (const node of nodes) {
    node.x *= far / 2;
    node.y *= far / 2;
  }
  for (let turn = 0; turn < turns; turn++) {
    const rate = far * far * Math.exp(-turn / (turns - 1) * Math.log(far * far / .1));
    for (let k = pairs.length - 1; k > 0; k--) {
      const j = Math.floor(random() * (k + 1)), pair = pairs[k];
      pairs[k] = pairs[j];
      pairs[j] = pair;
    }
    for (const [i, j, distance] of pairs) {
      const dx = nodes[i].x - nodes[j].x, dy = nodes[i].y - nodes[j].y, length = Math.hypot(dx, dy) || 1e-6;
      const move = Math.min(1, rate / (distance * distance)) * (length - distance) / 2 / length;
      nodes[i].x -= dx * move;
      nodes[i].y -= dy * move;
      nodes[j].x += dx * move;
      nodes[j].y += dy * move;
    }
  }
  nodes.forEach((node, i) => {
    node.isSwitch = i >= P;
  });
  hint.graph = true;
}

if (shape === 'ring' || (shape === 'torus' && sides.length === 1))
  ring();
else if (shape === 'torus' || shape === 'mesh' || shape === 'line')
  grid(shape === 'torus');
else if (shape === 'hypercube')
  hypercube();
else if (shape === 'hyperx')
  hyperx();
else if (shape === 'tree' || shape === 'fattree')
  tree();
else if (shape === 'dragonfly')
  dragonfly();
else if (shape === 'complete')
  circle(NN);
else
  graph();
