// SPDX-License-Identifier: Apache-2.0
// The critical path: its parts in order and summed, its lines in the space-time diagram, the message that it
// is with at each moment. And the comparison of the page's own figures with the report's.

const path = (() => {
  const kind = column('path_kind'), length = column('path_length'), pe = differences('path_pe');
  const peer = differences('path_peer'), size = column('path_bytes'), receives = column('path_receives');
  let end = 0;
  return kind.map((k, i) => ({
                    kind: D.path_kinds[k],
                    begin: end,
                    end: end += length[i],
                    pe: pe[i],
                    peer: peer[i],
                    bytes: size[i],
                    receives: receives[i] === 1,
                  }));
})();
// A part that a message spends between its PEs.
const isOnTheWay = e => ['hop', 'link_wait', 'transmission', 'latency'].includes(e.kind);
const madeOf = {};
for (const e of path)
  if (e.end > e.begin) madeOf[e.kind] = (madeOf[e.kind] || 0) + e.end - e.begin;
// Lines of the space-time diagram: along a PE, or over to the one that received.
const pathLines = [];
{
  let i = 0;
  while (i < path.length) {
    const e = path[i];
    if (e.kind === 'startup') {
      let j = i + 1, crossed = false, net0 = e.end;
      while (j < path.length && isOnTheWay(path[j])) {
        if (path[j].kind === 'latency' || path[j].kind === 'hop') crossed = true;
        j++;
      }
      const end = path[j - 1].end;
      if (e.end > e.begin) pathLines.push([e.begin, e.pe, e.end, e.pe, i]);
      if (end > net0 || crossed)
        pathLines.push([net0, e.pe, end, crossed && !e.receives ? e.peer : e.pe, i + 1]);
      i = j;
    } else {
      if (e.end > e.begin) {
        pathLines.push([e.begin, e.pe, e.end, e.pe, i]);
      }
      i++;
    }
  }
}
const stepTimes = [];  // a step begins with a startup on the critical path
for (const e of path)
  if (e.kind === 'startup' && stepTimes[stepTimes.length - 1] !== e.begin) stepTimes.push(e.begin);
if (!stepTimes.length) stepTimes.push(0);
// which link the critical path is on: the message whose start is the startup's end - ts
const pathMsg = path.map(() => -1);
{
  let cur = -1;
  path.forEach((e, i) => {
    if (e.kind === 'startup') {
      cur = -1;
      const from = e.receives ? e.peer : e.pe, to = e.receives ? e.pe : e.peer;
      for (let q = sendsOf.head[from]; q < sendsOf.head[from + 1]; q++) {
        const m = sendsOf.ids[q];
        if (dst[m] === to && (e.receives ? winStart[m] === e.begin : start[m] === e.begin)) {
          cur = m;
          break;
        }
      }
    } else if (['compute', 'polling', 'synchronize', 'port_wait', 'receive_wait', 'partner_wait'].includes(e.kind))
      cur = -1;
    pathMsg[i] = cur;
  });
}
const pathBegins = path.map(e => e.begin);
function pathAt(t) {
  let i = placeAfter(pathBegins, t) - 1;
  while (i > 0 && path[i].end === path[i].begin) i--;
  return i;
}
const critMsg = new Set(pathMsg.filter(m => m >= 0));


// What was unpacked here must be what the report says; where it is not, the page says so in place of its
// figures.
const figures = (() => {
  let last = 0, sum = 0;
  for (let i = 0; i < M; i++) {
    last = Math.max(last, left[i], taken[i] + tr);
    sum += bytes[i];
  }
  for (const all of [computes, synchronizes]) all.end.forEach(end => last = Math.max(last, end));
  const whole = Object.values(madeOf).reduce((x, y) => x + y, 0);
  const counted = {
    messages: M,
    bytes: sum,
    hops: H,
    max_link_bytes: mostBytes,
    link_conflicts: new Set(waitHops.map(h => hMsg[h])).size,
    header_wait: linkWait.reduce((x, y) => x + y, 0)
  };
  return [
    ['T', T, early ? T : last],  // what ended a run early has no row
    ['the length of the critical path', T, path.length ? whole : T],
    ...Object.entries(counted).map(([name, here]) => [name.replace(/_/g, ' '), D.totals[name], here])
  ];
})();
const wrong = figures.filter(([, report, here]) => report !== here)
                  .map(([name, report, here]) => `${name}: ${report} in the report, ${here} in the log`);
