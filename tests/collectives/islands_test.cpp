// SPDX-License-Identifier: Apache-2.0
// Islands of networks, and the collectives that know them.

#include "collectives/operations.hpp"
#include "collectives/shapes/island_plan.hpp"
#include "collectives/verify.hpp"

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Levels = std::vector<std::vector<int>>;

TEST(Islands, AreThePesOfSwitchesGroupsAndInnerNetworks) {
  EXPECT_EQ(parse_topology("fattree:2x2x3")->islands(), (Levels{{0, 0, 0, 1, 1, 1}}));
  EXPECT_EQ(parse_topology("fattree:4")->islands(), (Levels{{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7},
                                                            {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}}));
  EXPECT_EQ(parse_topology("dragonfly:2x2x1x2")->islands(),
            (Levels{{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 1, 1, 1, 1}}));
  EXPECT_EQ(parse_topology("hier:complete:2/ring:3")->islands(), (Levels{{0, 0, 1, 1, 2, 2}}));
  EXPECT_EQ(parse_topology("hier:ring:2/fattree:2x1x2")->islands(),
            (Levels{{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 1, 1, 1, 1}}));
  EXPECT_EQ(parse_topology("hier:fattree:2x1x2/ring:2")->islands(),
            (Levels{{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 1, 1, 1, 1}}));
}

TEST(Islands, OfOnePeOrOfAllSayNothing) {
  for (const char* none : {"torus:4x4", "complete:8", "tree:8", "fattree:1x2x4", "dragonfly:1x3x1x1"})
    EXPECT_THAT(parse_topology(none)->islands(), IsEmpty()) << none;
  EXPECT_EQ(parse_topology("dragonfly:1x2x1")->islands(), (Levels{{0, 0, 1, 1, 2, 2}}));
  EXPECT_EQ(parse_topology("hier:fattree:1x1x2/ring:2")->islands(), (Levels{{0, 0, 1, 1}}));
}

TEST(Islands, StayWhereLinksFail) {
  EXPECT_EQ(with_failed_links(parse_topology("fattree:2x2x3"), {{6, 8}})->islands(),
            (Levels{{0, 0, 0, 1, 1, 1}}));
}

TEST(Islands, AreColoursOfAProgram) {
  std::vector<std::vector<int>> own(8);
  std::vector<int> sums(8);
  Machine(parse_topology("hier:ring:2/fattree:2x1x2"), Parameters{}).run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    own[me] = comm.islands();
    Communicator pair = comm.split(comm.islands()[0]);
    std::vector<int> value{comm.rank()};
    allreduce(pair, value);
    sums[me] = value[0];
    EXPECT_THAT(pair.islands(), ElementsAre(comm.rank() / 2, comm.rank() / 4));
  });
  EXPECT_THAT(own[5], ElementsAre(2, 1));
  EXPECT_THAT(sums, ElementsAre(1, 1, 5, 5, 9, 9, 13, 13));
}

/// A fat tree of 2 leaves whose islands are what a test says.
class OtherIslands : public Topology {
 public:
  explicit OtherIslands(Levels levels) : levels_(std::move(levels)) {}
  [[nodiscard]] std::string name() const override { return "others"; }
  [[nodiscard]] int nodes() const override { return base_->nodes(); }
  [[nodiscard]] int pes() const override { return base_->pes(); }
  [[nodiscard]] int ports() const override { return base_->ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override { return base_->neighbour(node, port); }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return base_->opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override { return base_->distance(a, b); }
  [[nodiscard]] int diameter() const override { return base_->diameter(); }
  void route(Node a, Node b, Route& legs) const override { base_->route(a, b, legs); }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int channel) const override {
    return base_->channel_order(node, port, channel);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return base_->sides(); }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] int bisection() const override { return base_->bisection(); }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return base_->port_name(node, port);
  }
  [[nodiscard]] Levels islands() const override { return levels_; }

 private:
  TopologyPtr base_ = parse_topology("fattree:2x2x6");
  Levels levels_;
};

/// Names and entries of all algorithms that know islands.
std::vector<std::pair<const collectives::Operation*, const AlgorithmInfo*>> island_entries() {
  std::vector<std::pair<const collectives::Operation*, const AlgorithmInfo*>> all;
  for (const collectives::Operation& operation : collectives::operations())
    for (const AlgorithmInfo* entry : operation.algorithms(builtin_catalogue()))
      if (entry->name.starts_with("islands")) all.emplace_back(&operation, entry);
  return all;
}

