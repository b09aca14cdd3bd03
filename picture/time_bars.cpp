// SPDX-License-Identifier: Apache-2.0
// The bars of <toruscope/picture.hpp>: what the T of each run is made of.

#include "picture/bars.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/picture.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>

namespace toruscope {

namespace {

using picture::Colour;

struct TimeKind {
  const char* name;
  Colour colour;
  Ticks (*of)(const Account& account, const Costs& costs);
};
/// Kinds of time, in the order of the account; together they make T.
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
    TimeKind{"polls without success", Colour::reach_pale,
             [](const Account& a, const Costs&) { return a.polling; }},
    TimeKind{"computation", Colour::work, [](const Account& a, const Costs&) { return a.compute; }}};

/// Length of a time: seconds, or steps.
double length_of(Ticks time, const Parameters& machine) {
  return core::seconds_of(time, machine)
      .value_or(static_cast<double>(time.count) / static_cast<double>(machine.ticks_per_step));
}

/// Takes what messages cost less by their size (T15) off what they cost: no bar is shorter than 0.
void take_off_less(std::array<Ticks, kTimeKinds.size()>& times) {
  constexpr std::size_t kBySize = 4;
  constexpr std::array<std::size_t, 5> kOfMessages{3, 0, 6, 2, 1};  // bytes first
  Ticks& by_size = times[kBySize];
  for (const std::size_t kind : kOfMessages) {
    if (by_size >= Ticks{}) return;
    const Ticks less = std::min(times[kind], Ticks{} - by_size);
    times[kind] = times[kind] - less;
    by_size += less;
  }
}

picture::Bar bar_of(const TimedRun& run) {
  const Report& report = *run.report;
  const Parameters& machine = report.parameters;
  picture::Bar bar{
      run.name, core::time_text(report.finish.time, machine) + (run.note.empty() ? "" : ", " + run.note), {}};
  std::array<Ticks, kTimeKinds.size()> times{};
  for (std::size_t kind = 0; kind < kTimeKinds.size(); ++kind)
    times[kind] = kTimeKinds[kind].of(report.finish.account, report.costs);
  take_off_less(times);
  for (std::size_t kind = 0; kind < kTimeKinds.size(); ++kind) {
    const Ticks ticks = times[kind];
    if (ticks != Ticks{})
      bar.parts.push_back({kind, length_of(ticks, machine), core::time_text(ticks, machine)});
  }
  return bar;
}

}  // namespace

void write_time_bars(std::ostream& out, const TimeBars& bars) {
  if (bars.runs.empty()) throw ConfigError("time bars: there is no run to show");
  const Parameters& machine = bars.runs.front().report->parameters;
  const bool has_steps = machine.tick.is_zero();
  for (const TimedRun& run : bars.runs)
    if (run.report->parameters.tick.is_zero() != has_steps)
      throw ConfigError("time bars: some of these machines count seconds, some steps; show them apart");
  picture::Bars drawn{.title = bars.title.empty() ? "What T is made of" : bars.title,
                      .label = has_steps ? "T, steps" : "T",
                      .quantity = has_steps ? picture::Quantity::number : picture::Quantity::seconds,
                      .kinds = {},
                      .bars = {},
                      .caption = bars.caption};
  for (const TimeKind& kind : kTimeKinds) drawn.kinds.push_back({kind.name, kind.colour});
  for (const TimedRun& run : bars.runs) drawn.bars.push_back(bar_of(run));
  if (bars.bound && *bars.bound > Ticks{})
    drawn.limit = picture::BarLimit{length_of(*bars.bound, machine),
                                    "lower bound " + core::time_text(*bars.bound, machine)};
  out << picture::bars_picture(drawn);
}

}  // namespace toruscope
