// SPDX-License-Identifier: Apache-2.0
// For tests of timing rules that are written as PE programs: the clocks that a reader works out
// with a pencil.

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

/// On complete graphs, 20 bytes take ts = 10 and x = 20, then th = 1: sent at s, they are at the
/// mailbox at s + 31.
inline const std::vector<char> kBody(20);
inline const Parameters kMachine{.ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
inline const Parameters kFree{.tick = Time{}};  // everything takes no time

/// Sends after a while.
inline void send_after(Communicator& comm, std::int64_t ticks, Rank to, Tag tag = 0) {
  comm.compute(Ticks{ticks});
  comm.send(to, kBody, tag);
}

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

/// The same on a ring of 8: the first PEs note these clocks, the others none.
inline Report expect_on_ring(const Parameters& parameters, std::vector<std::vector<std::int64_t>> clocks,
                             const std::function<void(Communicator&, Clocks&)>& program) {
  clocks.resize(8);
  return expect_clocks(ring(8), parameters, clocks, program);
}

}  // namespace toruscope::test
