// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/call_log.hpp"

#include "cli/tables/document.hpp"
#include "cli/tables/path_table.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

namespace toruscope::mpi {

CallLog::CallLog(bool keeps_calls, Ticks limit, std::string asked)
    : keeps_calls_(keeps_calls), limit_(limit), asked_(std::move(asked)) {}

void CallLog::begin(const Rank& rank) {
  if (!keeps_calls_ || depth_++ > 0) return;
  const Ticks now = rank.world->now();
  calls_.push_back({now, now, rank.last_call, call_place(static_cast<const Process&>(rank))});
}

void CallLog::end(const Rank& rank) {
  if (keeps_calls_ && --depth_ == 0) {
    calls_.back().end = rank.world->now();
    if (calls_.back().end == calls_.back().begin) calls_.pop_back();  // took no time
  }
  check(rank);
}

void CallLog::check(const Rank& rank) {
  if (rank.world->now() > limit_)
    rank.world->fail(
        fmt::format("mpirun: the virtual time limit of {} has passed; give a longer --virtual-time-limit, or "
                    "the program less to do",
                    asked_));
}

const CallLog::Call* CallLog::at(Ticks time) const {
  const auto found = std::lower_bound(calls_.begin(), calls_.end(), time,
                                      [](const Call& call, Ticks t) { return call.end < t; });
  return found == calls_.end() || found->begin >= time ? nullptr : &*found;
}

std::vector<CallShare> critical_calls(const Report& report,
                                      const std::vector<std::unique_ptr<Process>>& processes) {
  using Place = std::pair<std::string_view, std::uintptr_t>;
  std::map<Place, CallShare> shares;
  // The place in which a rank is just before a time.
  const auto share = [&](int rank, Ticks time) -> CallShare& {
    const auto r = static_cast<std::size_t>(rank);
    const auto* const log = r < processes.size() ? static_cast<const CallLog*>(processes[r]->watch) : nullptr;
    const CallLog::Call* const call = log == nullptr ? nullptr : log->at(time);
    return shares[call == nullptr ? Place() : Place(call->function, call->place)];
  };
  for (const cli::PathStep& step : cli::path_steps(report)) {
    const Ticks startup = step.parts[cli::PathStep::startup];
    if (!step.is_message()) {
      share(step.from, step.end).time += step.end - step.begin;
      continue;
    }
    if (startup != Ticks{}) share(step.from, step.begin + Ticks{1}).time += startup;
    CallShare& received = share(step.to, step.end);
    received.time += step.end - step.begin - startup;
    ++received.messages;
  }
  // One line may have several addresses.
  std::map<std::pair<std::string, std::string>, CallShare> by_line;
  for (const auto& [place, found] : shares) {
    const SourceLines* const lines = processes.front()->lines;
    const std::string function(place.first);
    const std::string line = function.empty() || lines == nullptr ? "" : lines->of(place.second);
    CallShare& all = by_line[{function, line}];
    all = {function, line, all.time + found.time, all.messages + found.messages};
  }
  std::vector<CallShare> calls;
  for (auto& [name, found] : by_line) calls.push_back(std::move(found));
  std::stable_sort(calls.begin(), calls.end(),
                   [](const CallShare& a, const CallShare& b) { return a.time > b.time; });
  return calls;
}

std::string calls_text(const std::vector<CallShare>& calls, const Report& report, const core::Page& page) {
  using Align = core::TextTable::Align;
  if (calls.empty()) return {};
  core::TextTable table{
      "critical path by MPI call", {"time", Align::right}, {"share", Align::right}, {"messages", Align::right}};
  for (const CallShare& call : calls) {
    const double share = report.finish.time == Ticks{} ? 0
                                                       : static_cast<double>(call.time.count) /
                                                             static_cast<double>(report.finish.time.count);
    table.row({call.name(), core::time_text(call.time, report.parameters), fmt::format("{:.1f} %", 100 * share),
               core::grouped(call.messages)});
  }
  return "\n" + table.text(page);
}

nlohmann::ordered_json calls_json(const std::vector<CallShare>& calls) {
  auto all = nlohmann::ordered_json::array();
  for (const CallShare& call : calls)
    all.push_back({{"function", cli::or_null(call.function)},
                   {"line", cli::or_null(call.line)},
                   {"ticks", call.time.count},
                   {"messages", call.messages}});
  return all;
}

}  // namespace toruscope::mpi
