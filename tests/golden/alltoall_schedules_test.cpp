// SPDX-License-Identifier: Apache-2.0
// The messages that the ring algorithms and AT2 really send, against the complete lists in
// alltoall_schedules.json.

#include "collectives/alltoall/ring_program.hpp"
#include "collectives/verify.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using nlohmann::json;
using Blocks = std::set<std::pair<int, int>>;

const json& schedules() {
  static const json file = json::parse(std::ifstream(test::in_source("tests/golden/alltoall_schedules.json")));
  return file.at("schedules");
}

/// By sender: destination and blocks of its messages, in order.
std::map<Rank, std::vector<std::pair<Rank, std::int64_t>>> listed(const json& rounds) {
  std::map<Rank, std::vector<std::pair<Rank, std::int64_t>>> result;
  for (const json& round : rounds)
    for (const json& message : round)
      result[message[0]].emplace_back(message[1], static_cast<std::int64_t>(message[2].size()));
  return result;
}

TEST(AlltoallGolden, MessagesAreThoseOfTheSchedule) {
  ASSERT_EQ(schedules().size(), 8U);
  for (const json& schedule : schedules()) {
    SCOPED_TRACE(schedule.at("algorithm").dump() + schedule.at("sides").dump());
    const TopologyPtr topology = torus(schedule.at("sides").get<std::vector<int>>());
    const Parameters& paragon = preset("paragon");
    const Alltoall& algorithm =
        choose(builtin_catalogue().alltoall(), schedule.at("algorithm").get<std::string>(),
               case_of(*topology, paragon, 5));
    Execution execution;
    execution.record_events = true;

    const Verdict v = verify(algorithm, topology, paragon, execution, {5});

    std::map<Rank, std::vector<std::pair<Rank, std::int64_t>>> sent;
    for (const Event& e : v.report.events) {  // ordered by (source, sequence)
      if (e.kind != Event::Kind::message) continue;
      EXPECT_EQ(e.bytes % 5, 0);
      sent[e.source].emplace_back(e.destination, e.bytes / 5);
    }
    EXPECT_EQ(sent, listed(schedule.at("rounds")));
  }
}

/// The tables of the ring algorithms say which blocks: the very sets of the schedule, round by
/// round.
TEST(AlltoallGolden, RingProgramsSendTheListedBlocksInEveryRound) {
  const std::map<std::string, collectives::RingProgram> programs{
      {"ar1", collectives::ar1_program()},
      {"two_way_ring", collectives::two_way_ring_program()},
      {"ar1o_1", collectives::ar1o_program(1)},
      {"ar1o_2", collectives::ar1o_program(2)}};
  int compared = 0;
  for (const json& schedule : schedules()) {
    const auto program = programs.find(schedule.at("algorithm").get<std::string>());
    if (program == programs.end()) continue;
    const collectives::RingProgram& ring = program->second;
    const int p = schedule.at("sides")[0];
    const json& rounds = schedule.at("rounds");
    ASSERT_EQ(ring.rounds(p), static_cast<int>(rounds.size()));
    for (int t = 0; t < ring.rounds(p); ++t) {
      std::set<int> senders;
      for (const json& message : rounds[static_cast<std::size_t>(t)]) {
        const int j = message[0];
        SCOPED_TRACE(program->first + ", p = " + std::to_string(p) + ", round " + std::to_string(t) +
                     ", node " + std::to_string(j));
        const collectives::RingStep step = ring.step(p, j, t);
        Blocks blocks;
        for (const collectives::Box& box : step.boxes)
          for (int i = 0; i < box.destinations.count; ++i)
            for (int k = 0; k < box.origins.count; ++k)
              blocks.emplace(box.origins.at(k, p), box.destinations.at(i, p));

        EXPECT_EQ(step.to, message[1].get<int>());
        EXPECT_EQ(blocks, message[2].get<Blocks>());
        EXPECT_EQ(ring.step(p, step.to, t).from, j);
        senders.insert(j);
        ++compared;
      }
      for (int j = 0; j < p; ++j) EXPECT_EQ(ring.step(p, j, t).to != collectives::kNobody, senders.contains(j));
    }
  }
  EXPECT_GE(compared, 6 * 3 + 8 * 3 + 12 * 4 + 5 * 4);
}

}  // namespace
}  // namespace toruscope
