// SPDX-License-Identifier: Apache-2.0
// What `auto` takes is about the fastest of the table, for every operation, on machines of every
// kind. A new algorithm gets this law by its line in the table: one that is better than its
// estimate says, or worse, is found here.

#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// No choice is slower than this, in percent of the fastest; nearly all are within
/// kChoiceTolerance.
constexpr double kWorstChoice = 50;
constexpr double kMostBeyondTolerance = 0.02;

std::vector<TopologyPtr> topologies_to_choose_on() {
  if (core::kSanitized) return {ring(7), torus(4, 4), complete(6)};
  return {ring(7), ring(12), torus(4, 4), torus(3, 5), torus(6, 8), torus(2, 3, 4), complete(5), complete(16)};
}

Parameters steps(const char* name, std::int64_t ts, std::int64_t tw, std::int64_t th) {
  Parameters costs;
  costs.name = name;
  costs.tick = Time{};
  costs.ts = Ticks{ts};
  costs.tw = Ticks{tw};
  costs.th = Ticks{th};
  return costs;
}

std::vector<Parameters> machines_to_choose_for() {
  std::vector<Parameters> all{preset("paragon"), steps("bytes", 10, 5, 1)};
  Parameters two = preset("generic");
  two.ports = k_ports(2);
  two.name += ", k = 2";
  Parameters buffered = preset("generic");
  buffered.injection = Injection::buffered;
  buffered.name += ", buffered";
  all.insert(all.end(), {two, buffered});
  if (core::kSanitized) return all;
  all.insert(all.end(), {preset("jmachine"), preset("dash")});  // they store messages on their way
  Parameters gap = preset("generic");
  gap.gap = 3us;
  gap.name += ", gap";
  Parameters every = steps("all costs", 1000, 2, 50);
  every.tr = Ticks{300};
  every.tm = Ticks{100};
  every.latency = Ticks{200};
  Parameters takes = preset("generic");
  takes.tr = 5us;
  takes.name += ", takes";
  all.insert(all.end(), {preset("unit"), preset("generic"), gap, takes, every,
                         steps("startups", 1'000'000, 1, 10), steps("hops", 100, 1, 300)});
  for (const int k : {1, 2, 3}) {
    Parameters postal = with_lambda(preset("postal"), 3);
    postal.ports = k_ports(k);
    postal.name += ", k = " + std::to_string(k);
    all.push_back(postal);
  }
  return all;
}

std::vector<std::size_t> sizes_to_choose_for(const OperationTraits& operation) {
  if (operation.moves == Moves::nothing) return {0};
  if (core::kSanitized) return {8, 4096};
  if (operation.moves == Moves::blocks) return {8, 4096};
  return {8, 1024, 16384};
}

/// What was chosen, and how much slower it was than the fastest, in percent.
struct Chosen {
  std::string text;
  double slower = 0;
};

Chosen chosen_for(const collectives::Operation& operation, const TopologyPtr& topology,
                  const Parameters& machine, const Workload& workload) {
  Execution one_worker;
  one_worker.workers = 1;
  const Case c = operation.question(*topology, machine, workload);
  const std::string chosen = operation.choose(builtin_catalogue(), "auto", c).name;
  std::optional<Ticks> best;
  Ticks taken{};
  std::string fastest;
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    if (algorithm->refusal(c)) continue;
    const Ticks time = operation.verify(*algorithm, topology, machine, one_worker, workload).report.finish.time;
    if (algorithm->name == chosen) taken = time;
    if (best && time >= *best) continue;
    best = time;
    fastest = algorithm->name;
  }
  const std::string text = operation.name + " of " + std::to_string(workload.bytes) + " bytes on " +
                           topology->name() + ", " + machine.name + ": auto takes " + chosen + ", " + fastest +
                           " is the fastest";
  return {text, taken == *best
                    ? 0.0
                    : 100.0 * static_cast<double>(taken.count) / static_cast<double>(best->count) - 100};
}

class EveryChoice : public testing::TestWithParam<std::size_t> {
 protected:
  const collectives::Operation& operation() const { return collectives::operations()[GetParam()]; }

  template <class Check>
  void for_each_case(Check check) const {
    for (const TopologyPtr& topology : topologies_to_choose_on())
      for (const Parameters& machine : machines_to_choose_for())
        for (const std::size_t bytes : sizes_to_choose_for(operation().traits))
          check(topology, machine, Workload{.bytes = bytes, .root = bytes == 8 ? 0 : topology->pes() / 3});
  }
};

INSTANTIATE_TEST_SUITE_P(Table, EveryChoice, testing::Range(std::size_t{0}, collectives::operations().size()),
                         [](const auto& line) { return collectives::operations()[line.param].name; });

TEST_P(EveryChoice, IsAboutTheFastest) {
  int cases = 0;
  std::vector<std::string> beyond;
  for_each_case([&](const TopologyPtr& topology, const Parameters& machine, const Workload& workload) {
    const Chosen choice = chosen_for(operation(), topology, machine, workload);
    EXPECT_LE(choice.slower, kWorstChoice) << choice.text;
    if (choice.slower > kChoiceTolerance) beyond.push_back(choice.text);
    ++cases;
  });
  EXPECT_LE(static_cast<double>(beyond.size()), kMostBeyondTolerance * cases) << testing::PrintToString(beyond);
}

// No formula is needed for a choice: wherever an algorithm fits, something is expected of it.
TEST_P(EveryChoice, IsNeverBlind) {
  for_each_case([&](const TopologyPtr& topology, const Parameters& machine, const Workload& workload) {
    const Case c = operation().question(*topology, machine, workload);
    for (const AlgorithmInfo* algorithm : operation().algorithms(builtin_catalogue())) {
      if (algorithm->refusal(c)) continue;
      const auto expected = expected_time(*algorithm, c);
      ASSERT_TRUE(expected) << algorithm->name << " on " << topology->name() << ", " << machine.name;
      EXPECT_GE(expected->ticks, Ticks{});
    }
  });
}

// Where a formula holds as well, the estimate is near it: they are two ways to the same time.
TEST_P(EveryChoice, EstimatesWhatTheFormulaSays) {
  for_each_case([&](const TopologyPtr& topology, const Parameters& machine, const Workload& workload) {
    const Case c = operation().question(*topology, machine, workload);
    for (const AlgorithmInfo* algorithm : operation().algorithms(builtin_catalogue())) {
      if (algorithm->refusal(c) || !algorithm->estimated) continue;
      const auto exact = algorithm->predicted(c);
      const auto about = algorithm->estimated(c);
      if (!exact || !about) continue;
      const auto off = static_cast<double>(std::abs(about->count - exact->ticks.count));
      EXPECT_LE(off, 0.25 * static_cast<double>(exact->ticks.count))
          << operation().name << "/" << algorithm->name << " of " << workload.bytes << " bytes on "
          << topology->name() << ", " << machine.name << ": estimated " << about->count << ", formula "
          << exact->ticks.count;
    }
  });
}

}  // namespace
}  // namespace toruscope
