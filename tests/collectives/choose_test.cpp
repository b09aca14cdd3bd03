// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.hpp"

#include <toruscope/estimate.hpp>
#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::StartsWith;

Case case_on(const TopologyPtr& topology, std::size_t bytes = 8,
             const Parameters& machine = preset("paragon")) {
  return case_of(*topology, machine, bytes);
}

std::string chosen(const char* name, const Case& c) {
  return choose(builtin_catalogue().alltoall(), name, c).name;
}

std::string refusal(const char* name, const Case& c) {
  try {
    (void)chosen(name, c);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Choose, TakesTheCheapestByPredictedTime) {
  EXPECT_EQ(chosen("auto", case_on(ring(8))), "ar1");
  EXPECT_EQ(chosen("auto", case_on(torus(8, 8))), "at2");
  EXPECT_EQ(chosen("auto", case_on(torus(6, 6))), "mtk");
  EXPECT_EQ(chosen("auto", case_on(ring(7))), "bruck");
  EXPECT_EQ(chosen("auto", case_on(torus(9, 9))), "bruck");
  // beats at2 there
  EXPECT_THAT(chosen("auto", case_on(torus(4, 4), 1 << 20)), StartsWith("direct"));
  EXPECT_EQ(chosen("auto", case_on(complete(10))), "bruck");
  EXPECT_EQ(chosen("auto", case_on(complete(10), 1 << 20)), "direct");
}

// Its rounds send around rings of 6, 5 and 4 at once: two ports share 6 messages of different
// lengths.
TEST(Choose, KnowsWhatRotatingTakesOnUnequalSidesByFewPorts) {
  Parameters machine = preset("generic");
  machine.ports = Ports{Ports::Rule::k, 2};
  EXPECT_EQ(chosen("auto", case_on(torus(6, 5, 4), 256 * 1024, machine)), "rotating");
}

// ts = 4, th = 1, x = 5, three links: 4 + 3 + 5, and 4 + 3 (1 + 5) where every node stores the
// message. Two rounds of them.
TEST(Estimate, KnowsThatMessagesAreStoredOnTheirWay) {
  Parameters machine = preset("unit");
  machine.ts = Ticks{4};
  machine.tw = Ticks{1};
  machine.th = Ticks{1};
  const auto taken = [&](const Phase& phase) {
    const Case c = case_on(ring(8), 5, machine);
    return Estimate(c).time_of(phase).taken;
  };
  const Phase once{.bytes = 5, .hops = 3};
  const Phase twice{.rounds = 2, .bytes = 10, .hops = 6};
  EXPECT_EQ(taken(once), Ticks{12});
  EXPECT_EQ(taken(twice), Ticks{24});
  machine.switching = Switching::store_and_forward;
  EXPECT_EQ(taken(once), Ticks{22});
  EXPECT_EQ(taken(twice), Ticks{44});
  EXPECT_EQ(taken({.bytes = 5}), Ticks{10});
}

// On a ring of 2 both formulas are ts + m tw: the first of the table is taken.
TEST(Choose, TakesTheFirstOfTheTableAtATie) {
  EXPECT_EQ(chosen("auto", case_on(ring(2))), "ar1");
}

TEST(Choose, DependsOnTheCosts) {
  Alltoall many{};
  many.name = "many_startups";
  many.predicted = [](const Case& c) {
    return std::optional(Prediction{100, 1, 0, 100 * c.costs.ts + c.costs.tw});
  };
  many.run = [](Communicator&, std::span<const std::byte>, std::span<std::byte>, std::size_t) {};
  Alltoall large = many;
  large.name = "large_volume";
  large.predicted = [](const Case& c) {
    return std::optional(Prediction{1, 100, 0, c.costs.ts + 100 * c.costs.tw});
  };
  Catalogue table;
  table.add(many);
  table.add(large);
  Parameters costs = preset("unit");

  EXPECT_EQ(choose(table.alltoall(), "auto", case_on(ring(4), 1, costs)).name, "large_volume");
  costs.tw = Ticks{5};
  EXPECT_EQ(choose(table.alltoall(), "auto", case_on(ring(4), 1, costs)).name, "many_startups");
}

/// An entry that nobody runs, and what it says of its time.
Barrier claiming(const char* name, std::optional<std::int64_t> formula, std::optional<std::int64_t> estimate) {
  Barrier entry{};
  entry.name = name;
  if (formula) entry.predicted = [formula](const Case&) { return Prediction{1, 0, 0, Ticks{*formula}}; };
  if (estimate) entry.estimated = [estimate](const Case&) { return Ticks{*estimate}; };
  entry.run = [](Communicator&) {};
  return entry;
}

std::string chosen_of(const std::vector<Barrier>& entries) {
  Catalogue table;
  for (const Barrier& entry : entries) table.add(entry);
  return choose(table.barrier(), "auto", case_on(ring(4))).name;
}

TEST(Choose, GoesByTheFormulaElseByTheEstimateElseByTheOrder) {
  const Barrier blind = claiming("blind", {}, {});
  const Barrier exact = claiming("exact", 10, 2);  // its estimate counts for nothing
  const Barrier about = claiming("about", {}, 9);

  EXPECT_EQ(chosen_of({blind, exact, about}), "about");
  EXPECT_EQ(chosen_of({blind, exact, claiming("worse", {}, 11)}), "exact");
  EXPECT_EQ(chosen_of({exact, claiming("same", {}, 10)}), "exact");
  EXPECT_EQ(chosen_of({blind, claiming("later", {}, {})}), "blind");
  EXPECT_FALSE(expected_time(blind, case_on(ring(4))));
  EXPECT_TRUE(expected_time(exact, case_on(ring(4)))->is_exact);
  EXPECT_FALSE(expected_time(about, case_on(ring(4)))->is_exact);
}

// Whatever the table has, nothing that fits is expected to be faster than what auto takes.
TEST(Choose, TakesTheLeastExpectedTimeOfEveryOperation) {
  for (const collectives::Operation& operation : collectives::operations())
    for (const TopologyPtr& topology : {ring(7), torus(4, 6), complete(10)}) {
      const Case c = operation.question(*topology, preset("generic"), {.bytes = 800});
      const auto least = expected_time(operation.choose(builtin_catalogue(), "auto", c), c);
      ASSERT_TRUE(least) << operation.name;
      for (const AlgorithmInfo* entry : operation.algorithms(builtin_catalogue()))
        if (!entry->refusal(c)) {
          EXPECT_LE(least->ticks, expected_time(*entry, c)->ticks) << operation.name << "/" << entry->name;
        }
    }
}

/// Two algorithms of an operation: the first is expected to be the faster one, and is.
struct Preference {
  const char* operation;
  const char* better;
  const char* worse;
  TopologyPtr topology;
  Parameters machine;
  std::size_t bytes;
};

TEST(Choose, ExpectsWhatIsMeasuredWhereFormulasDoNotHold) {
  Parameters three = preset("generic");
  three.ports = k_ports(3);
  Parameters buffered = preset("generic");
  buffered.injection = Injection::buffered;
  Parameters all = preset("generic");
  all.ports = all_ports;
  const Parameters& generic = preset("generic");
  const Parameters& paragon = preset("paragon");
  Execution execution;
  for (const Preference& p : {Preference{"alltoall", "direct_displacement", "at2", torus(4, 4), buffered, 8192},
                              {"alltoall", "at2", "direct_displacement", torus(8, 8), buffered, 64},
                              {"broadcast", "knomial", "recursive_doubling", ring(12), three, 8},
                              {"broadcast", "flat", "recursive_doubling", complete(8), buffered, 65536},
                              {"reduce", "knomial", "torus_recursive_doubling", torus(6, 8), three, 1024},
                              {"scan", "recursive_doubling", "chain", complete(100), buffered, 8},
                              {"scan", "recursive_doubling", "chain", ring(16), paragon, 65536},
                              {"exscan", "recursive_doubling", "chain", torus(6, 6), three, 8},
                              {"allgather", "ring", "bruck", torus(6, 8), paragon, 8192},
                              {"allgather", "bruck", "ring", ring(12), three, 8},
                              {"allreduce", "rabenseifner", "recursive_doubling", torus(4, 4), buffered, 65536},
                              {"allreduce", "recursive_doubling", "rabenseifner", ring(12), paragon, 8},
                              {"reduce_scatter", "recursive_halving", "pairwise", torus(4, 4), paragon, 8},
                              {"reduce_scatter", "pairwise", "recursive_halving", complete(16), three, 8192},
                              // where routes are walked
                              {"allreduce", "ring", "bruck", twisted_torus({8, 4}), all, 1 << 20},
                              {"allreduce", "recursive_doubling", "bruck", mesh(4, 4), all, 1024},
                              {"allgather", "ring", "bine", mesh(4, 4), generic, 65536},
                              {"reduce_scatter", "bine", "pairwise", dragonfly({2, 4, 2, 9}), all, 65536}}) {
    SCOPED_TRACE(std::string(p.operation) + ": " + p.better + " before " + p.worse);
    const collectives::Operation& operation = collectives::operation(p.operation);
    const Workload workload{.bytes = p.bytes};
    const Case c = operation.question(*p.topology, p.machine, workload);
    const AlgorithmInfo& better = operation.choose(builtin_catalogue(), p.better, c);
    const AlgorithmInfo& worse = operation.choose(builtin_catalogue(), p.worse, c);
    EXPECT_LT(expected_time(better, c)->ticks, expected_time(worse, c)->ticks);
    EXPECT_LT(operation.verify(better, p.topology, p.machine, execution, workload).report.finish.time,
              operation.verify(worse, p.topology, p.machine, execution, workload).report.finish.time);
  }
}

TEST(Choose, RefusesWithTheReasonAndOneThatFits) {
  EXPECT_EQ(refusal("ar1", case_on(ring(7))), "alltoall/ar1: needs an even ring, got 7 PEs; use bruck");
  EXPECT_EQ(refusal("ar1", case_on(torus(8, 8))), "alltoall/ar1: needs a ring, got torus 8x8; use at2");
  EXPECT_EQ(refusal("ar1", case_on(complete(6))),
            "alltoall/ar1: needs a ring, got complete graph of 6; use bruck");
  EXPECT_EQ(refusal("at2", case_on(ring(8))),
            "alltoall/at2: needs a torus of two dimensions, got ring 8; use ar1");
  EXPECT_EQ(
      refusal("at2", case_on(torus(6, 8))),
      "alltoall/at2: needs sides of 2 or a multiple of 4, so that the ring of every second PE is even, got "
      "torus 6x8; use row_column");
  EXPECT_EQ(refusal("at2", case_on(torus(4, 4, 4))),
            "alltoall/at2: needs a torus of two dimensions, got torus 4x4x4; use row_column");
}

TEST(Choose, AcceptsATorusWithOneLongDimensionAsARing) {
  EXPECT_EQ(chosen("ar1", case_on(torus(1, 8, 1))), "ar1");
  EXPECT_EQ(refusal("ar1", case_on(torus(2, 2))), "alltoall/ar1: needs a ring, got torus 2x2; use at2");
}

TEST(Choose, NamesWhatItKnowsAndTheNearest) {
  EXPECT_THAT(
      refusal("at3", case_on(ring(8))),
      AllOf(
          StartsWith("alltoall: unknown algorithm \"at3\"; algorithms are: auto, ar1, two_way_ring, ar1o_1, "),
          EndsWith(". Did you mean at2?")));
}

TEST(Choose, SaysSoWhenNothingFits) {
  Alltoall never{};
  never.name = "never";
  never.refusal = [](const Case&) { return std::optional<std::string>("needs a miracle"); };
  never.run = [](Communicator&, std::span<const std::byte>, std::span<std::byte>, std::size_t) {};
  Catalogue table;
  table.add(never);

  EXPECT_THROW((void)choose(table.alltoall(), "auto", case_on(ring(4))), ConfigError);
  try {
    (void)choose(table.alltoall(), "never", case_on(ring(4)));
    FAIL() << "was not refused";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "alltoall/never: needs a miracle; no algorithm of the table fits");
  }
}

