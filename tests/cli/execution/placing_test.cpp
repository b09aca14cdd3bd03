// SPDX-License-Identifier: Apache-2.0
// --embed greedy, scotch, bisect.

#include "placement/placement.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <atomic>
#include <fstream>
#include <gmock/gmock.h>
#include <memory>

namespace toruscope {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Each PE exchanges 100 bytes with the one on the other side of the ring.
void across(Communicator& comm) {
  std::vector<char> data(100);
  const Rank other = (comm.rank() + comm.size() / 2) % comm.size();
  comm.sendrecv(other, data, other, data);
}

/// ... with its neighbours.
void around(Communicator& comm) {
  std::vector<char> data(100);
  comm.sendrecv((comm.rank() + 1) % comm.size(), data, (comm.rank() + comm.size() - 1) % comm.size(), data);
}

const std::vector<std::string> kRing{"run", "-t",   "ring:8", "--ts", "1us", "--tw",
                                     "1ns", "--th", "1us",    "--tr", "0"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// In order a message has 4 hops, and 2 wait for each other on a link; side by side 1 hop.
TEST(Placing, OfPartnersPutsThemSideBySide) {
  for (const std::string_view rule : placement::kRules) {
    if (rule != "greedy" && !placement::has_scotch()) continue;
    const Outcome placed = call(with(kRing, {"--embed", std::string(rule)}), across);
    ASSERT_EQ(placed.code, 0) << placed.err;
    EXPECT_THAT(placed.out, HasSubstr("ring:8 placed by " + std::string(rule)));
    EXPECT_THAT(placed.out, HasSubstr(std::string(rule) + ": T 2.1 us"));
    EXPECT_THAT(placed.out, HasSubstr("in order: T"));
    const Outcome plain = call(kRing, across);
    EXPECT_THAT(plain.out, Not(HasSubstr("2.1 us")));
  }
}

TEST(Placing, LeavesNeighboursInOrder) {
  const Outcome placed = call(with(kRing, {"--embed", "greedy"}), around);
  ASSERT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("placement"));
  EXPECT_THAT(placed.out, HasSubstr("in order: T 2.1 us"));
  EXPECT_THAT(placed.out, Not(HasSubstr("placed by")));
}

TEST(Placing, OnAHostLeavesTheProgramItsGrid) {
  const auto grid = [](Communicator& comm) {
    if (comm.sides() != std::vector<int>{2, 4}) comm.fail("another grid");
    across(comm);
  };
  const Outcome placed =
      call({"run", "-t", "torus:2x4", "--host", "line:20", "--embed", "greedy", "--th", "1us"}, grid);
  ASSERT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("torus:2x4 in line:20 by greedy"));
}

TEST(Placing, OnAFatTreeMovesPesAlone) {
  const Outcome placed = call({"run", "-t", "fattree:4", "--embed", "greedy", "--th", "1us"}, across);
  ASSERT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("fattree:4 placed by greedy"));
}

TEST(Placing, TakesTheTrafficOfAnEarlierRun) {
  const test::TemporaryFolder folder;
  const std::string table = folder / "t.csv";
  ASSERT_EQ(call(with(kRing, {"--traffic", table}), across).code, 0);
  const Outcome placed = call(with(kRing, {"--embed", "greedy:" + table}), across);
  ASSERT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("ring:8 placed by greedy:"));
  EXPECT_THAT(placed.out, HasSubstr("2.1 us"));
}

TEST(Placing, VerifiesAnAlgorithmWhereItsRanksStand) {
  const Finished done = run_toruscope({"verify", "allreduce", "-a", "rabenseifner", "-t", "torus:4x4", "-m",
                                       "paragon", "--block", "64K", "--embed", "greedy"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("placement"));
}

TEST(Placing, StartsInOrderWhateverAMachineFileSays) {
  const test::TemporaryFolder folder;
  const std::string machine = folder / "m.toml";
  std::ofstream(machine) << "topology = \"ring:8\"\nhost = \"hypercube:3\"\nembed = \"gray\"\nth = \"1us\"\n";
  const Outcome placed = call({"run", "-m", machine, "--embed", "greedy"}, around);
  ASSERT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("in order: T 3 us"));  // by gray codes it is 1 us
  EXPECT_THAT(placed.out, Not(HasSubstr("gray")));
  std::ofstream(machine) << "topology = \"ring:8\"\nembed = \"greedy\"\n";
  EXPECT_THAT(call({"run", "-m", machine}, around).err, HasSubstr("a machine file names the table of traffic"));
}

TEST(Placing, TellsAProgramThatFailsOnItsPlaces) {
  const auto runs = std::make_shared<std::atomic<int>>(0);
  const Outcome placed = call(with(kRing, {"--embed", "greedy", "-j", "1"}), [runs](Communicator& comm) {
    if (comm.rank() == 0 && ++*runs == 2) comm.fail("not there");
    across(comm);
  });
  EXPECT_EQ(placed.code, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("fails there: not there (PE 0 at 0 s)"));
}

TEST(Placing, RefusesWhatItCannotKnow) {
  const auto refusal = [](const std::vector<std::string>& words) {
    const Outcome outcome = call(words, across);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refusal({"bench", "allreduce", "--embed", "greedy"}),
              HasSubstr("for a single run, of verify, run or mpirun"));
  EXPECT_THAT(refusal({"machine", "show", "unit", "-t", "ring:4", "--embed", "greedy"}),
              HasSubstr("single run"));
  EXPECT_THAT(refusal(with(kRing, {"--embed", "greedy:"})), HasSubstr("a file of traffic is named"));
  EXPECT_THAT(refusal(with(kRing, {"--embed", "greedy:/no/such"})), HasSubstr("/no/such"));
  EXPECT_THAT(refusal(with(kRing, {"--embed", "greedy", "--slow", "0-1=2"})),
              HasSubstr("--slow numbers nodes"));
  EXPECT_THAT(refusal({"run", "-t", "ring:1025", "--embed", "greedy"}), HasSubstr("on at most 1024"));
  EXPECT_THAT(refusal(with(kRing, {"--embed", "snake"})), HasSubstr("--host says into which network"));
}

}  // namespace
}  // namespace toruscope
