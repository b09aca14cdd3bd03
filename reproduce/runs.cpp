// SPDX-License-Identifier: Apache-2.0

#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::size_t kCopies = 3;  // what a PE has, what it gets, what is under way

}  // namespace

bool Runs::exchange_fits(const Topology& topology, std::size_t block) const {
  const auto p = static_cast<std::size_t>(topology.nodes());
  return block <= memory_ / kCopies / p / p;
}

std::string Runs::too_large(const Topology& topology, std::size_t block) const {
  const auto p = static_cast<std::size_t>(topology.nodes());
  return fmt::format(
      "{} with blocks of {} or more was not run: it needs {}, and a run may have {} (--large, --memory)",
      topology.name(), bytes_to_string(block), bytes_to_string(kCopies * p * p * block),
      bytes_to_string(memory_));
}

std::string Runs::run_name(const char* operation, std::string_view algorithm, const Topology& topology) {
  return fmt::format("{}/{} on {}", operation, algorithm, topology.name());
}

void Runs::watched(const std::string& what, bool records_events,
                   const std::function<void(const Execution&)>& work) const {
  watch_(what, [&](const Execution& given) {
    Execution execution = given;
    execution.record_events = records_events;
    work(execution);
  });
}

Report Runs::program(const std::string& what, const TopologyPtr& topology, const Parameters& machine,
                     const std::function<void(Communicator&)>& program, bool records_events) const {
  Report report;
  watched(what, records_events,
          [&](const Execution& execution) { report = Machine(topology, machine, execution).run(program); });
  return report;
}

std::string measured(const Verdict& verdict, std::int64_t number) {
  return verdict.ok() ? fmt::format("{}", number) : verdict.faults.front();
}

std::int64_t blocks(const Verdict& verdict) {
  return verdict.report.finish.account.bytes / static_cast<std::int64_t>(verdict.question.bytes);
}

}  // namespace toruscope::reproduce
