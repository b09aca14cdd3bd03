// SPDX-License-Identifier: Apache-2.0
#include "apps/io/matrix.hpp"
#include "apps/io/npy.hpp"
#include "tests/apps/app_run.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using namespace toruscope::literals;
using testing::Contains;

const std::filesystem::path kNile = test::kData / "nile.csv";

using test::request_for;

AppResult run(const AppRequest& request) {
  return test::run_app("prefix", request);
}
std::string refusal(const AppRequest& request) {
  return test::refusal_of("prefix", request);
}

TEST(Prefix, AddsTheFloodsOfTheNile) {
  const AppResult result = run(request_for(kNile));

  EXPECT_EQ(result.check, "equal to a serial loop in long double, all 100 prefixes");
  EXPECT_THAT(result.findings, Contains("sum of 100 values: 91935"));  // sum(Nile) in R
  EXPECT_EQ(result.serial_operations, 99);
}

TEST(Prefix, CountsRecords) {
  AppRequest request = request_for(kNile, "ring:7");
  request.options = {{"operator", "max"}};
  EXPECT_THAT(run(request).findings,
              Contains("5 records in 100 values; the last is 1370, value 9"));  // cummax in R

  request.options = {{"operator", "min"}};
  EXPECT_THAT(run(request).findings,
              Contains("8 records in 100 values; the last is 456, value 43"));  // cummin in R
}

TEST(Prefix, SmoothsAsAnotherProgramDoes) {
  const test::TemporaryFolder folder;
  for (const char* topology : {"ring:1", "torus:2x3", "complete:9"}) {
    AppRequest request = request_for(kNile, topology);
    request.options = {{"operator", "smoothing"}, {"alpha", "0.2465"}};
    request.output = folder / "smooth.csv";

    const AppResult result = run(request);

    ASSERT_TRUE(result.verified) << result.check;
    const std::vector<double> smooth = apps::read_vector(folder / "smooth.csv").values;
    // filter(0.2465 * Nile[-1], 0.7535, "recursive", init = Nile[1]) in R.
    EXPECT_EQ(smooth.at(0), 1120);
    EXPECT_NEAR(smooth.at(1), 1129.86, 1e-9) << topology;
    EXPECT_NEAR(smooth.at(99), 805.0581894195807, 1e-9) << topology;
  }
}

TEST(Prefix, SolvesARecurrenceOfTwoColumnsExactly) {
  const test::TemporaryFolder folder;
  // x = 3, then 2 x + 1 = 7, -x + 0 = -7, 0 x + 5 = 5, 3 x - 1 = 14.
  AppRequest request = request_for(folder.file("a.csv", "b,a,name\n1,2,p\n0,-1,q\n5,0,r\n-1,3,s\n"));
  request.options = {{"operator", "recurrence"}, {"factor", "a"}, {"column", "b"}, {"start", "3"}};
  request.output = folder / "x.csv";
  for (const char* topology : {"ring:1", "ring:3", "torus:2x2", "complete:10"}) {
    request.topology = parse_topology(topology);
    EXPECT_TRUE(run(request).verified) << topology;
    EXPECT_EQ(apps::read_vector(folder / "x.csv").values, (std::vector<double>{7, -7, 5, 14})) << topology;
  }

  {
    std::ofstream out(folder / "a.npy", std::ios::binary);
    apps::write_npy_table(out, std::vector<double>{2, 1, -1, 0, 0, 5, 3, -1}, 2);
  }
  request.input = folder / "a.npy";
  request.options = {{"operator", "recurrence"}, {"start", "3"}};
  EXPECT_TRUE(run(request).verified);
  EXPECT_EQ(apps::read_vector(folder / "x.csv").values, (std::vector<double>{7, -7, 5, 14}));
}

