// SPDX-License-Identifier: Apache-2.0
// Rounds, volumes and messages of collectives on k-port machines against multiport.json, and the
// plans behind them.

#include "collectives/building_blocks.hpp"
#include "collectives/operations.hpp"
#include "collectives/shapes/split_tree.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <bit>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using nlohmann::json;

const json& multiport_golden() {
  static const json file = json::parse(std::ifstream(test::in_source("tests/golden/multiport.json")));
  return file;
}

/// ts counts rounds, tw words: on the critical path each is one part of the time.
Parameters rounds_and_words(int k) {
  Parameters machine = preset("unit");
  machine.ports = k_ports(k);
  machine.ts = Ticks{1'000};
  machine.tw = Ticks{1};
  return machine;
}

TEST(MultiportGolden, RoundsWordsAndMessagesAreThoseOfTheTable) {
  std::set<std::string> compared;
  for (const json& row : multiport_golden().at("costs")) {
    SCOPED_TRACE(row.dump());
    const std::string name = row[0];
    const int p = row[2];
    const std::size_t slash = name.find('/');
    const collectives::Operation& operation = collectives::operation(name.substr(0, slash));
    const Parameters machine = rounds_and_words(row[1]);
    // The word of some is a part of the vector, of 8 bytes here.
    std::size_t parts = 1;
    if (name == "allreduce/rabenseifner") parts = std::bit_floor(static_cast<unsigned>(p));
    if (name == "broadcast/scatter_allgather" || name == "allreduce/bruck") parts = static_cast<std::size_t>(p);
    const std::size_t word = 8;
    const Workload workload{.bytes = word * parts};
    const AlgorithmInfo& algorithm = operation.choose(builtin_catalogue(), name.substr(slash + 1),
                                                      operation.question(*complete(p), machine, workload));

    const Verdict v = operation.verify(algorithm, complete(p), machine, {}, workload);

    EXPECT_TRUE(v.ok());
    EXPECT_EQ(v.report.finish.account.startups, row[3].get<std::int64_t>());
    EXPECT_EQ(v.report.finish.account.bytes, row[4].get<std::int64_t>() * static_cast<std::int64_t>(word));
    EXPECT_EQ(v.report.totals.messages, row[5].get<std::int64_t>());
    compared.insert(name);
  }
  EXPECT_EQ(compared.size(), 14U);
}

TEST(MultiportGolden, BruckTakesThePiecesOfThePlan) {
  for (const json& row : multiport_golden().at("bruck_plans")) {
    SCOPED_TRACE(row.dump());
    std::vector<std::vector<std::vector<int>>> found;
    for (const auto& round : collectives::bruck_plan(row.at("p"), row.at("k"))) {
      found.emplace_back();
      for (const collectives::BruckPiece& piece : round) found.back().push_back({piece.offset, piece.length});
    }
    EXPECT_EQ(json(found), row.at("plan"));
  }
}

TEST(MultiportGolden, ScatterHandsOverThePiecesOfThePlan) {
  for (const json& row : multiport_golden().at("scatter_plans")) {
    SCOPED_TRACE(row.dump());
    const int p = row.at("p");
    std::vector<std::set<std::vector<int>>> given(row.at("plan").size());
    std::vector<std::set<std::vector<int>>> got = given;
    for (int place = 0; place < p; ++place)
      for (const collectives::SplitStep& step : collectives::split_steps(p, row.at("k"), place)) {
        const auto round = static_cast<std::size_t>(step.round);
        if (step.gives)
          given[round].insert({place, step.partner, step.lo, step.hi});
        else
          got[round].insert({step.partner, place, step.lo, step.hi});
      }
    EXPECT_EQ(given, row.at("plan").get<std::vector<std::set<std::vector<int>>>>());
    EXPECT_EQ(got, given);
  }
}

}  // namespace
}  // namespace toruscope