TEST(Catalogue, RefusesATakenNameAndAnEntryThatCannotRun) {
  Catalogue table = catalogue();
  Barrier twice = table.barrier().front();

  EXPECT_THROW(table.add(twice), ConfigError);
  twice.name = "auto";
  EXPECT_THROW(table.add(twice), ConfigError);
  twice.name = "third";
  twice.run = nullptr;
  EXPECT_THROW(table.add(twice), ConfigError);
}

TEST(Catalogue, EveryEntrySaysWhatItIsAndWhereItIsFrom) {
  for (const collectives::Operation& operation : collectives::operations())
    for (const AlgorithmInfo* entry : operation.algorithms(builtin_catalogue())) {
      SCOPED_TRACE(operation.name + "/" + entry->name);
      EXPECT_FALSE(entry->summary.empty());
      EXPECT_FALSE(entry->restrictions.empty());
      EXPECT_FALSE(entry->formula.empty());
      EXPECT_FALSE(entry->source.empty());
    }
}

// --- predictions: null unless their premises hold ------------------------------------------------

TEST(Prediction, NeedsDirectInjectionAndNoGap) {
  const Alltoall& at2 = choose(builtin_catalogue().alltoall(), "at2", case_on(torus(8, 8)));
  Parameters buffered = preset("paragon");
  buffered.injection = Injection::buffered;
  Parameters gap = preset("paragon");
  gap.gap = 1us;

  EXPECT_TRUE(at2.predicted(case_on(torus(8, 8))));
  EXPECT_FALSE(at2.predicted(case_on(torus(8, 8), 8, buffered)));
  EXPECT_FALSE(at2.predicted(case_on(torus(8, 8), 8, gap)));
}

