// SPDX-License-Identifier: Apache-2.0
// For tests of timing rules that are written as PE programs: the clocks that a reader works out with a pencil.

#pragma once

#include <toruscope/machine.hpp>

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::test {

/// By PE: its clock at the moments that its program notes.
class Clocks {
 public:
  explicit Clocks(int pes) : by_pe_(static_cast<std::size_t>(pes)) {}
  void note(Communicator& comm) { note(comm, comm.now().count); }
  /// Another number beside the clocks.
  void note(Communicator& comm, std::int64_t number) {
    by_pe_[static_cast<std::size_t>(comm.world_rank())].push_back(number);
  }
  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& by_pe() const { return by_pe_; }

 private:
  std::vector<std::vector<std::int64_t>> by_pe_;
};

/// Executions that differ in all that must not matter.
inline std::vector<Execution> many_executions() {
  return {{.engine = PeEngine::threads, .workers = 2, .perturb = 3U},
          {.workers = 4, .channel_capacity = 1, .perturb = 4U},
          {.workers = 2},
          {.workers = 1}};
}

/// Expects these clocks on every execution. Returns the last report.
inline Report expect_clocks(const TopologyPtr& topology, const Parameters& parameters,
                            const std::vector<std::vector<std::int64_t>>& expected,
                            const std::function<void(Communicator&, Clocks&)>& program) {
  Report report;
  for (const Execution& execution : many_executions()) {
    Clocks clocks(topology->pes());
    report = Machine(topology, parameters, execution).run([&](Communicator& comm) { program(comm, clocks); });
    EXPECT_EQ(clocks.by_pe(), expected) << "with " << execution.workers << " workers";
  }
  return report;
}

}  // namespace toruscope::test
