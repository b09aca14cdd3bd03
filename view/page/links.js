// SPDX-License-Identifier: Apache-2.0
// The directed links, what crosses each in the order of time, and the waits for them.

const complete = shape === 'complete';
// {from, to}, and how the link is drawn: as an arc, a bow, or with a stub at both ends; without any of these straight.
const links = [];
const linkIndex = new Map();
function addLink(from, to, how) {
  linkIndex.set(linkKey(from, to), links.length);
  links.push({from, to, ...how});
}
for (const [from, to] of realLinks)
  if (!complete || P <= 96)
    addLink(
        from, to,
        complete ? {bow: true} :
                   expected.get(linkKey(from, to)) || (hint.tree || hint.graph ? {} : {bow: true}));
for (let h = 0; h < H; h++)
  if (!linkIndex.has(linkKey(hFrom[h], hTo[h]))) addLink(hFrom[h], hTo[h], {bow: true});
const NL = links.length;
// What the shape expects and the network lacks: crossed out. They are drawn, and never found by a hop.
const failedLinks = [];
if (D.network.failed_links)
  for (const [key, how] of expected)
    if (!linkIndex.has(key))
      failedLinks.push({from: Math.floor(key / NN), to: key % NN, ...how, failed: true});

const hLink = new Int32Array(H);
for (let h = 0; h < H; h++) hLink[h] = linkIndex.get(linkKey(hFrom[h], hTo[h]));
const onLink = bucketed(NL, h => hLink[h], H, granted);
const loadSum = new Float64Array(H);  // bytes granted on this link up to and with the hop
const linkBytes = new Float64Array(NL), linkWait = new Float64Array(NL);
for (let k = 0; k < NL; k++) {
  for (let q = onLink.head[k]; q < onLink.head[k + 1]; q++) {
    const h = onLink.ids[q];
    loadSum[q] = linkBytes[k] += bytes[hMsg[h]];
    linkWait[k] += granted[h] - asked[h];
  }
}
const maxLoad = Math.max(1, D.totals.max_link_bytes);

const waitHops = [];
for (let h = 0; h < H; h++)
  if (granted[h] > asked[h]) waitHops.push(h);
const waitsOn =
    bucketed(NL, q => hLink[waitHops[q]], waitHops.length, Float64Array.from(waitHops, h => asked[h]));

// For each place of a bucket the first one that can still last when it begins: those before it have ended.
function openFrom(bucket, endOf) {
  const first = new Int32Array(bucket.ids.length);
  for (let k = 0; k + 1 < bucket.head.length; k++)
    for (let q = bucket.head[k], open = q; q < bucket.head[k + 1]; q++) {
      while (open < q && endOf(bucket.ids[open]) <= bucket.time[q]) open++;
      first[q] = open;
    }
  return first;
}
const openOnLink = openFrom(onLink, h => released[h] + crossing[h]);
const openWaits = openFrom(waitsOn, i => granted[waitHops[i]]);
