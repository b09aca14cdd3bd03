// SPDX-License-Identifier: Apache-2.0
// The grid has what it promises; a sweep counts what it compared, finds what is wrong, and says how
// to see it again.

#include "collectives/sweep.hpp"

#include "tests/support/broken_twins.hpp"

#include <gmock/gmock.h>
#include <map>
#include <set>
#include <stdexcept>

namespace toruscope {
namespace {

using collectives::Extent;
using collectives::GridCase;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

TEST(Grid, HasEveryKindOfTopologyOfTheTable) {
  for (const Extent extent : {Extent::brief, Extent::usual, Extent::full}) {
    std::map<std::string, int> kinds;
    for (const TopologyPtr& t : collectives::grid_topologies(extent, topologies())) {
      ++kinds[t->name().substr(0, t->name().find(':'))];
      EXPECT_LE(t->pes(), 96);
    }
    for (const TopologyEntry& kind : topologies())
      EXPECT_TRUE(kinds[kind.name] > 0 || kind.form.ends_with(":FILE")) << kind.name;
  }
}

TEST(Grid, TakesTopologiesOfAProgramsOwnAndLeavesOutSizesThatTheyRefuse) {
  const TopologyEntry pairs{"pair", "pair:2", "two nodes", [](std::string_view sizes) {
                              if (sizes != "2") throw std::invalid_argument("a pair has two");
                              return complete(2);
                            }};
  std::vector<std::string> names;
  for (const TopologyPtr& t : collectives::grid_topologies(Extent::usual, {pairs})) names.push_back(t->name());

  EXPECT_THAT(names, ElementsAre("complete:2"));
}

TEST(Grid, HasSizesBelowAWordAroundAWordAndAroundThePartsOfAVector) {
  const auto sizes = [](const OperationTraits& operation) {
    std::set<std::size_t> all;
    for (const Workload& w : collectives::grid_workloads(operation, 16, Extent::full)) all.insert(w.bytes);
    return all;
  };

  EXPECT_THAT(sizes(Alltoall::kOperation), IsSupersetOf({0U, 1U, 2U, 3U, 5U, 7U, 8U, 9U, 13U, 512U}));
  EXPECT_THAT(sizes(Allreduce::kOperation), IsSupersetOf({0U, 1U, 2U, 13U, 15U, 16U, 17U, 128U, 136U, 1024U}));
}

/// One block of bytes exchanged by a wrong algorithm on a ring of 3.
GridCase small_case() {
  return {
      ring(3), std::make_shared<const collectives::GridMachine>(collectives::linear_machine()), {.bytes = 13}};
}

TEST(Sweep, FindsWhatIsWrongAndSaysHowToSeeItAgain) {
  const Catalogue twins = test::catalogue_with_twins();
  const collectives::Operation& alltoall = collectives::operation("alltoall");
  std::map<std::string, collectives::SweepLine> lines;
  for (const collectives::SweepLine& line :
       collectives::sweep(alltoall, alltoall.algorithms(twins), {small_case()}, {}))
    lines[line.algorithm] = line;

  EXPECT_TRUE(lines["direct"].failures.empty());
  EXPECT_EQ(lines["direct_xor"].runs, 0);
  EXPECT_EQ(lines["direct_xor"].refused, 1);
  const auto only = [&](const char* name) { return lines[name].failures.at(0); };
  EXPECT_EQ(only("flips_a_bit").code, ExitCode::wrong_result);
  EXPECT_EQ(
      only("flips_a_bit").command,
      "toruscope verify alltoall --algorithm flips_a_bit --topology ring:3 --machine unit --ts 1000 --tw 7 "
      "--block 13");
  EXPECT_EQ(only("whispers").code, ExitCode::bound_beaten);
  EXPECT_THAT(only("whispers").faults, testing::Contains(HasSubstr("less than the lower bound")));
}

TEST(Sweep, CountsAnAlgorithmThatThrowsAsFailedAndGoesOn) {
  Catalogue own;
  Broadcast deaf;
  deaf.name = "deaf";
  deaf.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    if (comm.rank() != root) comm.recv(root, data);
  };
  own.add(deaf);
  const collectives::Operation& broadcast = collectives::operation("broadcast");

