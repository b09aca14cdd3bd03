// SPDX-License-Identifier: Apache-2.0
// Port policy `strict`: the windows of a PE's transfers, and what is said when they break the port rule.

#include "runtime/engine/pe.hpp"
#include "runtime/engine/run.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>

namespace toruscope::detail {

void Pe::watch_send(const Message& m, const SendPort::Booking& booking) {
  const Ticks held = booking.complete.time - booking.start.time;
  const Ticks before = watch_->broken_at();
  watch_->add_send({m.posted, m.posted + held, m.destination, m.sequence, m.tag, m.bytes, m.legs.front().port},
                   run_.windows_known_before());
  note_violation(before);
}

void Pe::watch_reception(const Message& m) {
  const bool is_direct = run_.parameters().injection == Injection::direct;
  const Ticks length = m.x + (is_direct ? run_.costs().ts : Ticks{});
  const Ticks before = watch_->broken_at();
  watch_->add_reception({m.asks - length, m.asks, m.source, m.sequence, m.tag, m.bytes, 0},
                        run_.windows_known_before());
  note_violation(before);
}

void Pe::note_violation(Ticks before) {
  if (before == kNever && watch_->broken_at() != kNever) worker_.violators.push_back(this);
}

std::exception_ptr Pe::port_violation() const {
  const PortWatch::Violation v = watch_->violation();
  const auto text = [&](const PortWindow& w) {
    return fmt::format("{} PE {} (tag {}, {} bytes) from {} to {}", v.is_send ? "to" : "from", w.partner, w.tag,
                       w.bytes, run_.time_text(w.from), run_.time_text(w.to));
  };
  const int k = run_.parameters().ports.k;
  const std::string at_most =
      fmt::format("at most {} {}{}", k, v.is_send ? "send" : "receive", k == 1 ? "" : "s");
  const std::string rule = v.is_one_link ? "sends by one link count as one port" : at_most + " at a time";
  const std::string message = fmt::format(
      "ports: PE {} breaks the rule {} ({}) at {}: {} while {}; let one of them begin later, or use the port "
      "policy "
      "queue",
      rank_, to_string(run_.parameters().ports), rule, run_.time_text(watch_->broken_at()),
      text(v.one_too_many), text(v.under_way));
  return std::make_exception_ptr(PortViolationError(message, rank_, watch_->broken_at()));
}

}  // namespace toruscope::detail
