// SPDX-License-Identifier: Apache-2.0
// Which blocks messages carry, as far as the log tells, and what each PE holds of them at a time.
//
// A block that is for one PE moves: it is on the PE where it begins, leaves it with the start of a send, and
// is on the next one when that has taken the message. Other blocks, and combinations, are copied: whoever had
// one keeps it.

const hasBlocks = !!D.columns.block_count && P <= 256;
const block0 = new Int32Array(M + 1);  // the first piece of each message
let pieces = {origin: [], last: [], destination: [], bytes: []};
if (hasBlocks) {
  column('block_count').forEach((count, m) => block0[m + 1] = block0[m] + count);
  const origin = differences('block_origin'), offset = differences('block_offset');
  pieces = {
    origin,
    offset,
    last: column('block_contributors').map((more, b) => origin[b] + more),
    destination: differences('block_destination'),
    bytes: differences('block_bytes')
  };
}
const moves = hasBlocks && pieces.destination.every(d => d >= 0);
const isCombined = hasBlocks && pieces.offset.some(offset => offset < 0);
const isCarried = m => block0[m + 1] > block0[m];
// Bytes of the block from PE o to PE d, as far as they are on the way somewhere: the end of the farthest
// piece.
const blockBytes = new Float64Array(hasBlocks ? P * P : 0),
      placeOfBlock = b => pieces.origin[b] * P + Math.max(0, pieces.destination[b]);
pieces.origin.forEach(
    (_, b) => blockBytes[placeOfBlock(b)] =
        Math.max(blockBytes[placeOfBlock(b)], Math.max(0, pieces.offset[b]) + pieces.bytes[b]));
const largestBlock = isCombined && D.block_bytes || blockBytes.reduce((a, b) => Math.max(a, b), 1);

// What comes to and leaves each PE, in the order of time: twice the message, and 1 more if it leaves.
const stepsOf =
    hasBlocks && (() => {
      const ids = [], who = i => i & 1 ? src[i >> 1] : dst[i >> 1];
      for (let m = 0; m < M; m++)
        if (isCarried(m)) ids.push(2 * m, ...(moves ? [2 * m + 1] : []));
      const times = Float64Array.from(ids, i => i & 1 ? left[i >> 1] : taken[i >> 1]);
      // of one time what comes is before what leaves
      const order =
          Int32Array.from(ids.keys()).sort((a, b) => times[a] - times[b] || (ids[a] & 1) - (ids[b] & 1));
      const sorted = Int32Array.from(order, k => ids[k]), time = Float64Array.from(order, k => times[k]);
      const bucket = bucketed(P, k => who(sorted[k]), sorted.length, time);
      return {head: bucket.head, time: bucket.time, step: bucket.ids.map(k => sorted[k])};
    })();

