// SPDX-License-Identifier: Apache-2.0
// The plan of the network as the data have it (picture/network_plan.hpp): where nodes stand, in units of its
// own, and how links are drawn. place.js scales it to the pane.

const plan = D.plan, sides = D.network.sides, NN = D.network.nodes;
const isKind = (...kinds) => kinds.includes(plan.kind);
const isComplete = isKind('complete'), isTree = isKind('tree'), hasPlanes = isKind('planes');
const nodes = (() => {  // {x, y, isSwitch}
  const [x, y] = [plan.x, plan.y].map(text => summed(unpacked(text)));
  return x.map((_, i) => ({x: x[i] * plan.unit, y: y[i] * plan.unit, isSwitch: i >= P}));
})();
// {from, to}, and how the link is drawn: `arc`, on the circle; `bow`, and its `rise` if it is not a little;
// `stub`, at both ends; without any of these straight. `out`: between planes.
const plannedLinks = (() => {
  const from = summed(unpacked(plan.link_from)), step = unpacked(plan.link_step);
  const ways = unpacked(plan.link_way), runs = unpacked(plan.link_run);
  const wayOf = runs.flatMap((count, i) => Array(count).fill(plan.ways[ways[i]]));
  return from.map((node, i) => ({from: node, to: node + step[i], ...wayOf[i]}));
})();
