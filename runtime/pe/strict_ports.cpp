// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/strict_ports.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <string>

namespace toruscope::core {

StrictPorts::StrictPorts(PeCore& core)
    : core_(core),
      watch_(core.run.is_strict()
                 ? std::make_unique<PortWatch>(core.run.parameters.ports, counted_links(core.run, core.rank))
                 : nullptr) {}

void StrictPorts::add_send(const Message& m, Ticks asks) {
  const Ticks held = core_.run.costs.of(m.bytes).ts + (core_.run.is_direct() ? m.x : Ticks{});
  add({true, asks, asks + held, m.destination, m.sequence, m.tag, m.bytes, m.legs.front().port});
}

void StrictPorts::add_reception(const Message& m) {
  const Ticks length = m.x + (core_.run.is_direct() ? core_.run.costs.of(m.bytes).ts : Ticks{});
  add({false, m.asks - length, m.asks, m.source, m.sequence, m.tag, m.bytes, 0});
}

void StrictPorts::add(const PortWindow& window) {
  const Ticks before = watch_->broken_at();
  watch_->add(window, core_.run.known.windows_known_before);
  if (before == kNever && watch_->broken_at() != kNever) core_.host.violators.push_back(core_.pe);
}

std::exception_ptr StrictPorts::violation() const {
  const PortWatch::Violation v = watch_->violation();
  const Ports ports = core_.run.parameters.ports;
  const auto text = [&](const PortWindow& w) {
    return fmt::format("{} PE {} (tag {}, {}) from {} to {}", w.is_send ? "to" : "from", w.partner, w.tag,
                       counted(w.bytes, "byte"), core_.run.time_text(w.from), core_.run.time_text(w.to));
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
      core_.rank, to_string(ports), rule(), core_.run.time_text(watch_->broken_at()), text(v.one_too_many),
      text(v.under_way));
  return std::make_exception_ptr(PortViolationError(message, core_.rank, watch_->broken_at()));
}

}  // namespace toruscope::core
