// SPDX-License-Identifier: Apache-2.0
#include "apps/io/matrix.hpp"
#include "apps/matvec/explain.hpp"
#include "tests/apps/app_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using namespace toruscope::literals;
using testing::Contains;
using testing::HasSubstr;

using test::kData;
using test::request_for;

AppResult run_matvec(const AppRequest& request) {
  return test::run_app("matvec", request);
}
std::string refusal_of_matvec(const AppRequest& request) {
  return test::refusal_of("matvec", request);
}

/// A dense matrix of whole numbers.
std::string array(int rows, int columns) {
  std::string text = "%%MatrixMarket matrix array integer general\n" + std::to_string(rows) + " " +
                     std::to_string(columns) + "\n";
  for (int k = 0; k < rows * columns; ++k) text += std::to_string(k * k % 23 - 11) + "\n";
  return text;
}

TEST(Matvec, CountsWithWhomEveryCharacterAppears) {
  AppRequest request = request_for(kData / "lesmiserables.mtx");
  request.options = {{"names", (kData / "lesmiserables-names.txt").string()}};

  const AppResult result = run_matvec(request);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.check, "equal to a serial product in long double, all 77 values");
  EXPECT_THAT(
      result.findings,
      Contains("largest of the values: Valjean 158, Marius 104, Enjolras 91, Courfeyrac 84, Cosette 68"));
  EXPECT_EQ(result.inputs_read.size(), 2U);
  EXPECT_EQ(result.serial_operations, 2 * 508);
}

// The network of all PEs does not describe the links of a row or column.
TEST(Matvec, PlansTheCollectivesOfALineWithoutTheNetworkOfAll) {
  for (const char* name : {"mesh:3x4", "hyperx:4x4", "hier:complete:4/ring:4", "twisted:8x4"}) {
    const TopologyPtr network = parse_topology(name);
    const Case machine = case_of(*network, preset("generic"), 0);
    const apps::Layout layout(apps::ProcessGrid(*network, false), 77, 77, true);
    const apps::MatvecSteps plan =
        apps::plan_steps(machine, layout, apps::Method::power, 3, false, "auto", "auto");

    ASSERT_GE(plan.steps.size(), 4U) << name;
    for (const apps::CollectiveStep& step : plan.steps) {
      EXPECT_EQ(step.at.network, step.at.p == network->pes() ? machine.network : nullptr)
          << name << ": " << step.what;
      EXPECT_EQ(step.at.cut, step.at.p == network->pes() ? machine.cut : 0) << name << ": " << step.what;
    }
    EXPECT_TRUE(run_matvec(request_for(kData / "lesmiserables.mtx", name)).verified) << name;
  }
}

TEST(Matvec, GivesThePageRankThatAnotherProgramGives) {
  const test::TemporaryFolder folder;
  for (const char* topology : {"torus:4x4", "torus:2x5", "ring:6", "complete:7"}) {
    AppRequest request = request_for(kData / "lesmiserables.mtx", topology);
    request.options = {{"method", "pagerank"}, {"iterations", "150"}};
    request.output = folder / "rank.npy";

    const AppResult result = run_matvec(request);

    ASSERT_TRUE(result.verified) << result.check;
    const std::vector<double> rank = apps::read_vector(folder / "rank.npy").values;
    // Myriel and Valjean, by plain Python.
    EXPECT_NEAR(rank.at(1), 0.039231579306204946, 1e-14) << topology;
    EXPECT_NEAR(rank.at(10), 0.09955810825406328, 1e-14) << topology;
  }
}

/// The ranks that pages have after so many products.
std::vector<double> ranks(const std::string& matrix, std::map<std::string, std::string> options,
                          const char* topology = "torus:2x3") {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.mtx", matrix), topology);
  request.options = std::move(options);
  request.options["method"] = "pagerank";
  request.output = folder / "rank.npy";
  const AppResult result = run_matvec(request);
  EXPECT_TRUE(result.verified) << result.check;
  return apps::read_vector(folder / "rank.npy").values;
}

