// SPDX-License-Identifier: Apache-2.0
// The run as the page carries it: columns to typed arrays. view/README.md describes the columns,
// view/columns.cpp packs them. Times are in ticks, all below 2^53, so that every one is exact.

const $ = id => document.getElementById(id);
const D = JSON.parse($('data').textContent);
const T = D.time.ticks, P = D.network.pes;
// A run that ended early is shown for some time after its end, in which PEs are seen to wait; not beside
// another run.
const early = D.early_end || null;
const shown = early && !D.span ? T * 13 / 12 || 1 : T;
const SPAN =
    Math.max(1, shown, D.span || 0);  // what the time axes show: T, or the longer of two runs side by side
const END = Math.max(D.span || 0, shown);  // the last time that is shown
const cost = name => D.machine.costs[name].ticks;
const ts = cost('ts'), tm = cost('tm'), tw = cost('tw'), tr = cost('tr'), gapTicks = cost('gap');
const direct = D.machine.injection !== 'buffered';
const stored = D.machine.switching === 'store-and-forward';

// Base64 to zigzag varints, low bits first. Products and sums, not shifts: values have up to 53 bits.
function unpacked(text) {
  const data = atob(text), values = [];
  let value = 0, factor = 1;
  for (let i = 0; i < data.length; i++) {
    const byte = data.charCodeAt(i);
    value += (byte & 127) * factor;
    if (byte & 128) {
      factor *= 128;
    } else {
      values.push(value % 2 ? -(value + 1) / 2 : value / 2);
      value = 0;
      factor = 1;
    }
  }
  return values;
}
function summed(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) values[i] = sum += values[i];
  return values;
}
const column = name => unpacked(D.columns[name]);
const differences = name => summed(column(name));

// Messages, by source and sequence.
const src = Int32Array.from(differences('source')), M = src.length;
const seqOf = Int32Array.from(column('sequence')), dst = Int32Array.from(differences('destination'));
const bytes = Float64Array.from(differences('bytes')), nhops = Int32Array.from(column('hops'));
const posted = Float64Array.from(differences('posted')), start = Float64Array.from(column('start'));
const left = Float64Array.from(differences('left')), arrival = Float64Array.from(differences('arrival'));
const available = Float64Array.from(column('available')), taken = Float64Array.from(differences('taken'));
const sendPort = Int32Array.from(differences('send_port')),
      recvPort = Int32Array.from(differences('receive_port'));
const hop0 = new Int32Array(M + 1);  // the first hop of each message
for (let i = 0; i < M; i++) {
  dst[i] += src[i];
  seqOf[i] += i && src[i] === src[i - 1] ? seqOf[i - 1] + 1 : 0;
  start[i] += posted[i];
  left[i] += start[i];
  arrival[i] += start[i];
  available[i] += arrival[i];
  taken[i] += available[i];
  hop0[i + 1] = hop0[i] + nhops[i];
}

// Hops, in the order of their messages. `crossing` is the time from end to end of the link, L included behind
// the last one.
const H = hop0[M];
const hFrom = new Int32Array(H), hTo = new Int32Array(H), hMsg = new Int32Array(H);
const asked = new Float64Array(H), granted = new Float64Array(H), released = new Float64Array(H);
const crossing = new Float64Array(H);
const xOf = new Float64Array(M);    // the transmission time at the receiver
const lwait = new Float64Array(M);  // waits for links
{
  const step = differences('step'), after = differences('asked'), wait = column('wait'),
        held = differences('held');
  for (let i = 0; i < M; i++) {
    let node = src[i], before = start[i];
    for (let h = hop0[i]; h < hop0[i + 1]; h++) {
      hMsg[h] = i;
      hFrom[h] = node;
      node = hTo[h] = node + step[h];
      asked[h] = before + after[h];
      before = granted[h] = asked[h] + wait[h];
      released[h] = granted[h] + held[h];
      lwait[i] += wait[h];
    }
    const last = hop0[i + 1] - 1;
    xOf[i] = nhops[i] ? held[last] : tm + bytes[i] * tw;
    for (let h = hop0[i]; h < last; h++)
      crossing[h] = Math.max(0, asked[h + 1] - (stored ? released[h] : granted[h]));
    if (nhops[i]) crossing[last] = Math.max(0, arrival[i] - released[last]);
  }
}
// A reception takes ts + x of its port with direct injection, else x (docs/rules.md, T4).
const startupIn = direct ? ts : 0;
const winStart = Float64Array.from(available, (a, i) => a - startupIn - xOf[i]);

// Intervals of PEs: local work, synchronize, collective calls, rounds.
function intervals(name) {
  const pe = Int32Array.from(differences(name + '_pe')),
        begin = Float64Array.from(differences(name + '_begin'));
  const end = Float64Array.from(column(name + '_length'), (length, i) => begin[i] + length);
  return {pe, begin, end, count: pe.length};
}
const computes = intervals('compute'), synchronizes = intervals('synchronize');
const isAnySync = synchronizes.end.some((end, i) => end > synchronizes.begin[i]);
const calls = intervals('call'), rounds = intervals('round');
calls.outer = differences('call_outer');
rounds.index = differences('round_index');
rounds.outer = differences('round_outer');

// Indices 0 .. count-1 by key, of one key in the order of time.
function bucketed(keys, keyOf, count, timeOf) {
  const head = new Int32Array(keys + 1), ids = new Int32Array(count);
  for (let i = 0; i < count; i++) head[keyOf(i) + 1]++;
  for (let k = 0; k < keys; k++) head[k + 1] += head[k];
  const at = head.slice(0, keys);
  for (let i = 0; i < count; i++) ids[at[keyOf(i)]++] = i;
  for (let k = 0; k < keys; k++)
    ids.subarray(head[k], head[k + 1]).sort((a, b) => timeOf[a] - timeOf[b] || a - b);
  return {head, ids, time: Float64Array.from(ids, i => timeOf[i])};
}
// The place in [low, high) of the first of ascending times that is above t; `high` if none is.
function placeAfter(times, t, low = 0, high = times.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// The place of the last of a bucket whose time is <= t, or -1.
function lastAt(bucket, key, t) {
  const after = placeAfter(bucket.time, t, bucket.head[key], bucket.head[key + 1]);
  return after > bucket.head[key] ? after - 1 : -1;
}
// By PE, and by port of each PE: `ports` of each direction at most were used.
const ports = Math.max(1, ...[sendPort, recvPort].map(all => all.reduce((a, b) => Math.max(a, b + 1), 1)));
const sendsOf = bucketed(P, i => src[i], M, start);
const sendsBy = bucketed(P * ports, i => src[i] * ports + Math.max(0, sendPort[i]), M, start);
const recvsBy = bucketed(P * ports, i => dst[i] * ports + Math.max(0, recvPort[i]), M, winStart);
const receivedBy = new Int32Array(P);
for (let i = 0; i < M; i++) receivedBy[dst[i]]++;
const worksOf = bucketed(P, i => computes.pe[i], computes.count, computes.begin);
const syncsOf = bucketed(P, i => synchronizes.pe[i], synchronizes.count, synchronizes.begin);