// Bytes by PE and by colour (a PE: the origin, or the destination).
const held = {
  by: '',
  amount: new Float64Array(blockBytes.length),
  next: new Int32Array(P),
  changed: new Uint8Array(P)
};
function holdFirst(pe) {
  held.amount.fill(0, pe * P, pe * P + P);
  held.next[pe] = stepsOf.head[pe];
  held.changed[pe] = 1;
  if (!moves) held.amount[pe * P + pe] = isCombined ? largestBlock : blockBytes[pe * P];  // its own
  for (let d = 0; moves && d < P; d++)
    held.amount[pe * P + (held.by === 'origin' ? pe : d)] += blockBytes[pe * P + d];
}
function addPieces(pe, m, sign) {
  for (let b = block0[m]; b < block0[m + 1]; b++)
    if (moves)
      held.amount[pe * P + (held.by === 'origin' ? pieces.origin[b] : pieces.destination[b])] +=
          sign * pieces.bytes[b];
    else
      for (let o = pieces.origin[b]; o <= pieces.last[b]; o++) {
        const i = pe * P + o, whole = isCombined ? largestBlock : blockBytes[o * P];
        held.amount[i] = Math.min(
            whole, isCombined ? Math.max(held.amount[i], pieces.bytes[b]) : held.amount[i] + pieces.bytes[b]);
      }
}
// What all PEs hold at time t, by 'origin' or 'destination'.
function holdAt(t, by) {
  const isOther = by !== held.by;
  held.by = by;
  for (let pe = 0; pe < P; pe++) {
    const at = held.next[pe];
    if (isOther || at > stepsOf.head[pe] && stepsOf.time[at - 1] > t) holdFirst(pe);
    let next = held.next[pe];
    for (; next < stepsOf.head[pe + 1] && stepsOf.time[next] <= t; next++) {
      const step = stepsOf.step[next];
      addPieces(pe, step >> 1, step & 1 ? -1 : 1);
      held.changed[pe] = 1;
    }
    held.next[pe] = next;
  }
}
// The most that a PE ever holds, in bytes.
function mostEverHeld() {
  const weight = new Float64Array(M);
  for (let m = 0; m < M; m++)
    for (let b = block0[m]; b < block0[m + 1]; b++) weight[m] += pieces.bytes[b];
  let most = 1;
  for (let pe = 0; pe < P; pe++) {
    let now = blockBytes.subarray(pe * P, pe * P + P).reduce((a, b) => a + b, 0);
    most = Math.max(most, now);
    for (let k = stepsOf.head[pe], end = stepsOf.head[pe + 1]; k < end; k++) {
      now += (stepsOf.step[k] & 1 ? -1 : 1) * weight[stepsOf.step[k] >> 1];
      if (k + 1 === end || stepsOf.time[k + 1] > stepsOf.time[k]) most = Math.max(most, now);
    }
  }
  return most;
}
const mostHeld = moves ? mostEverHeld() : 0;

// The shares of a message by colour, as [colour, share]; combinations in equal shares of who contributed.
const sharesOf = {
  by: '',
  of: new Map()
};
function shares(m, by) {
  if (by !== sharesOf.by) {
    sharesOf.by = by;
    sharesOf.of.clear();
  }
  let found = sharesOf.of.get(m);
  if (found) return found;
  const sums = new Map(), add = (key, amount) => sums.set(key, (sums.get(key) || 0) + amount);
  let all = 0;
  for (let b = block0[m]; b < block0[m + 1]; b++) {
    all += pieces.bytes[b];
    const from = pieces.origin[b], to = pieces.last[b];
    if (by === 'destination')
      add(pieces.destination[b], pieces.bytes[b]);
    else
      for (let o = from; o <= to; o++) add(o, pieces.bytes[b] / (to - from + 1));
  }
  found = [...sums].sort((a, b) => a[0] - b[0]).map(([key, amount]) => [key, amount / all]);
  sharesOf.of.set(m, found);
  return found;
}
// "3", "0 – 7", "0, 2, 4 ... of 8": PEs in words.
function ranksText(all) {
  const sorted = [...new Set(all)].sort((a, b) => a - b), first = sorted[0], last = sorted[sorted.length - 1];
  if (sorted.length === 1) return 'PE ' + first;
  if (last - first + 1 === sorted.length) return `PEs ${first} – ${last}`;
  return `PEs ${sorted.slice(0, 4).join(', ')}${sorted.length > 4 ? ` … (${sorted.length})` : ''}`;
}
// What a message carries, in words; empty where nothing is known.
function cargoText(m) {
  if (!hasBlocks || !isCarried(m)) return '';
  const range = pieces.origin.slice(block0[m], block0[m + 1]).map((o, k) => [o, pieces.last[block0[m] + k]]);
  const to = pieces.destination.slice(block0[m], block0[m + 1]).filter(d => d >= 0);
  const from = isCombined ?
      range.flatMap(([o, last]) => Array.from({length: last - o + 1}, (_, k) => o + k)) :
      range.map(([o]) => o);
  return (isCombined ? 'combined of ' : 'blocks of ') + ranksText(from) +
      (to.length ? ' for ' + ranksText(to) : '');
}
