// SPDX-License-Identifier: Apache-2.0
// Rounds, over all PEs: a round begins when its first PE begins it and ends when its last one ends it. What
// Shift and the arrows go by. A program that calls no rounds has them by its messages.

// Marks by key, {begin, end, name}: from the first begin to the last end of what has the key.
function mark(marks, key, begin, end, name) {
  const one = marks.get(key) || marks.set(key, {begin, end, name}).get(key);
  one.begin = Math.min(one.begin, begin);
  one.end = Math.max(one.end, end);
}
const inOrder = marks => [...marks.values()].sort((a, b) => a.begin - b.begin || a.end - b.end);

const roundsOfCalls = (() => {
  const marks = new Map();
  for (let i = 0; i < rounds.count; i++)
    mark(marks, rounds.outer[i] + '/' + rounds.index[i], rounds.begin[i], rounds.end[i]);
  return inOrder(marks);
})();
// Messages in rounds: one is a round later than the latest of those that its sender sent or took before. What a
// sender took at the very tick counts as before; where messages wait for each other so, they are sent together.
const roundsOfMessages = (() => {
  const marks = new Map(), later = new Int32Array(P), round = new Int32Array(M);
  const takes = bucketed(P, i => dst[i], M, taken), next = takes.head.slice(0, P);
  const order = Int32Array.from({length: M}, (_, i) => i).sort((a, b) => posted[a] - posted[b] || a - b);
  const awaited = new Int32Array(P);  // by PE: messages of the tick that it is still to take
  for (let first = 0, end = 0; first < M; first = end) {
    const now = posted[order[first]];
    const unsent = new Map();  // by PE: messages of the tick
    for (; end < M && posted[order[end]] === now; end++) {
      const m = order[end];
      unsent.has(src[m]) ? unsent.get(src[m]).push(m) : unsent.set(src[m], [m]);
      if (taken[m] === now) awaited[dst[m]]++;
    }
    for (const [pe, messages] of unsent) {
      messages.reverse();
      for (; next[pe] < takes.head[pe + 1] && takes.time[next[pe]] <= now; next[pe]++)
        later[pe] = Math.max(later[pe], round[takes.ids[next[pe]]]);
    }
    let ready = [...unsent.keys()].filter(pe => !awaited[pe]);
    while (unsent.size) {
      const sent = (ready.length ? ready : [...unsent.keys()]).map(pe => unsent.get(pe).pop());
      for (const m of sent) mark(marks, round[m] = ++later[src[m]], start[m], taken[m]);
      for (const m of sent.filter(m => taken[m] === now)) {
        awaited[dst[m]]--;
        later[dst[m]] = Math.max(later[dst[m]], round[m]);
      }
      for (const m of sent)
        if (!unsent.get(src[m]).length) unsent.delete(src[m]);
      ready = [...new Set(sent.flatMap(m => [src[m], dst[m]]))].filter(pe => unsent.has(pe) && !awaited[pe]);
    }
  }
  return [...marks.values()];
})();
const roundMarks = roundsOfCalls.length > 1 ? roundsOfCalls : roundsOfMessages;
// A program with several calls also says in which one it is.
const callMarks = (() => {
  const marks = new Map();
  for (let i = 0, place = 0; i < calls.count; i++) {
    place = i && calls.pe[i] === calls.pe[i - 1] ? place + 1 : 0;
    if (calls.outer[i] >= 0) continue;
    mark(marks, place, calls.begin[i], calls.end[i], D.calls[i]);
  }
  return inOrder(marks);
})();
const roundBegins = roundMarks.map(mark => mark.begin);
const markTimes = Array.from(new Set(roundBegins.length ? roundBegins : [0]));

// The longest waits: [ticks, from, message, words], longest first.
const longestWaits = (() => {
  const waits = waitHops.map(h => [granted[h] - asked[h], asked[h], hMsg[h], `link ${hFrom[h]} → ${hTo[h]}`]);
  for (let i = 0; i < M; i++) {
    if (start[i] > posted[i]) waits.push([start[i] - posted[i], posted[i], i, `PE ${src[i]}, to send`]);
    if (available[i] > arrival[i])
      waits.push([available[i] - arrival[i], arrival[i], i, `PE ${dst[i]}, to receive`]);
  }
  return waits.sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 5);
})();