void expect_right(const TopologyPtr& network, const Parameters& machine, const Workload& workload) {
  for (const auto& [operation, entry] : island_entries()) {
    SCOPED_TRACE(operation->name + "/" + entry->name + " on " + network->name());
    const Verdict verdict = operation->verify(*entry, network, machine, {}, workload);
    EXPECT_THAT(verdict.faults, IsEmpty());
  }
}

TEST(IslandAlgorithms, ThereAreOfFiveOperations) {
  std::set<std::string> operations;
  for (const auto& [operation, entry] : island_entries()) operations.insert(operation->name);
  EXPECT_THAT(operations, ElementsAre("allgather", "allreduce", "alltoall", "broadcast", "reduce_scatter"));
}

TEST(IslandAlgorithms, AreRightWhereverIslandsLie) {
  const Parameters machine = preset("generic");
  for (const char* name : {"fattree:3x2x5", "fattree:4", "dragonfly:2x3x1x3", "hier:ring:3/fattree:2x1x2"})
    for (const std::size_t bytes : {0U, 8U, 13U, 200U})
      for (const Rank root : {0, 7})
        expect_right(parse_topology(name), machine, {.bytes = bytes, .root = root});
  const Levels dealt{{0, 1, 2, 3, 0, 1, 2, 3, 3, 2, 1, 0}, {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0}};
  for (const std::size_t bytes : {8U, 104U})
    expect_right(std::make_shared<OtherIslands>(dealt), machine, {.bytes = bytes, .root = 5});
}

TEST(IslandAlgorithms, KeepRankOrderWhereIslandsAreIntervals) {
  const collectives::Operation& allreduce = collectives::operation("allreduce");
  const TopologyPtr intervals = parse_topology("fattree:3x2x5");
  const TopologyPtr dealt = std::make_shared<OtherIslands>(Levels{{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}});
  const Workload affine{.bytes = 24, .operands = Operands::affine};
  for (const char* name : {"islands", "islands_halving", "islands_doubling"}) {
    const Case c = allreduce.question(*intervals, {}, affine);
    const AlgorithmInfo& entry = allreduce.choose(builtin_catalogue(), name, c);
    EXPECT_THAT(allreduce.verify(entry, intervals, {}, {}, affine).faults, IsEmpty());
    EXPECT_THAT(entry.refusal(allreduce.question(*dealt, {}, affine)).value_or(""), HasSubstr("commutes"));
  }
}

