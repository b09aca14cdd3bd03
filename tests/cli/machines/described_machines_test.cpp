// SPDX-License-Identifier: Apache-2.0
// What a law prints of the machine on which it failed is a machine file: --machine reads the same
// machine from it.

#include "cli/machines/settings.hpp"
#include "tests/support/machine_files.hpp"
#include "tests/support/random_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

struct ReadBack {
  TopologyPtr topology;
  Parameters parameters;
};

/// What --machine finds in the files of the description.
ReadBack read_back(const MachineDescription& machine) {
  const TemporaryFolder folder;
  const MachineFiles files = machine_files(machine, folder.path().string() + "/");
  for (const auto& [name, content] : files.others) EXPECT_TRUE(exists(folder.file(name, content)));
  cli::CommandOptions options;
  options.machine = folder.file("machine.toml", files.machine).string();
  static const Tables tables;
  const cli::AskedMachine asked(options, tables);
  return {asked.network(nullptr), asked.parameters()};
}

/// In a file a list of one cost is that cost, and what there are lists for is the least of them.
Parameters as_in_a_file(Parameters machine) {
  machine.name = "machine";
  const auto settle = [](Time& cost, std::vector<Time>& by_dimension) {
    for (const Time& time : by_dimension)
      if (&time == by_dimension.data() || time.value() < cost.value()) cost = time;
    if (by_dimension.size() == 1) by_dimension.clear();
  };
  settle(machine.tw, machine.tw_of);
  settle(machine.th, machine.th_of);
  return completed(std::move(machine));
}

/// Nodes, links, grid, and for all pairs the route, its channels and their order.
void expect_same_network(const Topology& found, const Topology& expected) {
  ASSERT_EQ(found.nodes(), expected.nodes());
  ASSERT_EQ(found.pes(), expected.pes());
  ASSERT_EQ(found.ports(), expected.ports());
  EXPECT_EQ(found.sides(), expected.sides());
  EXPECT_EQ(found.dimensions(), expected.dimensions());
  EXPECT_EQ(found.is_torus(), expected.is_torus());
  EXPECT_EQ(found.note(), expected.note());
  for (Node node = 0; node < found.nodes(); ++node)
    for (Port port = 0; port < found.ports(); ++port)
      ASSERT_EQ(found.neighbour(node, port), expected.neighbour(node, port)) << node << ", port " << port;
  Route of_found, of_expected;
  for (Node a = 0; a < found.pes(); ++a)
    for (Node b = 0; b < found.pes(); ++b) {
      found.route(a, b, of_found);
      expected.route(a, b, of_expected);
      ASSERT_EQ(of_found, of_expected) << a << " to " << b;
      Node here = a;
      for (const Leg& leg : of_found)
        for (int step = 0; step < leg.steps; ++step, here = found.neighbour(here, leg.port))
          ASSERT_EQ(found.channel_order(here, leg.port, leg.virtual_channel),
                    expected.channel_order(here, leg.port, leg.virtual_channel));
    }
}

TEST(DescribedMachines, AreReadBackAsTheyAre) {
  constexpr int kEach = 100;
  std::set<Network> networks;
  for (const Interest interest : {Interest::links, Interest::zero_lookahead, Interest::ports, Interest::strict,
                                  Interest::unnamed_deadlocks})
    for (int n = 0; n < kEach; ++n) {
      rc::Random random(static_cast<std::uint64_t>(n));
      const MachineDescription machine = experiments(interest)(random, 10).value().machine;
      SCOPED_TRACE(to_string(machine));

      const ReadBack found = read_back(machine);

      ASSERT_EQ(found.parameters, as_in_a_file(machine.parameters()));
      ASSERT_NO_FATAL_FAILURE(expect_same_network(*found.topology, *machine.topology()));
      networks.insert(machine.network);
    }

  EXPECT_EQ(networks.size(), std::size_t{11}) << "kinds of networks";
}

TEST(DescribedMachines, SayWhatIsNotTheDefault) {
  EXPECT_EQ(to_string(MachineDescription{.network = Network::torus, .sides = {4, 3}, .ts = 1, .tw = 2}),
            "topology = \"torus:4x3\"\n"
            "tick = 0\n"
            "ts = 1\n"
            "tw = 2\n");
}

TEST(DescribedMachines, SayEveryRuleAndCost) {
  const MachineDescription machine{.network = Network::graph,
                                   .sides = {3},
                                   .wires = {{0, 3}, {1, 3}, {2, 3}},
                                   .ts = 4,
                                   .tr = 1,
                                   .tm = 3,
                                   .latency = 7,
                                   .gap = 12,
                                   .injection = Injection::buffered,
                                   .ports = 2,
                                   .port_policy = PortPolicy::strict,
                                   .switching = SwitchingMode::wormhole,
                                   .virtual_channels = 3,
                                   .buffers = 1,
                                   .eager = 0,
                                   .tw_of = {2},
                                   .th_of = {1},
                                   .slow = {{{0, 3}, 3}, {{3, 1}, 5}}};

  EXPECT_EQ(to_string(machine),
            "topology = \"graph:wires.txt\"\n"
            "ports = \"k=2\"\n"
            "port-policy = \"strict\"\n"
            "switching = \"wormhole\"\n"
            "injection = \"buffered\"\n"
            "virtual-channels = 3\n"
            "buffers = 1\n"
            "eager = 0\n"
            "tick = 0\n"
            "ts = 4\n"
            "tr = 1\n"
            "tm = 3\n"
            "tw = [2]\n"
            "th = [1]\n"
            "latency = 7\n"
            "gap = 12\n"
            "slow = [\"0->3=3\", \"3->1=5\"]\n"
            "# wires.txt:\n"
            "#   pes 3\n"
            "#   0 3\n"
            "#   1 3\n"
            "#   2 3\n");
}

// Ticks of a third of a step: ts of 6 is 2 steps, L of 4 is lambda - 1 = 4/3 steps.
TEST(DescribedMachines, SayAFractionalLambdaAndCostsInSteps) {
  const MachineDescription machine{.network = Network::mesh,
                                   .sides = {2, 2},
                                   .ts = 6,
                                   .latency = 4,
                                   .port_rule = PortRule::all,
                                   .th_of = {3, 6},
                                   .ticks_per_step = 3};

  EXPECT_EQ(to_string(machine),
            "topology = \"mesh:2x2\"\n"
            "ports = \"all\"\n"
            "tick = 0\n"
            "ts = 2\n"
            "th = [1, 2]\n"
            "lambda = \"7/3\"\n");
}

}  // namespace
}  // namespace toruscope::test
