// SPDX-License-Identifier: Apache-2.0
#include "apps/explain.hpp"

#include "runtime/trace/text.hpp"

#include <fmt/core.h>
#include <utility>

namespace toruscope::apps {

TimeParts::TimeParts(const Report& report) : communication(report.finish.account) {
  local = std::exchange(communication.compute, Ticks{});
  time = report.finish.time - local;
}

std::string communication_text(const Report& report) {
  const TimeParts parts(report);
  return fmt::format("communication: {} = {}", core::time_text(parts.time, report.parameters),
                     core::account_text(parts.communication, report));
}

std::string formula_text(const std::string& what, std::optional<Ticks> predicted, const Report& report) {
  if (!predicted) return what + ": none for this machine";
  return fmt::format("{}: {}, {}", what, core::time_text(*predicted, report.parameters),
                     *predicted == TimeParts(report).time ? "as measured" : "other than measured");
}

std::string local_work_text(const std::string& counted, const Report& report) {
  if (!report.is_reproducible)
    return fmt::format("local work on the critical path: {}, measured on this computer (not declared: {})",
                       core::time_text(TimeParts(report).local, report.parameters), counted);
  if (report.costs.flop == Ticks{}) return "local work: free on this machine (flop = 0)";
  return fmt::format("local work on the critical path: {} ({})",
                     core::time_text(TimeParts(report).local, report.parameters), counted);
}

}  // namespace toruscope::apps