TEST(IslandAlgorithms, GoInPartsWhereThatIsFaster) {
  Parameters machine;
  machine.tw = 1ns;
  machine.latency = 100ns;
  machine.ports = all_ports;
  const TopologyPtr network = parse_topology("hier:fattree:1x1x3/fattree:1x1x4");
  expect_right(network, machine, {.bytes = 12'000, .root = 4});
}

TEST(IslandAlgorithms, RefuseWhatHasNoIslandsOfEqualSize) {
  const auto refusal = [](const TopologyPtr& network) {
    const Case c = case_of(*network, {}, 64, 0, 8);
    return builtin_catalogue().of<Allgather>().back().name == "islands"
               ? builtin_catalogue().of<Allgather>().back().refusal(c).value_or("")
               : "the last allgather is another";
  };
  EXPECT_EQ(refusal(torus(4, 4)), "needs all PEs of a network with islands of equal size, got torus 4x4");
  EXPECT_EQ(refusal(parse_topology("tree:8")),
            "needs all PEs of a network with islands of equal size, got tree:8, which has none");
  EXPECT_EQ(refusal(std::make_shared<OtherIslands>(Levels{{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}})),
            "needs all PEs of a network with islands of equal size, got 5 to 7 PEs in an island");
  // A level of islands that differ is left out; the other one counts.
  const collectives::IslandPlan plan(
      OtherIslands(Levels{{0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3}, {0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2}}));
  EXPECT_FALSE(plan.has_islands());
  EXPECT_EQ(refusal(std::make_shared<OtherIslands>(
                Levels{{0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3}, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}})),
            "");
}

TEST(IslandAlgorithms, TakeAsLongAsWasCountedByHand) {
  // Islands of 2, 3 of them, 6 blocks of 8 bytes: within 1 message of 3 blocks, across 2 of 1, and
  // back.
  Parameters machine = without_costs();
  machine.ts = 10ns;
  machine.tw = 1ns;
  const TopologyPtr network = parse_topology("hier:complete:2/complete:3");
  const collectives::Operation& allreduce = collectives::operation("allreduce");
  const Case c = allreduce.question(*network, machine, {.bytes = 48});
  const Verdict verdict = allreduce.verify(allreduce.choose(builtin_catalogue(), "islands", c), network,
                                           machine, {}, {.bytes = 48});
  EXPECT_THAT(verdict.faults, IsEmpty());
  ASSERT_TRUE(verdict.predicted);
  EXPECT_EQ(verdict.predicted->startups, 2 * (1 + 2));
  EXPECT_EQ(verdict.predicted->bytes, 2 * 8 * (3 + 2));
  EXPECT_EQ(verdict.report.finish.time, Ticks{(60 + 80) * 1'000});
}

/// Time of an allreduce of so many bytes, without data.
Ticks time_of(const TopologyPtr& network, const Parameters& machine, std::size_t bytes,
              const std::string& algorithm) {
  return Machine(network, machine, {.data = Data::none})
      .run([&](Communicator& comm) {
        Buffer vector = comm.buffer(bytes);
        const collectives::Operation& allreduce = collectives::operation("allreduce");
        const Case c = case_of(comm, bytes, 0, 8);
        const auto& entry = static_cast<const Allreduce&>(allreduce.choose(builtin_catalogue(), algorithm, c));
        entry.run(comm, vector, {.element = 8, .commutative = true, .combine = [](auto...) {}, .exact = true});
      })
      .finish.time;
}

TEST(IslandAlgorithms, UseThePortsOfAllIslandsAtOnce) {
  const TopologyPtr pod = preset_topology("dgx_pod");
  const Parameters& machine = preset("dgx_pod");
  const std::size_t bytes = std::size_t{16} << 20U;
  // 2 m bytes through 128 rails of 20.833 fs a byte, in ticks of 1 fs.
  const Ticks due{2 * 15 * (std::int64_t{16} << 20) / 128 * 20'833};
  const Case c = case_of(*pod, machine, bytes, 0, 8);
  EXPECT_GE(Allreduce::bound(c)->ticks, due);
  EXPECT_THAT(Allreduce::bound(c)->source, HasSubstr("islands"));
  EXPECT_LE(time_of(pod, machine, bytes, "auto"), Ticks{100'000'000'000});  // 100 us
}

TEST(TorusAlgorithms, TakeTheDimensionsByCost) {
  const auto time = [](const TopologyPtr& network, std::vector<Time> tw, const char* algorithm) {
    Parameters machine = without_costs();
    machine.ts = 100ns;
    machine.tw_of = std::move(tw);
    return time_of(network, machine, 4'096, algorithm);
  };
  for (const char* algorithm : {"bucket", "torus"}) {
    const Ticks one_way = time(torus(8, 4), {4ns, 1ns}, algorithm);
    EXPECT_EQ(one_way, time(torus(4, 8), {1ns, 4ns}, algorithm)) << algorithm;
    // 32 blocks of 128: within the rows 3 rounds of 8 blocks, then 7 of 1, and back.
    EXPECT_EQ(one_way, Ticks{1'000 * 2 * (10 * 100 + 3 * 8 * 128 * 1 + 7 * 128 * 4)}) << algorithm;
  }
}

TEST(TorusAlgorithms, OfOneHalfOfAnAllreduceTakeTheDimensionsByCost) {
  const auto time = [](const char* name, const TopologyPtr& network, std::vector<Time> tw) {
    Parameters machine = without_costs();
    machine.ts = 100ns;
    machine.tw_of = std::move(tw);
    const collectives::Operation& operation = collectives::operation(name);
    const Workload workload{.bytes = 128};
    const Verdict verdict = operation.verify(
        operation.choose(builtin_catalogue(), "torus", operation.question(*network, machine, workload)),
        network, machine, {}, workload);
    EXPECT_THAT(verdict.faults, IsEmpty()) << name << " on " << network->name();
    return verdict.report.finish.time;
  };
  for (const char* name : {"allgather", "reduce_scatter"}) {
    // 32 blocks of 128: 3 rounds of 8 blocks where a byte costs 1 ns, 7 of 1 where it costs 4.
    const Ticks both{1'000 * (10 * 100 + 3 * 8 * 128 * 1 + 7 * 128 * 4)};
    EXPECT_EQ(time(name, torus(8, 4), {4ns, 1ns}), both) << name;
    EXPECT_EQ(time(name, torus(4, 8), {1ns, 4ns}), both) << name;
    // 24 blocks: of the three dimensions the middle one costs least, the first most.
    EXPECT_EQ(time(name, torus(2, 3, 4), {4ns, 1ns, 2ns}),
              (Ticks{1'000 * (6 * 100 + 2 * 8 * 128 * 1 + 3 * 2 * 128 * 2 + 128 * 4)}))
        << name;
  }
}

TEST(TorusAlgorithms, AreTakenWhereARingOfAllRanksPaysForTheDearestDimension) {
  const Parameters machine = preset("gemini");  // whose middle dimension is slower
  const TopologyPtr network = torus(8, 8, 8);
  for (const char* name : {"allgather", "reduce_scatter"}) {
    const collectives::Operation& operation = collectives::operation(name);
    const Case c = operation.question(*network, machine, {.bytes = std::size_t{1} << 20U});
    EXPECT_NE(operation.choose(builtin_catalogue(), "auto", c).name, "ring") << name;
  }
}

TEST(Gamma, IsPaidForEveryByteThatIsCombined) {
  Parameters machine = without_costs();
  machine.ts = 100ns;
  machine.tw = 2ns;
  machine.gamma = 1ns;
  const auto expect = [&](const char* name, const char* algorithm, const TopologyPtr& network,
                          std::size_t bytes, std::int64_t ns) {
    const collectives::Operation& operation = collectives::operation(name);
    const Workload workload{.bytes = bytes};
    const Case c = operation.question(*network, machine, workload);
    const Verdict verdict =
        operation.verify(operation.choose(builtin_catalogue(), algorithm, c), network, machine, {}, workload);
    EXPECT_THAT(verdict.faults, IsEmpty());
    EXPECT_EQ(verdict.report.finish.time, Ticks{1'000 * ns}) << name << "/" << algorithm;
    EXPECT_TRUE(verdict.predicted) << name << "/" << algorithm;
    EXPECT_TRUE(verdict.report.met.combined);
  };
  // Thakur, Rabenseifner, Gropp, section 4.5: log2 p (ts + m tw + m gamma); and of halves of m.
  expect("allreduce", "recursive_doubling", complete(8), 64, 3 * (100 + 128 + 64));
  expect("allreduce", "recursive_doubling", complete(6), 64, 4 * (100 + 128) + 3 * 64);
  expect("allreduce", "rabenseifner", complete(4), 64, 4 * 100 + 2 * 48 * 2 + 48);
  expect("allreduce", "rabenseifner", complete(6), 64, 6 * 100 + (2 * 48 + 2 * 64) * 2 + 48 + 64);
  expect("allreduce", "ring", complete(4), 64, 6 * 100 + 6 * 16 * 2 + 3 * 16);
  expect("allreduce", "torus", torus(2, 4), 64, 8 * 100 + 2 * (3 * 16 + 8) * 2 + 3 * 16 + 8);
  for (const char* algorithm : {"recursive_doubling", "knomial"})
    expect("reduce", algorithm, complete(8), 64, 3 * (100 + 128 + 64));
  expect("reduce", "torus_recursive_doubling", torus(4, 2), 64, 3 * (100 + 128 + 64));
  expect("reduce", "flat", complete(4), 64, 3 * (100 + 128) + 3 * 64);
  for (const char* algorithm : {"ring", "pairwise"})
    expect("reduce_scatter", algorithm, complete(6), 16, 5 * (100 + 32 + 16));
  expect("reduce_scatter", "recursive_halving", complete(8), 16, 3 * 100 + 7 * 16 * 2 + 7 * 16);
  expect("reduce_scatter", "torus", torus(2, 4), 16, 4 * 100 + 7 * 16 * 2 + 7 * 16);
  expect("reduce_scatter", "islands", parse_topology("hier:complete:2/complete:3"), 8,
         3 * 100 + 5 * 8 * 2 + 5 * 8);
  expect("allreduce", "islands", parse_topology("hier:complete:2/complete:3"), 48, 2 * (3 * 100 + 40 * 2) + 40);
}

TEST(Gamma, RaisesBoundsAndIsTheProgramsToo) {
  Parameters machine = without_costs();
  machine.gamma = 1us;
  const Case c = case_of(*complete(4), machine, 64, 0, 8);
  EXPECT_EQ(Allreduce::bound(c)->ticks, Ticks{48'000'000});
  EXPECT_THAT(Allreduce::bound(c)->source, HasSubstr("combine"));
  EXPECT_EQ(ReduceScatter::bound(c)->ticks, Ticks{192'000'000});
  const Report report = Machine(complete(2), machine).run([](Communicator& comm) {
    std::vector<double> value{1.5};
    allreduce(comm, value, std::plus<>(), "recursive_doubling");
    comm.compute_combining(2);
  });
  EXPECT_EQ(report.finish.time, Ticks{10'000'000});
  EXPECT_EQ(report.finish.account.compute, Ticks{10'000'000});
}

}  // namespace
}  // namespace toruscope
