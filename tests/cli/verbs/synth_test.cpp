// SPDX-License-Identifier: Apache-2.0
// toruscope synth: what it finds, runs and writes; and that the project's own schedules are optimal
// where they are.

#include "synthesis/solver.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace toruscope {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream text(line);
  return {std::istream_iterator<std::string>(text), {}};
}

Outcome run(const std::string& line) {
  return call(words_of(line), {});
}

Document document(const std::string& line) {
  const Outcome outcome = run(line + " --format json");
  EXPECT_THAT(outcome.code, testing::AnyOf(0, 1)) << line << "\n" << outcome.err;
  return Document::parse(outcome.out);
}

/// On a machine where only startups cost T is the number of rounds.
int rounds_of_run(const std::string& line) {
  return document("verify " + line + " -m unit").at("results").at(0).at("virtual_time").at("steps").get<int>();
}

class Synth : public testing::Test {
 protected:
  void SetUp() override {
    if (!synthesis::has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  }
};

class EverySearchedOperation : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!synthesis::has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  }
};

TEST_P(EverySearchedOperation, HasASchedulewhoseRunIsRight) {
  const std::string operation = GetParam();
  for (const char* machine :
       {"-t ring:5", "-t torus:2x3 --ports all", "-t hypercube:2 --ports telephone --chunks 2",
        "-t line:4 --ports half", "-t tree:4 --hops any", "-t ring:6 --hops 2 --ports k=2",
        "-t complete:4 --message 1", "-t ring:1"}) {
    const Document found = document("synth " + operation + " " + machine);
    EXPECT_TRUE(found.at("results").at(0).at("verified").get<bool>()) << operation << " " << machine;
    const std::string status = found.at("synthesis").at("status");
    EXPECT_EQ(status, operation == "allreduce" ? "feasible" : "optimal") << operation << " " << machine;
  }
}

TEST_P(EverySearchedOperation, TakesNoLongerThanItsRoundsAndItsVolume) {
  const std::string operation = GetParam();
  for (const char* machine : {"-t ring:5", "-t torus:2x3 --ports all", "-t hypercube:3",
                              "-t ring:6 --ports half", "-t torus:2x3 --ports k=2"}) {
    const Document found = document("synth " + operation + " " + machine + " --ts 100ns --th 10ns --tw 1ns");
    const auto& synthesis = found.at("synthesis");
    constexpr double kChunk = 8e-9;
    const double most =
        110e-9 * synthesis.at("rounds").get<double>() + kChunk * synthesis.at("volume").get<double>();
    const double took = found.at("results").at(0).at("virtual_time").at("seconds");
    EXPECT_LE(took, most * (1 + 1e-9)) << operation << " " << machine;
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, EverySearchedOperation,
                         testing::Values("broadcast", "reduce", "scatter", "gather", "allgather",
                                         "reduce_scatter", "allreduce", "alltoall"),
                         [](const auto& operation) { return std::string(operation.param); });

TEST_F(Synth, ReadsBackwardsWhatCollects) {
  const auto rounds = [](const std::string& line) {
    return document("synth " + line).at("synthesis").at("rounds");
  };

  EXPECT_EQ(rounds("reduce -t ring:7 --root 2"), rounds("broadcast -t ring:7 --root 2"));
  EXPECT_EQ(rounds("reduce_scatter -t ring:5"), rounds("allgather -t ring:5"));
  EXPECT_EQ(rounds("gather -t torus:2x3 --ports all --hops any"),
            rounds("scatter -t torus:2x3 --ports all --hops any"));
}

TEST_F(Synth, ShowsWhoSendsWhatToWhomAndRunsIt) {
  const Outcome shown = run("synth allgather -t torus:3x3 --ports all");

  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("optimal"));
  EXPECT_THAT(shown.out, HasSubstr("2, the fewest: PE 4 is 2 messages away from PE 0"));
  EXPECT_THAT(shown.out, HasSubstr("0->1: 0"));
  EXPECT_THAT(shown.out, HasSubstr("lower bound"));
  EXPECT_THAT(shown.out, HasSubstr("data correct"));
}

TEST_F(Synth, IsTheSameInEveryRun) {
  Document first = document("synth allgather -t torus:3x3"), second = document("synth allgather -t torus:3x3");
  first.erase("host");
  second.erase("host");
  for (Document* json : {&first, &second}) json->at("results").at(0).erase("host");

  EXPECT_EQ(first, second);
}

TEST_F(Synth, WritesAScheduleThatRunsAsAnAlgorithm) {
  const test::TemporaryFolder folder;
  const std::string file = (folder / "reduce.xml").string();

  const Outcome written = run("synth reduce -t ring:6 --root 4 --chunks 2 -o " + file);
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("data correct"));
  const Outcome verified = run("verify reduce -t ring:6 --root 4 --block 1000 -a file:" + file);
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("data correct"));
}

