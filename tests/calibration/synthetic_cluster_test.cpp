// SPDX-License-Identifier: Apache-2.0
// What the fit says of clusters whose costs are known: right where tables determine them, nothing
// where they do not.

#include "tests/calibration/synthetic_cluster.hpp"

#include "calibration/fit.hpp"

#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace toruscope::calibration {
namespace {

constexpr double kNoise = 0.1;
constexpr std::uint64_t kSeeds = 200;
constexpr int kRepeats = 20;
const ClusterCosts kCosts{.ts = 0.9e-6, .tr = 0.4e-6, .tw = 8e-11, .th = 0.1e-6, .latency = 0.6e-6};

/// How often a figure was claimed, and how often it was within 5 %, in all fits.
struct Score {
  int determined = 0, claimed = 0, right = 0;
};

using Measure = std::function<void(SyntheticCluster&, Reading&)>;
using True = std::map<std::string, double>;

/// Fits all seeds. A figure that is not claimed is right only if it is not among the true ones.
std::map<std::string, Score> scores(const ClusterCosts& costs, const Measure& measure, const True& truth) {
  std::map<std::string, Score> all;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SyntheticCluster cluster(costs, kNoise, seed);
    Reading reading;
    measure(cluster, reading);
    const Fit fit = fit_machine(reading, {});
    for (const auto* figures : {&fit.settings, &fit.sums})
      for (const Figure& figure : *figures) {
        Score& score = all[figure.name];
        if (figure.knowledge == Knowledge::determined) ++score.determined;
        if (figure.knowledge != Knowledge::not_determined) ++score.claimed;
        const auto known = truth.find(figure.name);
        if (known != truth.end() && std::abs(figure.value - known->second) <= 0.05 * known->second)
          ++score.right;
      }
  }
  return all;
}

void expect_determined(const std::map<std::string, Score>& all, const True& truth) {
  for (const auto& [name, value] : truth) {
    ASSERT_TRUE(all.contains(name)) << name;
    const Score& score = all.at(name);
    EXPECT_GE(score.right, kSeeds * 95 / 100) << name << ": within 5 % of " << value << " so often";
    EXPECT_GE(score.determined, kSeeds * 80 / 100) << name << ": determined so often";
  }
}

void expect_no_claim(const std::map<std::string, Score>& all, const std::vector<std::string>& names) {
  for (const std::string& name : names) EXPECT_EQ(all.at(name).claimed, 0) << name;
}

TEST(SyntheticCluster, IsDeterminedInAllItsCostsByAllTables) {
  ClusterCosts costs = kCosts;
  costs.gap = 2e-6;
  const True truth{{"ts", costs.ts},
                   {"tr", costs.tr},
                   {"tw", costs.tw},
                   {"th", costs.th},
                   {"latency", costs.latency},
                   {"gap", costs.gap},
                   {"ts + tr + tm + latency", 1.9e-6}};
  const auto all = scores(
      costs,
      [](SyntheticCluster& cluster, Reading& reading) {
        for (int i = 0; i < kRepeats; ++i) {
          for (const int distance : {1, 8, 32}) reading.tables.push_back(cluster.ping_pong(distance));
          reading.tables.push_back(cluster.windows(1));
          reading.tables.push_back(cluster.sends());
          reading.tables.push_back(cluster.receives());
        }
      },
      truth);
  expect_determined(all, {{"ts", costs.ts},
                          {"tr", costs.tr},
                          {"tw", costs.tw},
                          {"th", costs.th},
                          {"gap", costs.gap},
                          {"ts + tr + tm + latency", 1.9e-6}});
  EXPECT_GE(all.at("latency").claimed, kSeeds * 95 / 100);
  expect_no_claim(all, {"tm"});
}

TEST(SyntheticCluster, HasASumAloneByRoundTrips) {
  const True truth{{"ts + tr + tm + latency + h th", 2.0e-6}, {"tw", kCosts.tw}};
  const auto all = scores(
      kCosts,
      [](SyntheticCluster& cluster, Reading& reading) {
        for (int i = 0; i < kRepeats; ++i) reading.tables.push_back(cluster.ping_pong(-1));
      },
      truth);
  expect_determined(all, truth);
  expect_no_claim(all, {"ts", "tr", "tm", "th", "latency", "gap"});
  EXPECT_FALSE(all.contains("eager"));
}

TEST(SyntheticCluster, HasItsStartupByWindows) {
  const True truth{{"ts", kCosts.ts},
                   {"tr + latency + h th", 1.1e-6},
                   {"ts + tr + tm + latency + h th", 2.0e-6},
                   {"tw", kCosts.tw}};
  const auto all = scores(
      kCosts,
      [](SyntheticCluster& cluster, Reading& reading) {
        for (int i = 0; i < kRepeats; ++i) {
          reading.tables.push_back(cluster.ping_pong(-1));
          reading.tables.push_back(cluster.windows(-1));
        }
      },
      truth);
  expect_determined(all, {{"ts", kCosts.ts}, {"ts + tr + tm + latency + h th", 2.0e-6}, {"tw", kCosts.tw}});
  expect_no_claim(all, {"tr", "tm", "th", "latency", "gap"});
}

TEST(SyntheticCluster, ClaimsNoStartupWhereTheGapHidesIt) {
  ClusterCosts costs = kCosts;
  costs.ts = 0.01e-6;
  costs.gap = 2e-6;
  const auto all = scores(costs,
                          [](SyntheticCluster& cluster, Reading& reading) {
                            for (int i = 0; i < kRepeats; ++i) {
                              reading.tables.push_back(cluster.ping_pong(-1));
                              reading.tables.push_back(cluster.windows(-1));
                            }
                          },
                          {{"max(gap, tr)", 2e-6}, {"tw", costs.tw}});
  expect_determined(all, {{"max(gap, tr)", 2e-6}, {"tw", costs.tw}});
  EXPECT_EQ(all.at("ts").determined, 0);
  expect_no_claim(all, {"tr", "tm", "th", "latency", "gap"});
}

TEST(SyntheticCluster, IsMetExactlyWithoutNoise) {
  ClusterCosts costs = kCosts;
  costs.gap = 2e-6;
  costs.tm = 0.05e-6;
  SyntheticCluster cluster(costs, 0, 1);
  const Reading reading{.tables = {cluster.ping_pong(1), cluster.ping_pong(3), cluster.windows(1),
                                   cluster.sends(), cluster.receives()},
                        .notes = {}};
  const Fit fit = fit_machine(reading, {});
  const auto expect_near = [](double found, double known) { EXPECT_NEAR(found / known, 1, 1e-6); };
  expect_near(fit.costs.ts, costs.ts);
  expect_near(fit.costs.tr, costs.tr);
  expect_near(fit.costs.tm, costs.tm);
  expect_near(fit.costs.tw, costs.tw);
  expect_near(fit.costs.th, costs.th);
  expect_near(fit.costs.latency, costs.latency);
  expect_near(fit.costs.gap, costs.gap);
  EXPECT_FALSE(fit.costs.eager);
  EXPECT_LT(*fit.held_out, 1e-6);
}

}  // namespace
}  // namespace toruscope::calibration