// The example graph of LDBC Graphalytics, directed, whose PageRank after two iterations with d =
// 0.85 is published. Again in Python's fractions, for k in range(2):
//   y = {v: (1 - d) / 10 + d * sum(x[u] for u in links if not links[u]) / 10 for v in links}
//   for u in links:
//     for v in links[u]: y[v] += d * x[u] / len(links[u])
TEST(Matvec, FollowsLinksFromRowToColumnAsGraphalyticsDoes) {
  const std::string links =
      "%%MatrixMarket matrix coordinate pattern general\n10 10 17\n1 3\n1 5\n2 4\n2 5\n2 10\n3 1\n3 5\n3 8\n"
      "3 10\n5 3\n5 4\n5 8\n6 3\n6 4\n7 4\n8 1\n9 4\n";
  const std::vector<double> published{
      0.1477629166666667, 0.04753375, 0.1550469444444444, 0.1597573611111111, 0.14624,
      0.04753375,         0.04753375, 0.1135740277777778, 0.04753375,         0.08748375};

  for (const char* topology : {"torus:2x3", "ring:4"})
    EXPECT_THAT(ranks(links, {{"iterations", "2"}}, topology),
                testing::Pointwise(testing::DoubleNear(1e-15), published))
        << topology;
}

TEST(Matvec, FollowsLinksTheWayThatIsAskedFor) {
  const std::string chain = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n";
  const auto near = [](std::vector<double> values) {
    return testing::Pointwise(testing::DoubleNear(5e-4), std::move(values));
  };

  EXPECT_THAT(ranks(chain, {}), near({0.184, 0.341, 0.474}));
  EXPECT_THAT(ranks(chain, {{"link-direction", "row-to-column"}}), near({0.184, 0.341, 0.474}));
  EXPECT_THAT(ranks(chain, {{"link-direction", "column-to-row"}}), near({0.474, 0.341, 0.184}));
}

TEST(Matvec, TellsHowItReadItsInput) {
  using Reading = std::vector<std::pair<std::string, std::string>>;
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kData / "lesmiserables.mtx", "ring:2");
  EXPECT_EQ(run_matvec(request).reading, Reading{});

  std::string vector = "i,x\n";
  for (int i = 1; i <= 77; ++i) vector += std::to_string(i) + ",1\n";
  request.options = {{"method", "pagerank"}, {"vector", folder.file("x.csv", vector).string()}};
  EXPECT_EQ(run_matvec(request).reading,
            (Reading{{"link_direction", "row-to-column"}, {"vector", "column 2 (x)"}}));

  request.options = {{"link-direction", "column-to-row"}};
  EXPECT_EQ(refusal_of_matvec(request), "matvec: link-direction is for --method pagerank");
}

TEST(Matvec, FindsTheLargestEigenvalue) {
  for (const char* topology : {"torus:4x4", "torus:3x2", "ring:5"}) {
    AppRequest request = request_for(kData / "lesmiserables.mtx", topology);
    request.options = {{"method", "power"}, {"iterations", "60"}};

    const AppResult result = run_matvec(request);

    EXPECT_TRUE(result.verified) << result.check;
    EXPECT_THAT(result.findings, Contains(HasSubstr("eigenvalue by Rayleigh's quotient: 65.02628036")))
        << topology;
  }
}

TEST(Matvec, SpreadsTheRankOfPagesWithoutLinks) {
  // 1 -> 2 -> 3, and 3 links nowhere: x = (1, 1 + d, 1 + d + d^2) up to a factor (d = 0.5: 4, 6,
  // 7).
  const test::TemporaryFolder folder;
  AppRequest request = request_for(
      folder.file("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n"), "torus:2x2");
  request.options = {{"method", "pagerank"}, {"iterations", "100"}, {"damping", "0.5"}};
  request.output = folder / "rank.csv";

  const AppResult result = run_matvec(request);

  ASSERT_TRUE(result.verified) << result.check;
  const std::vector<double> rank = apps::read_vector(folder / "rank.csv").values;
  EXPECT_NEAR(rank.at(1) / rank.at(0), 1.5, 1e-14);
  EXPECT_NEAR(rank.at(2) / rank.at(0), 1.75, 1e-14);
  EXPECT_NEAR(rank.at(0) + rank.at(1) + rank.at(2), 1, 1e-14);
}

TEST(Matvec, MultipliesEveryShapeOnEveryGridExactly) {
  const test::TemporaryFolder folder;
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 9}, {9, 1}, {5, 7}, {13, 3}, {16, 16}}) {
    AppRequest request = request_for(folder.file("a.mtx", array(rows, columns)));
    for (const char* topology : {"ring:1", "torus:1x5", "torus:5x1", "torus:3x4", "torus:2x2x3", "complete:6"})
      for (const char* line : {"column", "row"}) {
        request.topology = parse_topology(topology);
        request.options.clear();
        if (request.topology->sides().size() == 1) request.options = {{"line", line}};
        EXPECT_EQ(run_matvec(request).check,
                  "equal to a serial product in long double, all " + std::to_string(rows) + " values")
            << rows << " x " << columns << " on " << topology << " " << line;
      }
  }
}

