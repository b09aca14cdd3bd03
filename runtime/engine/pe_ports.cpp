// SPDX-License-Identifier: Apache-2.0
// What a PE's ports are asked about: who waited for whom; under port policy `strict` the windows of its transfers, and what
// is said when they break the port rule.

#include "runtime/engine/pe.hpp"
#include "runtime/engine/run.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>

namespace toruscope::detail {

void Pe::note_port_wait(Ticks since, Ticks until, PortUse transfer, PortUse held_by) {
  if (until <= since) return;
  book_.port_wait += until - since;
  ++book_.port_conflicts;
  if (until - since > book_.longest_port_wait.waited)
    book_.longest_port_wait = {until - since, since, transfer, held_by};
}

void Pe::watch_send(const Message& m, Ticks asks) {
  const bool is_direct = run_.parameters().injection == Injection::direct;
  const Ticks held = run_.costs().ts + (is_direct ? m.x : Ticks{});
  const Ticks before = watch_->broken_at();
  watch_->add({true, asks, asks + held, m.destination, m.sequence, m.tag, m.bytes, m.legs.front().port},
              run_.windows_known_before());
  note_violation(before);
}

void Pe::watch_reception(const Message& m) {
  const bool is_direct = run_.parameters().injection == Injection::direct;
  const Ticks length = m.x + (is_direct ? run_.costs().ts : Ticks{});
  const Ticks before = watch_->broken_at();
  watch_->add({false, m.asks - length, m.asks, m.source, m.sequence, m.tag, m.bytes, 0},
              run_.windows_known_before());
  note_violation(before);
}

void Pe::note_violation(Ticks before) {
  if (before == kNever && watch_->broken_at() != kNever) worker_.violators.push_back(this);
}

std::exception_ptr Pe::port_violation() const {
  const PortWatch::Violation v = watch_->violation();
  const Ports ports = run_.parameters().ports;
  const auto text = [&](const PortWindow& w) {
    return fmt::format("{} PE {} (tag {}, {} bytes) from {} to {}", w.is_send ? "to" : "from", w.partner, w.tag,
                       w.bytes, run_.time_text(w.from), run_.time_text(w.to));
  };
  const auto rule = [&]() -> std::string {
    if (v.what == PortWatch::Broken::one_link) return "sends by one link count as one port";
    if (v.what == PortWatch::Broken::partner) return "a send beside a receive only with one partner";
    if (ports.rule == Ports::Rule::half) return "one send or one receive at a time";
    return fmt::format("at most {} {}{} at a time", watch_->k(), v.one_too_many.is_send ? "send" : "receive",
                       watch_->k() == 1 ? "" : "s");
  };
  const std::string message = fmt::format(
      "ports: PE {} breaks the rule {} ({}) at {}: {} while {}; let one of them begin later, or use the port "
      "policy queue",
      rank_, to_string(ports), rule(), run_.time_text(watch_->broken_at()), text(v.one_too_many),
      text(v.under_way));
  return std::make_exception_ptr(PortViolationError(message, rank_, watch_->broken_at()));
}

}  // namespace toruscope::detail
