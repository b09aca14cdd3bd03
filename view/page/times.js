// SPDX-License-Identifier: Apache-2.0
// Ticks as times that a reader reads. exact() shows every digit, calculated in whole numbers.

const isSteps = D.time.ticks_per_step !== undefined;
// A tick is `tickSize` of the smallest unit: femtoseconds, or 1 / ticks_per_step steps.
const second = isSteps ? 0 : D.time.femtoseconds_per_tick * 1e-15;
const units = [[1, 's', 15], [1e3, 'ms', 12], [1e6, 'µs', 9], [1e9, 'ns', 6], [1e12, 'ps', 3]];
const unitOf = seconds => units.find(u => seconds * u[0] >= .99999999) || units[4];
const unit = isSteps ? [1 / D.time.ticks_per_step, 'steps'] : (() => {
  const [factor, name, places] = unitOf(SPAN * second);
  return [second * factor, name, places];
})();
const group = text => {
  const [whole, fraction] = text.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? '.' + fraction : '');
};
function decimal(number, places) {  // a BigInt of so many decimal places
  const digits = String(number).padStart(places + 1, '0');
  return group(
             digits.slice(0, digits.length - places) + '.' +
             digits.slice(digits.length - places).replace(/0+$/, ''))
      .replace(/\.$/, '');
}
// All digits of a time in the unit of the axes.
function exact(t) {
  if (!isSteps) return decimal(BigInt(t) * BigInt(D.time.femtoseconds_per_tick), unit[2]);
  const per = D.time.ticks_per_step, whole = Math.floor(t / per), rest = t - whole * per;
  return rest ? `${whole ? group(String(whole)) + ' + ' : ''}${rest}/${per}` : group(String(whole));
}
const digits = isSteps ? 2 : Math.max(0, 4 - Math.floor(Math.log10(Math.max(1e-9, SPAN * unit[0]))));
const fmt = t =>
    group(isSteps ? String(+(t * unit[0]).toFixed(2)) : (t * unit[0]).toFixed(digits)) + ' ' + unit[1];
// A length of time in a unit of its own size.
function fine(t) {
  if (isSteps) return group(String(+(t * unit[0]).toFixed(2))) + (t * unit[0] === 1 ? ' step' : ' steps');
  if (t === 0) return '0';
  const [factor, name] = unitOf(t * second);
  return group(String(+(t * second * factor).toPrecision(5))) + ' ' + name;
}
const int = n => group(String(n));
const plural = (n, word) => int(n) + ' ' + word + (n === 1 ? '' : 's');
const escaped = text =>
    String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
