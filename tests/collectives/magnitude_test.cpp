// SPDX-License-Identifier: Apache-2.0
#include "collectives/magnitude.hpp"

#include "collectives/operations.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

constexpr std::int64_t kLargestCost = std::int64_t{1} << 45;

Parameters machine_of(Ticks ts, Ticks tw, Ticks th) {
  Parameters machine;
  machine.name = "slow";
  machine.tick = Time{};
  machine.ts = ts;
  machine.tw = tw;
  machine.th = th;
  return machine;
}

/// Every operation with parts as is best, and of one byte.
std::vector<std::pair<const collectives::Operation&, std::size_t>> questions() {
  std::vector<std::pair<const collectives::Operation&, std::size_t>> all;
  for (const collectives::Operation& operation : collectives::operations())
    for (const std::size_t segment : {0U, 1U}) all.emplace_back(operation, segment);
  return all;
}

// A product that wraps would be negative, or small: below the bound.
TEST(Magnitude, NoFormulaOfTheTablesWrapsAtTheLargestCosts) {
  const Ticks most{kLargestCost};
  int known = 0;
  int unknown = 0;
  for (const Parameters& machine : {machine_of(most, most, most), machine_of(most, {}, {}),
                                    machine_of({}, most, {}), machine_of({}, {}, most)})
    for (const TopologyPtr& topology : {ring(8), ring(64), torus(4, 4), torus(32, 32), complete(64)})
      for (const std::size_t bytes : {std::size_t{8}, std::size_t{65536}, std::size_t{1} << 40})
        for (const auto& [operation, segment] : questions()) {
          const Case c = operation.question(*topology, machine, {.bytes = bytes, .segment = segment});
          const auto bound = operation.bound(c);
          for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
            if (algorithm->refusal(c)) continue;
            const auto time = expected_time(*algorithm, c);
            ++(time ? known : unknown);
            if (!time) continue;
            EXPECT_GE(time->ticks, Ticks{}) << operation.name << "/" << algorithm->name;
            EXPECT_LT(time->ticks.count, collectives::kBeyondClocks)
                << operation.name << "/" << algorithm->name;
            if (bound && time->is_exact) {
              EXPECT_GE(time->ticks, bound->ticks) << operation.name << "/" << algorithm->name;
            }
          }
        }
  EXPECT_GT(known, 100);
  EXPECT_GT(unknown, 100);
}

TEST(Magnitude, LeavesWhatFitsAsItIs) {
  const auto sum = [](const Case& c) { return std::optional(7 * c.costs.ts + 3 * c.costs.tw); };
  const Case fits = case_of(*ring(8), machine_of(Ticks{1'000'003}, Ticks{101}, {}), 64);
  const Case is_near = case_of(*ring(4096), machine_of(Ticks{kLargestCost}, Ticks{101}, {}), 64);

  EXPECT_EQ(collectives::bits_too_many(fits), 0);
  EXPECT_EQ(collectives::within_clocks<Ticks>(sum, fits), Ticks{7 * 1'000'003 + 3 * 101});
  EXPECT_GT(collectives::bits_too_many(is_near), 0);
  EXPECT_EQ(collectives::within_clocks<Ticks>(sum, is_near), Ticks{7 * kLargestCost + 3 * 101});
}

TEST(Magnitude, GivesNothingForWhatNoClockReaches) {
  const auto product = [](const Case& c) { return std::optional(std::int64_t{c.p} * c.p * c.costs.ts); };
  const Case beyond = case_of(*ring(4096), machine_of(Ticks{kLargestCost}, {}, {}), 64);

  EXPECT_EQ(collectives::within_clocks<Ticks>(product, beyond), std::nullopt);
}

}  // namespace
}  // namespace toruscope
