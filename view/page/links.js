// SPDX-License-Identifier: Apache-2.0
// The directed links, what crosses each in the order of time, and the waits for them.

const failedLinks = plannedLinks.splice(plannedLinks.length - plan.failed);  // crossed out; no hop is on them
const links = plannedLinks, linkKey = (from, to) => from * NN + to;
const linkIndex = new Map(links.map(({from, to}, i) => [linkKey(from, to), i]));
for (let h = 0; h < H; h++)
  if (!linkIndex.has(linkKey(hFrom[h], hTo[h]))) {
    linkIndex.set(linkKey(hFrom[h], hTo[h]), links.length);
    links.push({from: hFrom[h], to: hTo[h], bow: true});
  }
const NL = links.length;

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
const mostBytes = linkBytes.reduce((x, y) => Math.max(x, y), 0), maxLoad = Math.max(1, mostBytes);

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
