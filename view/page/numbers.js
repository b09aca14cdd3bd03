// SPDX-License-Identifier: Apache-2.0
// Words and figures: the header, the account of T, the caption of the moment, the cards. Figures are the
// report's.

const row = (name, value) => `<tr><td>${name}</td><td>${value}</td></tr>`;
const node = i => (i < P ? 'PE ' : 'switch ') + i;
// "log_{k+1} p" with its index below the line.
const formula = text => escaped(text).replace(/_\{([^}]*)\}/g, '<sub>$1</sub>');
const cssOf = kind => `var(--${kindColour[kind].replace('Pale', '-pale')})`;

function costTexts() {
  const texts = Object.entries(D.machine.costs)
                    .filter(([name, {ticks}]) => ticks && name !== 'flop')  // flop: of local work
                    .map(([, {symbol, text}]) => {
                      const spaced = text.replace(/us$/, ' µs').replace(/(\d)([mnp]?s)$/, '$1 $2');
                      return escaped(symbol + ' ' + spaced.replace(/ steps?$/, ''));
                    });
  return texts.join(', ') + (D.machine.equal_links ? '' : ', links differ');
}
// 1.08; near 1 more digits, so that a bound that is not met does not look as if it were.
const ratioText = ratio => ratio < 1.005 ? ratio.toPrecision(5) : ratio.toFixed(2);
function header() {
  $('title').innerHTML = `${escaped(D.operation)} <i>${escaped(D.algorithm)}</i>`;
  const network = escaped(D.network.name.replace(/(\d)x(?=\d)/g, '$1 × ').replace(/:/g, ' '));
  const parts = [`<b>${network}</b>`, plural(P, 'PE'), escaped(D.machine.name.split(' with ')[0])];
  if (D.block_bytes !== null && D.operation !== 'program' && D.operation !== 'barrier')
    parts.push(int(D.block_bytes) + '-byte blocks');
  parts.push(costTexts(), ...D.words.rules.map(escaped));
  if (plan.note) parts.push(plan.note);
  $('desc').innerHTML = parts.join(' · ');
  $('desc').title = $('desc').textContent + '\n' + D.command + (D.network.note ? '\n' + D.network.note : '');
}

// What T is made of, summed, and the lower bound at the same scale.
function madeText() {
  if (early)
    return `<div class="label">why it ended</div><div class="early" tabindex="0">${
        escaped(early.reason)}</div>`;
  const bound = D.bound, order = Object.keys(D.words.parts).filter(k => madeOf[k]);
  const bar = order.map(k => `<div style="width:${madeOf[k] / SPAN * 100}%;background:${cssOf(k)}"></div>`);
  const keys = order.map(
      k => `<span><i style="background:${cssOf(k)}"></i><b>${D.words.parts[k]}</b> ${fine(madeOf[k])}</span>`);
  let text = `<div class="label">made of</div><div class="bar">${bar.join('')}</div>`;
  if (bound) text += `<div class="bound" style="width:${bound.ticks / SPAN * 100}%"></div>`;
  text += `<div class="keys" style="margin-top:.22rem">${keys.join('')}</div>`;
  if (!bound) return text + '<div class="src">no lower bound</div>';
  const counts = D.words.bound.join(', ') + ': ';
  const distance =
      T > bound.ticks ? `: T is <b>${ratioText(T / bound.ticks)} ×</b> that` : ', and T meets it';
  return text +
      `<div class="keys one"><span><i class="hatch"></i>lower bound <b>${fine(bound.ticks)}</b>${
             distance}</span></div>
    <div class="src two" title="${escaped(counts + bound.source)}">${counts}${formula(bound.source)}</div>`;
}
function timeText() {
  const formula = D.predicted === null ? 'no formula' :
      D.predicted === T                ? 'as its formula says' :
                                         `formula ${fine(D.predicted)}`;
  const checked = D.verified === null ? 'not verified' : D.verified ? '✓ data right' : 'WRONG DATA';
  const counted = Object.entries(D.totals)
                      .filter(([name]) => name.endsWith('_conflicts'))
                      .map(([name, count]) => `<b>${int(count)}</b> ${name.split('_')[0]}`);
  // What still waits where a run ended early is in no count of those that have waited.
  const conflicts = early ? '' : `${counted.join(', ')} conflicts`;
  const facts = early ? '<b class="wrong">the run ended early</b>' : `${checked}, ${formula}`;
  return (wrong.length ? `<b class="wrong">The log and the report differ. ${escaped(wrong.join('; '))}</b>` :
                         '') +
      `<div class="label">T</div><div class="T" title="${int(T)} ticks">${exact(T)}<small>${
             unit[1]}</small></div>
    <div class="keys" style="display:block">${facts}</div>
    <div class="keys" style="display:block">${conflicts}</div>`;
}
function loadRows() {
  const tops =
      Array.from({length: NL}, (_, k) => k).sort((a, b) => linkBytes[b] - linkBytes[a] || a - b).slice(0, 3);
  return tops
      .map(
          k => `<tr data-link="${k}"><td>${links[k].from} → ${links[k].to}</td>
        <td><div style="width:${linkBytes[k] / maxLoad * 100}%"></div></td><td>${
              int(linkBytes[k])} B</td></tr>`)
      .join('');
}
function waitRows() {
  return longestWaits
      .map(([ticks, , , where], i) => `<tr data-wait="${i}" tabindex="0"><td>${where}</td>
        <td></td><td>${fine(ticks)}</td></tr>`)
      .join('');
}
let showsWaits = false;
function numbers() {
  const alike = linkBytes.filter(b => b > 0 && b === mostBytes).length;
  const loads = `<button id="loads" aria-pressed="${!showsWaits}">loaded links</button>`;
  const waits = `<button id="waits" aria-pressed="${showsWaits}" title="Click one to go there (W)"${
      longestWaits.length ? '' : ' disabled'}>longest waits</button>`;
  const note = showsWaits ?
      '' :
      `<div class="src">${alike > 3 ? int(alike) + ' links with the most bytes<br>' : ''}${
          D.words.totals.join('<br>')}</div>`;
  $('numbers').innerHTML = `<div>${timeText()}</div><div class="made">${madeText()}</div>
    <div><div class="seg tabs">${loads}${waits}</div>
    <table class="loads">${showsWaits ? waitRows() : loadRows()}</table>${note}</div>`;
  const show = waits => () => {
    showsWaits = waits;
    numbers();
  };
  $('loads').onclick = show(false);
  $('waits').onclick = () => show(!showsWaits)();
  for (const element of document.querySelectorAll('[data-link]')) {
    element.onmouseenter = () => point(+element.dataset.link);
    element.onmouseleave = () => point(-1);
  }
  for (const element of document.querySelectorAll('[data-wait]')) {
    const [, from, message] = longestWaits[+element.dataset.wait];
    const jump = () => {
      act.pause();
      S.hoverMsg = message;
      go(from);
    };
    element.onclick = jump;
    element.onkeydown = e => e.key === 'Enter' && jump();
  }
}
function point(link) {
  S.hoverLink = link;
  need();
}