TEST_F(Synth, RefusesNamesThatSayAnotherForm) {
  const test::TemporaryFolder folder;
  for (const char* name : {"s.goal", "s.schedule", "s.svg"}) {
    const std::string file = (folder / name).string();
    const Outcome refused = run("synth reduce -t ring:3 -o " + file);
    EXPECT_EQ(refused.code, 2) << name;
    EXPECT_THAT(refused.err,
                HasSubstr("cannot be written: a schedule is a file named .xml, the result one named "
                          ".txt, .md, .csv or .json"));
  }
  EXPECT_EQ(run("synth reduce -t ring:3 -o " + (folder / "s.md").string()).code, 0);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST_F(Synth, SaysThatFewerRoundsAreImpossible) {
  const Outcome counted = run("synth broadcast -t ring:8 --rounds 3");
  EXPECT_EQ(counted.code, 1);
  EXPECT_THAT(counted.out, HasSubstr("infeasible: no schedule has 3 rounds; at least 4: PE 4 is 4"));

  const Document refuted = document("synth broadcast -t ring:7 --rounds 3");  // distance 3, and yet
  EXPECT_EQ(refuted.at("synthesis").at("status"), "infeasible");
  EXPECT_EQ(refuted.at("synthesis").at("parts").at(0).at("least_rounds").at("reason"),
            "the search has refuted less");
  EXPECT_TRUE(refuted.at("results").empty());
}

TEST_F(Synth, SaysWhatIsOpenWhenItsTimeIsOver) {
  const Outcome open = run("synth allgather -t torus:4x4 --ports half --time-limit 1s");

  EXPECT_EQ(open.code, 6);
  EXPECT_THAT(open.err, HasSubstr("the search was ended after 1000 ms, with a formula of"));
  EXPECT_EQ(open.out, "");
}

TEST_F(Synth, RefusesWithASentence) {
  const auto refusal = [](const std::string& line) { return run("synth " + line).err; };

  EXPECT_THAT(refusal("scan -t ring:4"),
              HasSubstr("schedules of scan are not searched; of these they are: broadcast"));
  EXPECT_THAT(refusal("barrier -t ring:4"), HasSubstr("schedules of barrier are not searched"));
  EXPECT_THAT(refusal("allgather -t tree:4"),
              HasSubstr("cross switches, which is more than 1 link; give --hops any"));
  EXPECT_THAT(refusal("allgather -t torus:16x16"), HasSubstr("torus:16x16 has 256 PEs"));
  EXPECT_THAT(refusal("alltoall -t torus:8x8"), HasSubstr("too large a search: 4,096 chunks"));
  EXPECT_THAT(refusal("allreduce -t ring:4 --rounds 3"), HasSubstr("leave --rounds out"));
  EXPECT_THAT(refusal("allgather -t ring:4 --chunks 0"), HasSubstr("synth: --chunks"));
  EXPECT_THAT(refusal("allgather -t ring:4 --root 1"), HasSubstr("it has no root"));
}

// With a port for each of four links bucket cuts blocks into four parts: by bytes nothing is
// better, by rounds two are enough.
TEST_F(Synth, HoldsBucketAgainstTheLeastVolume) {
  const std::string where = "allgather -t torus:3x3 --ports all --block 32";
  const Document best = document("synth " + where + " --chunks 4 --rounds 4");
  const Document bucket = document("verify " + where + " -a bucket").at("results").at(0);

  EXPECT_EQ(best.at("synthesis").at("status"), "optimal");
  EXPECT_EQ(best.at("synthesis").at("volume"), 8);
  EXPECT_EQ(bucket.at("critical_path").at("bytes"), 8 * (32 / 4));
  EXPECT_EQ(bucket.at("critical_path").at("startups"), 4);
  EXPECT_EQ(document("synth " + where).at("synthesis").at("rounds"), 2);
}

/// An algorithm of the table takes the fewest rounds that there are.
struct Optimal {
  const char* operation;
  const char* algorithm;
  const char* machine;
  const char* search;  ///< how messages of the algorithm may go
};

class EveryOptimalAlgorithm : public testing::TestWithParam<Optimal> {
 protected:
  void SetUp() override {
    if (!synthesis::has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  }
};

TEST_P(EveryOptimalAlgorithm, HasTheFewestRoundsOfAllSchedules) {
  const auto& [operation, algorithm, machine, search] = GetParam();
  const std::string where = std::string(operation) + " " + machine;

  const Document best = document("synth " + where + " " + search);

  EXPECT_EQ(best.at("synthesis").at("status"), "optimal");
  EXPECT_EQ(rounds_of_run(where + " -a " + algorithm), best.at("synthesis").at("rounds").get<int>());
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EveryOptimalAlgorithm,
                         testing::Values(Optimal{"broadcast", "recursive_doubling", "-t ring:8", "--hops any"},
                                         Optimal{"broadcast", "recursive_doubling", "-t ring:7 --root 3",
                                                 "--hops any"},
                                         Optimal{"broadcast", "recursive_doubling", "-t line:8", "--hops any"},
                                         Optimal{"broadcast", "recursive_doubling", "-t hypercube:3", ""},
                                         Optimal{"broadcast", "knomial", "-t complete:9 --ports k=2", ""},
                                         Optimal{"reduce", "recursive_doubling", "-t ring:8", "--hops any"},
                                         Optimal{"allgather", "recursive_doubling", "-t hypercube:3", ""},
                                         Optimal{"scatter", "knomial", "-t hypercube:3", ""},
                                         Optimal{"gather", "knomial", "-t complete:6", ""}),
                         [](const auto& optimal) {
                           return std::string(optimal.param.operation) + "_" + optimal.param.algorithm + "_" +
                                  std::to_string(optimal.index);
                         });

}  // namespace
}  // namespace toruscope
