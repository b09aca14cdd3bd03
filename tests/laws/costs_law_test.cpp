// SPDX-License-Identifier: Apache-2.0
// Entries of the tables that say so send the same messages whatever these cost: a sweep over costs
// checks their data once.

#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"

#include <toruscope/toruscope.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// Each PE's messages, in the order in which it sends them.
std::string messages_of(const Report& report) {
  std::string all;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message)
      all +=
          fmt::format("{} #{} -> {}: {} bytes, tag {}\n", e.source, e.sequence, e.destination, e.bytes, e.tag);
  return all;
}

/// Of one network and its rules: startups, bytes, hops or combining decide.
std::vector<Parameters> machines_of_all_costs() {
  const Time none;
  return {{.ts = 1us, .tw = 1ns, .th = 50ns},
          {.ts = 100us, .tw = 1ns, .th = none},
          {.ts = none, .tr = 3ns, .tw = 100ns, .th = 1ns, .gap = 20ns},
          {.ts = 1ns, .tw = 1ns, .th = 10us, .latency = 5us, .gamma = 7ns},
          {.ts = 2us, .tm = 3us, .tw = 10ns, .th = none, .slow = {{0, 1, 5}}}};
}

class CostsLaw : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Table, CostsLaw, testing::Range(std::size_t{0}, collectives::operations().size()),
                         [](const auto& line) { return collectives::operations()[line.param].name; });

TEST_P(CostsLaw, EntriesThatIgnoreCostsSendTheSameMessages) {
  const collectives::Operation& operation = collectives::operations()[GetParam()];
  std::vector<TopologyPtr> networks{ring(8), torus(4, 4), torus(2, 4), complete(6)};
  networks.push_back(parse_topology("hier:complete:2/complete:4"));
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    if (!algorithm->ignores_costs) continue;
    for (const TopologyPtr& network : networks)
      for (const std::size_t bytes : {std::size_t{24}, std::size_t{4096}}) {
        std::string expected;
        for (Parameters machine : machines_of_all_costs()) {
          const Workload workload{.bytes = operation.traits.moves == Moves::nothing ? 0 : bytes, .root = 1};
          if (algorithm->refusal(operation.question(*network, machine, workload))) continue;
          const Verdict found =
              operation.verify(*algorithm, network, machine, {.workers = 1, .record_events = true}, workload);
          const std::string messages = messages_of(found.report);
          if (expected.empty()) expected = messages;
          EXPECT_TRUE(messages == expected) << algorithm->name << " on " << network->name() << ", " << bytes;
        }
      }
  }
}

}  // namespace
}  // namespace toruscope