TEST(Prefix, TakesEveryLengthOnEveryNumberOfPes) {
  const test::TemporaryFolder folder;
  for (int n = 1; n <= 12; ++n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += std::to_string(i * i % 7 - 3) + "," + std::to_string(i % 3 - 1) + "\n";
    const auto input = folder.file("a.csv", text);
    for (const char* topology : {"ring:1", "ring:5", "torus:2x3", "complete:16"})
      for (const char* op : {"sum", "max", "recurrence"}) {
        AppRequest request = request_for(input, topology);
        request.options = {{"operator", op}, {"column", "1"}};
        if (std::string(op) == "recurrence") request.options["factor"] = "2";
        EXPECT_EQ(run(request).check,
                  "equal to a serial loop in long double, all " + std::to_string(n) + " prefixes")
            << topology << " " << op;
      }
  }
}

TEST(Prefix, IsRightByEveryAlgorithmOfTheTable) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "3,1\n-1,2\n2,0\n1,4\n-2,5\n"), "complete:5");
  request.options = {{"operator", "recurrence"}, {"factor", "1"}};
  for (const Scan& algorithm : builtin_catalogue().of<Scan>()) {
    request.algorithm = algorithm.name;
    const AppResult result = run(request);
    EXPECT_EQ(result.algorithm, algorithm.name);
    EXPECT_EQ(result.check, "equal to a serial loop in long double, all 5 prefixes") << algorithm.name;
  }
}

TEST(Prefix, TakesTheTimeOfTheScanAndOfTheLongestLocalWork) {
  AppRequest request = request_for(kNile, "complete:16");
  request.parameters.flop = 1us;

  const AppResult result = run(request);

  ASSERT_TRUE(result.predicted.has_value());
  // Runs of 7 and 6: 6 operations before the scan, 7 after it.
  EXPECT_EQ(result.report.finish.account.compute, Ticks{13'000'000});
  EXPECT_EQ(result.report.finish.time, result.predicted->ticks + Ticks{13'000'000});
}

TEST(Prefix, TakesFactorsWhoseProductsVanish) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 300; ++i) text += "1e-20," + std::to_string(i % 5) + "\n";
  AppRequest request = request_for(folder.file("a.csv", text));
  request.options = {{"operator", "recurrence"}, {"factor", "1"}, {"start", "1e9"}};

  EXPECT_TRUE(run(request).verified) << run(request).check;
}

TEST(Prefix, RefusesWhatCouldOverflow) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "1e200,1\n1e-200,1\n1e100,1\n"));
  request.options = {{"operator", "recurrence"}, {"factor", "1"}};
  EXPECT_EQ(refusal(request),
            "read " + request.input->string() +
                ": factors that follow each other multiply to more than 1e150, which is too large "
                "for runs of them to be composed; scale them");

  request = request_for(folder.file("b.csv", "1e308\n1e308\n"));
  EXPECT_EQ(refusal(request), "read " + request.input->string() +
                                  ": its values are so large that their prefixes could overflow; scale them");
  request.options = {{"operator", "max"}};
  EXPECT_TRUE(run(request).verified);
}

TEST(Prefix, RefusesColumnsAndOptionsThatDoNotFit) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "1,2\n3,x\n"));
  EXPECT_EQ(refusal(request), "read " + request.input->string() + ": line 2: \"x\" in column 2 is not numeric");

  request.options = {{"operator", "recurrence"}, {"column", "1"}};
  EXPECT_EQ(refusal(request), "prefix: a recurrence takes its factors a[i] from a column; give --factor NAME");
  request.options = {{"factor", "1"}};
  EXPECT_EQ(refusal(request), "prefix: option factor is for --operator recurrence");
  request.options = {{"operator", "smoothing"}, {"alpha", "2"}};
  EXPECT_EQ(refusal(request), "prefix: option alpha is a number above 0 and below 1, got \"2\"");
  request.options = {{"operator", "summ"}};
  EXPECT_EQ(refusal(request),
            "prefix: option operator is one of sum, max, min, recurrence, smoothing, got \"summ\". "
            "Did you mean sum?");
}

}  // namespace
}  // namespace toruscope