const icon = side => `<svg viewBox="-8 -8 16 16" class="port"><circle r="4" fill="none" stroke="var(--rail)"/>
  <path d="M0 -6.3 A6.3 6.3 0 0 ${side === 'send' ? 1 : 0} 0 6.3" fill="none" stroke="var(--${
    side})" stroke-width="2.6"/></svg>`;
const lastText = {};
function text(id, html) {
  if (lastText[id] === html) return;
  lastText[id] = html;
  $(id).innerHTML = html;
}
function stepWords(t) {
  if (t >= T && early) return early.waiting.length || early.stuck.length ? 'Deadlock' : 'The run ends here';
  if (t >= T) return 'Done';
  if (roundMarks.length > 1) {
    const k = placeAfter(roundBegins, t), call = callMarks.filter(mark => mark.begin <= t).pop();
    const where = callMarks.length > 1 && call ? escaped(call.name) : 'begun by the first PE';
    return k ? `Round ${k} of ${roundMarks.length} <span class="soft">${where}</span>` :
               `Before the first of ${roundMarks.length} rounds`;
  }
  return '';
}
// What is stuck at the end of a run that ended early: the cycle first.
function earlyWords() {
  if (stuckCycle.length) {
    const names = stuckCycle.map(i => `${early.stuck[i].source} → ${early.stuck[i].destination}`);
    return `each waits for what the next one holds: ${names.join(', ')}, and the first again`;
  }
  if (early.stuck.length) {
    const {source, destination, wants} = early.stuck[0];
    const more = early.stuck.length > 1 ? `, and ${int(early.stuck.length - 1)} more` : '';
    return `message ${source} → ${destination} waits for link ${wants[0]} → ${wants[1]}${more}`;
  }
  const words = early.waiting.map(one => `PE ${one.pe}: ${one.what}`);
  if (waitCycle.length)
    words.unshift(`each waits for the next: PE ${[...waitCycle, waitCycle[0]].join(' → ')}`);
  return escaped(words.length ? words.join('; ') : early.reason.split('\n')[0]);
}
// The event on the critical path now.
function pathWords(t) {
  const e = path[pathAt(t)];
  const ends = e.receives ? [e.peer, e.pe] : [e.pe, e.peer];
  const words = {
    startup: `PE ${e.pe} starts up a message ${e.receives ? 'from' : 'to'} PE ${e.peer}`,
    transmission: `${int(e.bytes)} bytes from PE ${ends[0]} to PE ${ends[1]}`,
    hop: `a header goes from ${node(e.pe)} to ${node(e.peer)}`,
    link_wait: linkIndex.has(linkKey(e.pe, e.peer)) ?
        `a header waits at ${node(e.pe)} for the link to ${node(e.peer)}` :
        `the header of a message from PE ${e.pe} to PE ${e.peer} waits for links`,
    latency: `in flight from PE ${e.pe} to PE ${e.peer}`,
    compute: `PE ${e.pe} computes`,
    receive: `PE ${e.pe} takes what PE ${e.peer} sent`,
    gap: `PE ${e.pe} keeps the gap g after the message before`
  };
  return words[e.kind] || e.kind.replace('_', ' ');
}
function liveWords() {
  const tilesAre = moves ?
      `blocks, in the colour of the PE that they ${S.blocks === 'origin' ? 'come from' : 'go to'}` :
      `places, one a PE, filled once there is something ${
          isCombined ? 'with the contribution' : 'of the block'} of that PE`;
  const one = (key, name, value) => `<span>${key}${name} <b>${value}</b></span>`;
  let words = S.mode === 'load' ? `<span><i class="k-load"></i>0 – ${int(maxLoad)} B so far</span>` : '';
  if (S.blocks) words += `<span><i class="k-tiles"></i>${tilesAre}</span>`;
  words += one('<i class="k-link"></i>', 'links busy', `${int(live.busy)}</b> of <b>${int(NL)}`);
  words += one('<i class="k-wait"></i>', 'headers wait', int(live.waiting));
  if (S.mode === 'load') return words;
  words +=
      one(icon('send'), 'PEs send', int(live.sending)) + one(icon('recv'), 'receive', int(live.receiving));
  if (computes.count) words += one('<i class="k-work"></i>', 'compute', int(live.computing));
  if (isAnySync) words += one('', 'wait in synchronize', int(live.synchronizing));
  if (early && S.t >= T) words += one('', 'PEs wait for ever', int(early.waiting.length));
  return words;
}
function words() {
  const t = S.t, seconds = duration() / S.speed;
  text('clock', `${fmt(early ? Math.min(t, T) : t)}<small>of ${exact(T)} ${unit[1]}</small>`);
  text('step', stepWords(t));
  $('now').className = 'now' + (S.pe >= 0 ? ' reach' : '');
  if (S.pe >= 0)
    text(
        'now',
        `data of PE ${S.pe} can be on <b>${int(reachAt.filter(at => at <= t).length)}</b> of ${int(P)} PEs`);
  else
    text(
        'now',
        early && t >= T          ? earlyWords() :
            path.length && t < T ? pathWords(t) :
                                   `${exact(T)} ${unit[1]}`);
  text('live', liveWords());
  text(
      'pace',
      S.pace === 'time' ? `1 s shows ${fine(Math.round(+(SPAN / seconds).toPrecision(3)))}` :
                          `all in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`);
  text(
      'play',
      `<svg viewBox="0 0 24 24"><path d="${
          S.play ? 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z' : 'M6.5 4v16l13-8z'}"/></svg>`);
  $('tl1').setAttribute('aria-valuetext', fmt(t));
  $('tl1').setAttribute('aria-valuenow', Math.round(t));
  for (const name of ['mode', 'blocks', 'pace'])
    for (const button of document.querySelectorAll(`[data-${name}]`))
      button.setAttribute('aria-pressed', button.dataset[name] === S[name]);
}

