// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/explanation.hpp"

#include "runtime/model/account_text.hpp"
#include "runtime/model/all_times.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <string_view>
#include <utility>

namespace toruscope::cli {

namespace {

using Times = std::vector<Time*>;

/// A cost wherever the machine has it: tw and th may differ by dimension.
Times times_of(Parameters& machine, const core::NamedCost& cost) {
  Times times{&(machine.*cost.time)};
  if (cost.by_dimension != nullptr)
    for (Time& time : machine.*cost.by_dimension) times.push_back(&time);
  return times;
}

Time scaled(Time time, std::int64_t factor, std::int64_t divisor) {
  const std::int64_t value = time.value() / divisor * factor;
  return time.is_physical() ? Time::femtoseconds(value) : Time(Ticks{value});
}

bool is_step_machine(const Parameters& machine) {
  return machine.tick.is_zero();
}

/// Its times stay what they are; nothing if a tick cannot be divided.
std::optional<Parameters> with_half_ticks(Parameters machine) {
  if (!is_step_machine(machine)) {
    if (machine.tick.value() % 2 != 0) return std::nullopt;
    machine.tick = scaled(machine.tick, 1, 2);
    return machine;
  }
  core::for_each_cost(machine, [](Time& time) { time = scaled(time, 2, 1); });
  machine.ticks_per_step *= 2;
  return machine;
}

Ports with_twice(Ports ports) {
  switch (ports.rule) {
    case Ports::Rule::half:
    case Ports::Rule::telephone:
      return one_port;
    case Ports::Rule::one:
      return k_ports(2);
    case Ports::Rule::k:
      return k_ports(std::min(2 * ports.k, kMostPorts));
    case Ports::Rule::all:
      break;
  }
  return ports;
}

/// T / T of the first run, whose tick may be another.
double part_of(Ticks time, const Parameters& machine, const Report& first) {
  const auto length = [](Ticks t, const Parameters& m) {
    const auto ticks = static_cast<double>(t.count);
    return is_step_machine(m) ? ticks / static_cast<double>(m.ticks_per_step)
                              : ticks * static_cast<double>(m.tick.value());
  };
  return length(time, machine) / length(first.finish.time, first.parameters);
}

/// Runs it on its machine.
WhatIf tried(const Runner& run, const Settings& settings, WhatIf what_if, const Report& first) {
  Settings changed = settings;
  changed.parameters = what_if.machine;
  changed.execution.record_events = changed.execution.record_spans = changed.execution.record_critical_path =
      false;
  const auto failure = failure_of(what_if.machine, [&] {
    changed.costs = resolve(what_if.machine, *changed.topology);
    const Measurement m = run(changed);
    throw_if_interrupted("explain");
    what_if.time = m.report.finish.time;
    what_if.part = part_of(what_if.time, what_if.machine, first);
  });
  if (failure && failure->ends_command) {
    if (failure->code == ExitCode::interrupted) throw InterruptedError(failure->report);
    throw HostLimitError(failure->report);
  }
  if (failure) what_if.refusal = failure->text;
  return what_if;
}

/// Halves of costs that are on the critical path, or may come to be there.
std::vector<WhatIf> what_ifs_of(const Runner& run, const Settings& settings, bool counts_ticks,
                                const Report& first) {
  std::vector<WhatIf> what_ifs;
  for (const core::NamedCost& cost : core::named_costs()) {
    if (first.costs.*cost.ticks == Ticks{}) continue;
    if (cost.time == &Parameters::flop && !first.met.declared_operations) continue;
    if (cost.time == &Parameters::poll && !first.met.failed_poll) continue;
    if (cost.time == &Parameters::gamma && !first.met.combined) continue;
    const auto half = with_half(settings.parameters, cost.name, !counts_ticks);
    const std::string from =
        core::cost_text(settings.parameters.*cost.time, first.costs.*cost.ticks, first.parameters);
    if (!half) {
      what_ifs.push_back({.symbol = cost.symbol,
                          .change = fmt::format("{} {} -> half of it", cost.symbol, from),
                          .refusal = is_step_machine(settings.parameters)
                                         ? "no whole number of ticks"
                                         : "no whole number of ticks; give a finer --tick"});
      continue;
    }
    const std::string to =
        core::cost_text((*half).*cost.time, resolve(*half, *settings.topology).*cost.ticks, *half);
    what_ifs.push_back(tried(
        run, settings,
        {.symbol = cost.symbol, .change = fmt::format("{} {} -> {}", cost.symbol, from, to), .machine = *half},
        first));
  }
  Parameters machine = settings.parameters;
  const Ports ports = std::exchange(machine.ports, with_twice(machine.ports));
  if (machine.ports != ports)
    what_ifs.push_back(
        tried(run, settings,
              {.symbol = "ports",
               .change = fmt::format("ports {} -> {}", to_string(ports), to_string(machine.ports)),
               .machine = machine},
              first));
  std::stable_sort(what_ifs.begin(), what_ifs.end(),
                   [](const WhatIf& a, const WhatIf& b) { return a.part.value_or(2) < b.part.value_or(2); });
  return what_ifs;
}

/// Null for what takes no time of its own.
const char* symbol_of(const PathEvent& event, const Costs& costs) {
  constexpr std::array kSymbols{"ts", "link wait", "th", "tw", "L", "gap", "tr", "compute"};
  const auto kind = static_cast<std::size_t>(event.kind);
  if (event.kind == PathEvent::Kind::transmission && costs.tw == Ticks{}) return "tm";
  return kind < kSymbols.size() ? kSymbols[kind] : nullptr;
}

}  // namespace

std::optional<Parameters> with_half(Parameters machine, const char* name, bool may_refine) {
  const auto cost = std::find_if(core::named_costs().begin(), core::named_costs().end(),
                                 [&](const core::NamedCost& c) { return std::string_view(c.name) == name; });
  const std::int64_t unit = is_step_machine(machine) ? 1 : machine.tick.value();
  const Times asked = times_of(machine, *cost);
  const bool is_whole =
      std::all_of(asked.begin(), asked.end(), [&](const Time* t) { return t->value() % (2 * unit) == 0; });
  if (!is_whole) {
    const auto finer = may_refine ? with_half_ticks(machine) : std::nullopt;
    if (!finer) return std::nullopt;
    machine = *finer;
  }
  for (Time* time : times_of(machine, *cost)) *time = scaled(*time, 1, 2);
  return machine;
}

Explanation explain(const Runner& run, const Settings& settings, bool counts_ticks) {
  Settings first = settings;
  first.execution.record_critical_path = true;
  Explanation explanation{run(first), {}};
  if (explanation.run.report.finish.time != Ticks{})
    explanation.what_ifs = what_ifs_of(run, settings, counts_ticks, explanation.run.report);
  return explanation;
}

std::vector<TimePart> time_parts(const Report& report) {
  std::vector<TimePart> parts;
  for (const core::Part& part : core::parts(report.finish.account, &report.costs))
    parts.push_back({part.name, part.noun, part.count, !part.is_ticks, part.worth});
  std::stable_sort(parts.begin(), parts.end(),
                   [](const TimePart& a, const TimePart& b) { return b.time < a.time; });
  return parts;
}

std::vector<std::string> slices_of(const Report& report, std::size_t slices) {
  constexpr std::array kParts{"ts", "tw", "tm", "th", "link wait", "tr", "L", "gap", "compute"};
  const double length = static_cast<double>(report.finish.time.count) / static_cast<double>(slices);
  std::vector<std::string> symbols;
  auto event = report.critical_path.begin();
  for (std::size_t slice = 0; slice < slices; ++slice) {
    const double begin = length * static_cast<double>(slice);
    const double end = begin + length;
    std::array<double, kParts.size()> spent{};
    for (; event != report.critical_path.end(); ++event) {
      const auto event_end = static_cast<double>(event->end.count);
      if (const char* const symbol = symbol_of(*event, report.costs); symbol != nullptr)
        spent[static_cast<std::size_t>(std::find(kParts.begin(), kParts.end(), std::string_view(symbol)) -
                                       kParts.begin())] +=
            std::max(0.0, std::min(event_end, end) - std::max(static_cast<double>(event->begin.count), begin));
      if (event_end > end) break;  // it goes on in the next slice
    }
    symbols.emplace_back(
        kParts[static_cast<std::size_t>(std::max_element(spent.begin(), spent.end()) - spent.begin())]);
  }
  return symbols;
}

}  // namespace toruscope::cli