TEST(Prediction, OfDirectExchangeIsOnlyMadeWhereNoLinksAreShared) {
  const Alltoall& direct = choose(builtin_catalogue().alltoall(), "direct", case_on(complete(8)));

  EXPECT_EQ(direct.predicted(case_on(complete(8)))->startups, 7);
  EXPECT_TRUE(direct.predicted(case_on(ring(3))));
  EXPECT_FALSE(direct.predicted(case_on(ring(4))));
}

TEST(Prediction, OfAt2HonoursTheErratumOfEmptyLastRounds) {
  const Alltoall& at2 = choose(builtin_catalogue().alltoall(), "at2", case_on(torus(4, 4)));

  const auto cost = [&](int a, int b) { return at2.predicted(case_on(torus(a, b), 1)); };

  EXPECT_EQ(cost(4, 4)->startups, 4);
  EXPECT_EQ(cost(4, 4)->bytes, 32);
  EXPECT_EQ(cost(2, 2)->startups, 2);
  EXPECT_EQ(cost(2, 2)->bytes, 4);
  EXPECT_EQ(cost(8, 12)->bytes, 320);
  EXPECT_EQ(cost(128, 128)->startups, 36);
  EXPECT_EQ(cost(128, 128)->bytes, 294912);
}

}  // namespace
}  // namespace toruscope
