// SPDX-License-Identifier: Apache-2.0

#include "cli/plots/time_bars.hpp"

#include "cli/tables/sheets.hpp"
#include "picture/bars.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <array>
#include <fmt/format.h>

namespace toruscope::cli {

namespace {

using picture::Colour;

struct TimeKind {
  const char* name;
  Colour colour;
  Ticks (*of)(const Account& account, const Costs& costs);
};
/// In the order of the account; together they make T.
constexpr std::array kTimeKinds{
    TimeKind{"startups", Colour::send_pale, [](const Account& a, const Costs& c) { return a.startups * c.ts; }},
    TimeKind{"receive overheads", Colour::receive_pale,
             [](const Account& a, const Costs& c) { return a.receives * c.tr; }},
    TimeKind{"tm of messages", Colour::receive,
             [](const Account& a, const Costs& c) { return a.messages * c.tm; }},
    TimeKind{"bytes", Colour::send, [](const Account& a, const Costs& c) { return a.bytes * c.tw; }},
    TimeKind{"bytes on slower links", Colour::critical,
             [](const Account& a, const Costs&) { return a.slow_bytes; }},
    TimeKind{"distance", Colour::hop,
             [](const Account& a, const Costs& c) { return a.hops * c.th + a.slow_hops; }},
    TimeKind{"flight time L", Colour::reach,
             [](const Account& a, const Costs& c) { return a.latencies * c.latency; }},
    TimeKind{"gaps between sends", Colour::rail, [](const Account& a, const Costs&) { return a.gap; }},
    TimeKind{"waiting for links", Colour::wait, [](const Account& a, const Costs&) { return a.link_wait; }},
    TimeKind{"synchronisation", Colour::reach_pale, [](const Account& a, const Costs&) { return a.sync; }},
    TimeKind{"computation", Colour::work, [](const Account& a, const Costs&) { return a.compute; }}};

double shown(Ticks time, const Parameters& machine) {
  return core::seconds_of(time, machine)
      .value_or(static_cast<double>(time.count) / static_cast<double>(machine.ticks_per_step));
}

}  // namespace

std::string time_bars_picture(const std::vector<Measurement>& measured) {
  const Measurement& first = measured.front();
  const Parameters& machine = first.report.parameters;
  const bool has_steps = machine.tick.is_zero();
  const collectives::Operation* operation = operation_of(first);
  const bool moves_nothing = operation != nullptr && operation->traits.moves == Moves::nothing;
  picture::Bars bars{
      .title =
          fmt::format("{} on {}{}: what T is made of", first.operation, first.report.topology->name(),
                      moves_nothing ? ""
                                    : fmt::format(", {} bytes per {}",
                                                  core::grouped(static_cast<std::int64_t>(first.block_bytes)),
                                                  block_noun(first))),
      .label = has_steps ? "T, steps" : "T",
      .quantity = has_steps ? picture::Quantity::number : picture::Quantity::seconds,
      .kinds = {},
      .bars = {}};
  for (const TimeKind& kind : kTimeKinds) bars.kinds.push_back({kind.name, kind.colour});
  for (const Measurement& m : measured) {
    const Report& report = m.report;
    const auto efficiency = efficiency_percent(m);
    picture::Bar bar{
        m.algorithm,
        core::time_text(report.finish.time, machine) + (efficiency ? fmt::format(", {} %", *efficiency) : ""),
        {}};
    for (std::size_t kind = 0; kind < kTimeKinds.size(); ++kind) {
      const Ticks ticks = kTimeKinds[kind].of(report.finish.account, report.costs);
      if (ticks != Ticks{}) bar.parts.push_back({kind, shown(ticks, machine), core::time_text(ticks, machine)});
    }
    bars.bars.push_back(std::move(bar));
  }
  if (first.bound && first.bound->ticks > Ticks{})
    bars.limit = picture::BarLimit{shown(first.bound->ticks, machine),
                                   "lower bound " + core::time_text(first.bound->ticks, machine)};
  bars.caption = {machine_text(machine) + ", ports " + to_string(machine.ports)};
  if (first.bound) bars.caption.push_back("Percent: lower bound / T. The bound: " + first.bound->source);
  return picture::bars_picture(bars);
}

}  // namespace toruscope::cli
