// SPDX-License-Identifier: Apache-2.0
// Where a link has one user: messages are delivered when they are sent, and nothing else changes.

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace toruscope {
namespace {

Parameters with_links_that_are_busy() {
  Parameters parameters = preset("unit");
  parameters.ts = Ticks{3};
  parameters.tw = Ticks{5};
  parameters.th = Ticks{2};
  return parameters;
}

/// Shifts of messages of different lengths, two of them on one link at a time.
void shift(Communicator& comm) {
  const int p = comm.size();
  for (int i = 1; i <= 50; ++i) {
    const std::vector<char> first(static_cast<std::size_t>((comm.rank() + i) % 7));
    const std::vector<char> second(2);
    std::vector<char> into(8);
    const Rank to = (comm.rank() + i % p) % p;
    const Rank from = (comm.rank() + p - i % p) % p;
    Request a = comm.isend(to, first);
    Request b = comm.isend(to, second);
    comm.recv(from, into);
    comm.recv(from, into);
    comm.wait(a);
    comm.wait(b);
  }
}

TEST(LinksWithOneUser, NeedNoNetworkPhaseOnOneWorker) {
  const Report report = Machine(complete(9), with_links_that_are_busy(), {.workers = 1}).run(shift);

  EXPECT_EQ(report.host.windows, 0);
  EXPECT_EQ(report.host.network, "hop");
}

TEST(LinksWithOneUser, AreGrantedAsInWindows) {
  for (const char* topology : {"complete:9", "ring:3", "ring:2", "hypercube:1"}) {
    Parameters parameters = with_links_that_are_busy();
    parameters.ports = k_ports(2);
    const auto run = [&](int workers, NetworkEngine network) {
      return Machine(parse_topology(topology), parameters,
                     {.network = network, .workers = workers, .record_events = true})
          .run(shift);
    };
    const Report at_once = run(1, NetworkEngine::automatic);
    const Report in_windows = run(2, NetworkEngine::hop);

    EXPECT_EQ(at_once.finish.time, in_windows.finish.time) << topology;
    EXPECT_EQ(at_once.totals.link_conflicts, in_windows.totals.link_conflicts) << topology;
    EXPECT_EQ(at_once.totals.link_wait, in_windows.totals.link_wait) << topology;
    EXPECT_EQ(at_once.events.size(), in_windows.events.size()) << topology;
  }
}

// PE 2 fails at once; the others send to each other for ever.
TEST(LinksWithOneUser, AnErrorEndsPesThatGoOnForEver) {
  Machine machine(complete(3), with_links_that_are_busy(), {.workers = 1});
  const auto program = [](Communicator& comm) {
    if (comm.rank() == 2) comm.fail("enough");
    std::vector<int> value(1);
    for (;;) comm.sendrecv(1 - comm.rank(), value, 1 - comm.rank(), value);
  };

  EXPECT_THROW(static_cast<void>(machine.run(program)), ProgramError);
}

}  // namespace
}  // namespace toruscope