  const auto lines = collectives::sweep(broadcast, broadcast.algorithms(own), {small_case(), small_case()}, {});

  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].runs, 2);
  ASSERT_EQ(lines[0].failures.size(), 2U);
  EXPECT_EQ(lines[0].failures[1].code, ExitCode::deadlock);
}

// Members that a program wrote itself may throw anything.
TEST(Sweep, CountsARefusalAndAFormulaThatThrowAsFailedAndGoesOn) {
  Catalogue own;
  Barrier sound;
  sound.name = "sound";
  sound.run = [](Communicator& comm) { comm.synchronize(); };
  Barrier asks = sound;
  asks.name = "asks";
  asks.refusal = [](const Case& c) -> std::optional<std::string> {
    throw std::out_of_range("no line for " + std::to_string(c.p));
  };
  Barrier counts = sound;
  counts.name = "counts";
  counts.predicted = [](const Case&) -> std::optional<Prediction> { throw ConfigError("no such cost"); };
  Barrier runs = sound;
  runs.name = "runs";
  runs.run = [](Communicator&) { throw std::runtime_error("gave up"); };
  for (const Barrier& each : {asks, counts, runs}) own.add(each);
  const collectives::Operation& barrier = collectives::operation("barrier");

  const auto lines = collectives::sweep(barrier, barrier.algorithms(own), {small_case(), small_case()}, {});

  ASSERT_EQ(lines.size(), 3U);
  for (const collectives::SweepLine& line : lines) {
    ASSERT_EQ(line.failures.size(), 2U) << line.algorithm;
    EXPECT_EQ(line.runs, 2) << line.algorithm;
    EXPECT_THAT(line.failures[0].command, HasSubstr("toruscope verify barrier --algorithm " + line.algorithm));
  }
  EXPECT_EQ(lines[0].failures[0].code, ExitCode::program_error);
  EXPECT_THAT(lines[0].failures[0].faults, ElementsAre("barrier/asks: threw: no line for 3"));
  EXPECT_EQ(lines[1].failures[0].code, ExitCode::usage);
  EXPECT_EQ(lines[2].failures[0].code, ExitCode::program_error);
  EXPECT_THAT(lines[2].failures[0].faults, ElementsAre(HasSubstr("gave up")));
}

TEST(Sweep, ComparesTheSameOnOneWorkerAndOnMany) {
  const Catalogue twins = test::catalogue_with_twins();
  const collectives::Operation& scan = collectives::operation("scan");
  std::vector<GridCase> cases = collectives::grid_cases(scan.traits, Extent::brief);
  cases.resize(60);
  const auto swept = [&](int workers) {
    Execution execution;
    execution.workers = workers;
    std::vector<std::string> text;
    for (const collectives::SweepLine& line :
         collectives::sweep(scan, scan.algorithms(twins), cases, execution)) {
      text.push_back(line.algorithm +
                     testing::PrintToString(std::vector{line.runs, line.refused, line.predictions, line.bounds,
                                                        line.conflict_free}));
      for (const collectives::SweepFailure& failure : line.failures)
        text.push_back(failure.command + testing::PrintToString(failure.faults));
    }
    return text;
  };

  EXPECT_EQ(swept(1), swept(3));
  EXPECT_GT(swept(1).size(), 10U);
}

// A hash of (source, destination, index) fills what is shorter than a word, so that blocks of each
// size differ.
TEST(Stamps, TellBlocksBelowAWordApart) {
  for (std::size_t bytes = 1; bytes <= 7; ++bytes) {
    std::set<std::vector<std::byte>> blocks;
    for (Rank s = 0; s < 8; ++s)
      for (Rank d = 0; d < 8; ++d) {
        std::vector<std::byte> block(bytes);
        collectives::stamp_block(s, d, block);
        blocks.insert(block);
        EXPECT_TRUE(collectives::is_stamped(s, d, block));
      }
    EXPECT_GE(blocks.size(), bytes == 1 ? 50U : 64U) << bytes;  // 64 of 256 values of a byte
  }
}

}  // namespace
}  // namespace toruscope