TEST(Matvec, TakesAVectorFromAFile) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(
      folder.file("a.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n4\n"), "torus:2x2");
  request.options = {{"vector", folder.file("x.csv", "10\n0.5\n").string()}};
  request.output = folder / "y.mtx";

  EXPECT_TRUE(run_matvec(request).verified);
  EXPECT_EQ(test::content_of(folder / "y.mtx"), "%%MatrixMarket matrix array real general\n2 1\n11\n32\n");

  request.options = {{"vector", folder.file("x.csv", "1\n2\n3\n").string()}};
  EXPECT_EQ(refusal_of_matvec(request),
            "read " + (folder / "x.csv").string() + ": it has 3 values, but the matrix has 2 columns");
}

TEST(Matvec, CostsTwoLogarithmsOnASquareTorus) {
  // T = 2 log2(q) (ts + ceil(n/q) 8 tw): Grama, Gupta, Karypis, Kumar, example 4.1, with messages
  // of blocks.
  const AppResult result = run_matvec(request_for(kData / "lesmiserables.mtx", "torus:8x8"));

  EXPECT_EQ(result.report.finish.account.startups, 6);
  EXPECT_EQ(result.report.finish.account.bytes, 6 * 10 * 8);
  EXPECT_EQ(result.report.finish.time, Ticks{6 * 75'000'000 + 480 * 11'100});
  EXPECT_THAT(result.explanation, Contains("sum of the formulas: 455.328 us, as measured"));
}

TEST(Matvec, AddsTheLongestLocalWorkToTheFormulas) {
  AppRequest request = request_for(kData / "lesmiserables.mtx", "torus:4x4");
  request.parameters.flop = 1us;
  request.options = {{"method", "power"}, {"iterations", "7"}};

  const AppResult result = run_matvec(request);

  ASSERT_TRUE(result.predicted.has_value());
  EXPECT_EQ(result.report.finish.time, result.predicted->ticks + result.report.finish.account.compute);
  EXPECT_EQ(result.report.finish.account.startups, result.predicted->startups);
}

TEST(Matvec, TakesAnAlgorithmForEachCollective) {
  AppRequest request = request_for(kData / "lesmiserables.mtx");
  request.options = {{"broadcast", "torus_recursive_doubling"}, {"reduce", "recursive_doubling"}};
  EXPECT_EQ(run_matvec(request).algorithm, "torus_recursive_doubling + recursive_doubling");

  request.algorithm = "auto";
  EXPECT_EQ(refusal_of_matvec(request),
            "matvec: broadcast and reduce name both algorithms; leave --algorithm out");

  request.options = {};
  request.algorithm = "no_such";
  EXPECT_THAT(refusal_of_matvec(request), HasSubstr("no_such"));
}

TEST(Matvec, RefusesWhatItsMethodsCannotUse) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.mtx", array(2, 3)));
  request.options = {{"method", "power"}};
  const std::string read = "read " + request.input->string() + ": ";
  EXPECT_EQ(refusal_of_matvec(request), read + "it is 2 x 3, but repeated products need a square matrix");

  request.input = folder.file("a.mtx", array(2, 2));
  request.options = {{"method", "pagerank"}};
  EXPECT_EQ(refusal_of_matvec(request), read + "entry (1, 1) is -11, but a link has no negative weight");

  request.options = {{"iterations", "3"}};
  EXPECT_EQ(refusal_of_matvec(request),
            "matvec: iterations are for repeated products; give --method power or pagerank");
  request.options = {{"method", "power"}, {"iterations", "0"}};
  EXPECT_EQ(refusal_of_matvec(request), "matvec: option iterations is a whole number, 1 .. 100000, got \"0\"");
  request.options = {{"method", "pagerank"}, {"damping", "1"}};
  EXPECT_EQ(refusal_of_matvec(request), "matvec: option damping is a number above 0 and below 1, got \"1\"");
  request.options = {{"names", folder.file("names.txt", "a\nb\nc\n").string()}};
  EXPECT_EQ(refusal_of_matvec(request), "read " + (folder / "names.txt").string() +
                                            ": it has 3 names, but the matrix has 2 rows; give one a line");
}

TEST(Matvec, EndsAtZeroWhereTheProductsDo) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(
      folder.file("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 3\n"), "torus:2x2");
  request.options = {{"method", "power"}, {"iterations", "4"}};
  request.output = folder / "x.csv";

  const AppResult result = run_matvec(request);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(test::content_of(folder / "x.csv"), "i,value\n1,0\n2,0\n");
}

}  // namespace
}  // namespace toruscope
