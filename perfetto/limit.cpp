// SPDX-License-Identifier: Apache-2.0
// The largest trace, and which filters would make one of a run that is too large.

#include "perfetto/plan.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::perfetto {

namespace {

/// Rounds to two digits of whole units, for a reader's eyes.
std::int64_t rounded_down(std::int64_t length, std::int64_t unit) {
  constexpr std::int64_t kTwoDigits = 100;
  std::int64_t grain = unit;
  while (length / grain >= kTwoDigits) grain *= 10;
  return length / grain * grain;
}

}  // namespace

/// The longest beginning of the run, and the largest number of first PEs, halved until they fit.
std::string TracePlan::filters_that_would_do() const {
  std::vector<std::string> words;
  const auto fits = [&](const TraceFilter& filter) -> std::optional<std::size_t> {
    const std::size_t count = TracePlan(*report_, filter).events().size();
    return count <= kMostTraceEvents ? std::optional(count) : std::nullopt;
  };
  const auto tell = [&](const std::string& part, std::size_t count) {
    words.push_back(fmt::format("{} ({} events)", part, core::grouped(count)));
  };
  const Parameters& machine = report_->parameters;
  const std::int64_t unit = machine.tick.is_zero() ? machine.ticks_per_step : 1;
  const auto text = [&](Ticks t) {
    return machine.tick.is_zero() ? std::to_string(t.count / unit)
                                  : to_string(Time::femtoseconds(t.count * machine.tick.value()));
  };
  const Ticks until = std::min(filter_.to, report_->finish.time);
  for (std::int64_t length = (until - filter_.from).count / 2; length >= unit; length /= 2) {
    TraceFilter filter = filter_;
    filter.to = filter_.from + Ticks{rounded_down(length, unit)};
    if (const auto count = fits(filter)) {
      tell(fmt::format("time={}-{}", text(filter.from), text(filter.to)), *count);
      break;
    }
  }
  for (int pes = report_->topology->pes() / 2; filter_.pes.empty() && pes > 0; pes /= 2) {
    TraceFilter filter = filter_;
    filter.pes = {{0, pes - 1}};
    if (const auto count = fits(filter)) {
      tell(fmt::format("pe=0-{}", pes - 1), *count);
      break;
    }
  }
  TraceFilter calls = filter_;
  for (const TraceFilter::Kind kind :
       {TraceFilter::Kind::hop, TraceFilter::Kind::wait, TraceFilter::Kind::arrow, TraceFilter::Kind::counter})
    calls.shows[static_cast<std::size_t>(kind)] = false;
  if (const auto count = fits(calls)) {
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < trace_kinds().size(); ++i)
      if (calls.shows[i]) shown.push_back(trace_kinds()[i]);
    tell(fmt::format("kind={}", core::joined(shown, "+")), *count);
  }
  return core::joined(words, ", ");
}

void TracePlan::check() const {
  const auto count = static_cast<std::int64_t>(events_.size());
  if (count <= kMostTraceEvents) return;
  const std::string filters = filters_that_would_do();
  throw ConfigError(fmt::format("trace: the run has {} trace events; a trace holds up to {}; {}",
                                core::grouped(count), core::grouped(kMostTraceEvents),
                                filters.empty() ? "take a smaller run, or write --events"
                                                : "show a part of it, by --trace-filter " + filters));
}

}  // namespace toruscope::perfetto