function messageCard(m) {
  const critical = critMsg.has(m) ? ' &nbsp;<span style="color:var(--crit)">on the critical path</span>' : '';
  const port = (kind, number) => ports > 1 ? `${kind} port ${number}` : `${kind} port`;
  const cargo = cargoText(m);
  let rows = row('bytes', int(bytes[m])) + (cargo ? row('carries', cargo) : '') + row('hops', nhops[m]) +
      row('posted', exact(posted[m]));
  if (start[m] > posted[m]) rows += row('waited for the send port', fine(start[m] - posted[m]));
  rows += row(port('send', sendPort[m]), exact(start[m]) + ' – ' + exact(left[m]));
  if (lwait[m]) rows += row('waited for links', fine(lwait[m]));
  rows += row('at the mailbox', exact(arrival[m]));
  rows += row(port('receive', recvPort[m]), exact(winStart[m]) + ' – ' + exact(available[m]));
  rows += row('taken', exact(taken[m]) + ' ' + unit[1]);
  return `<b>PE ${src[m]} → PE ${dst[m]}</b> &nbsp;message ${seqOf[m]} of PE ${src[m]}${critical}<table>${
      rows}</table>`;
}
function waitRow(pe) {
  const one = early && early.waiting.find(w => w.pe === pe);
  return one ? row(`waits since ${exact(one.since)} ${unit[1]}`, escaped(one.what)) : '';
}
function peCard(pe) {
  return `<b>PE ${pe}</b><table>${row('sends', int(sendsOf.head[pe + 1] - sendsOf.head[pe]))}${
      row('receives', int(receivedBy[pe]))}${waitRow(pe)}</table>`;
}
function linkCard(k) {
  const messages = onLink.head[k + 1] - onLink.head[k];
  return `<b>link ${node(links[k].from)} → ${node(links[k].to)}</b><table>${row('messages', int(messages))}${
      row('bytes', int(linkBytes[k]))}${row('waited for it', fine(linkWait[k]))}</table>`;
}
