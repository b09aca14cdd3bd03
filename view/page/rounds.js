// SPDX-License-Identifier: Apache-2.0
// Rounds of collective calls, over all PEs: a round begins when its first PE begins it and ends when its last
// one ends it. What Shift and the arrows go by; without rounds that is the startups of the critical path.

const roundMarks = (() => {
  const marks = new Map();
  for (let i = 0; i < rounds.count; i++) {
    const key = rounds.outer[i] + '/' + rounds.index[i];
    const mark = marks.get(key);
    if (!mark) {
      marks.set(key, {begin: rounds.begin[i], end: rounds.end[i]});
    } else {
      mark.begin = Math.min(mark.begin, rounds.begin[i]);
      mark.end = Math.max(mark.end, rounds.end[i]);
    }
  }
  return [...marks.values()].sort((a, b) => a.begin - b.begin || a.end - b.end);
})();
// A program with several calls also says in which one it is: [begin, name] in the order of their first
// begins.
const callMarks = (() => {
  const marks = new Map();
  for (let i = 0, place = 0; i < calls.count; i++) {
    place = i && calls.pe[i] === calls.pe[i - 1] ? place + 1 : 0;
    if (calls.outer[i] >= 0) continue;
    const mark = marks.get(place);
    if (!mark)
      marks.set(place, {begin: calls.begin[i], end: calls.end[i], name: D.calls[i]});
    else {
      mark.begin = Math.min(mark.begin, calls.begin[i]);
      mark.end = Math.max(mark.end, calls.end[i]);
    }
  }
  return [...marks.values()].sort((a, b) => a.begin - b.begin || a.end - b.end);
})();
const roundBegins = roundMarks.map(mark => mark.begin);
const markTimes = Array.from(new Set(roundMarks.length > 1 ? roundBegins : stepTimes));

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
