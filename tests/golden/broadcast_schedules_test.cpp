// SPDX-License-Identifier: Apache-2.0
// The messages of recursive doubling, broadcast and reduction, against the lists in
// broadcast_schedules.json.

#include "collectives/verify.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
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
using Transfers = std::set<std::pair<Rank, Rank>>;

const json& broadcast_golden() {
  static const json file = json::parse(std::ifstream(test::in_source("tests/golden/broadcast_schedules.json")));
  return file;
}

/// On a machine of ts = 1 and nothing else a message of round i starts at tick i.
std::vector<Transfers> by_round(const Report& report) {
  std::vector<Transfers> rounds;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    const auto round = static_cast<std::size_t>(e.start.count);
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].emplace(e.source, e.destination);
  }
  return rounds;
}

/// By sender: its destinations in order.
using Sequences = std::map<Rank, std::vector<Rank>>;

Sequences by_sender(const Report& report) {
  Sequences sent;
  for (const Event& e : report.events)  // ordered by (source, sequence)
    if (e.kind == Event::Kind::message) sent[e.source].push_back(e.destination);
  return sent;
}

Sequences listed_by_sender(const json& rounds) {
  Sequences sent;
  for (const json& round : rounds)
    for (const json& transfer : round) sent[transfer[0]].push_back(transfer[1]);
  return sent;
}

std::vector<Transfers> listed_transfers(const json& rounds) {
  std::vector<Transfers> result;
  for (const json& round : rounds) result.push_back(round.get<Transfers>());
  return result;
}

Execution with_events() {
  Execution execution;
  execution.record_events = true;
  return execution;
}

/// A PE that has its data early goes on at once: the rounds are upper bounds then.
void expect_messages_and_time(const char* name, const json& schedule) {
  SCOPED_TRACE(name + schedule.dump());
  const TopologyPtr topology = torus(schedule.at("sides").get<std::vector<int>>());
  const Rank root = schedule.at("root");
  const Broadcast& algorithm =
      choose(builtin_catalogue().broadcast(), name, case_of(*topology, preset("unit"), 8, root));

  const Verdict v = verify(algorithm, topology, preset("unit"), with_events(), {8, root});

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(by_sender(v.report), listed_by_sender(schedule.at("rounds")));
  EXPECT_EQ(v.report.finish.time.count, static_cast<std::int64_t>(schedule.at("rounds").size()));
}

TEST(BroadcastGolden, MessagesOfEverySenderAreThoseOfTheSchedule) {
  for (const json& schedule : broadcast_golden().at("schedules"))
    expect_messages_and_time("torus_recursive_doubling", schedule);
  for (const json& schedule : broadcast_golden().at("rotation"))
    expect_messages_and_time("rotation_doubling", schedule);
}

/// Compares an algorithm on rings with a list of schedules. Returns how many there are.
int expect_rounds_on_lines(const char* name, const json& schedules) {
  int compared = 0;
  for (const json& schedule : schedules) {
    if (schedule.at("sides").size() != 1) continue;
    SCOPED_TRACE(name + schedule.dump());
    const Rank root = schedule.at("root");
    const TopologyPtr topology = ring(schedule.at("sides")[0]);
    const Broadcast& algorithm =
        choose(builtin_catalogue().broadcast(), name, case_of(*topology, preset("unit"), 8, root));

    const Verdict v = verify(algorithm, topology, preset("unit"), with_events(), {8, root});

    EXPECT_TRUE(v.ok());
    EXPECT_EQ(by_round(v.report), listed_transfers(schedule.at("rounds")));
    ++compared;
  }
  return compared;
}

TEST(BroadcastGolden, MessagesOfEachRoundOnALineAreThoseOfTheSchedule) {
  EXPECT_EQ(expect_rounds_on_lines("recursive_doubling", broadcast_golden().at("schedules")), 8);
  EXPECT_EQ(expect_rounds_on_lines("xor_doubling", broadcast_golden().at("xor")), 2);
}

// Where algorithm 4.2, taken literally, leaves PEs out for some root, "xor_doubling" is refused,
// and only there.
TEST(BroadcastGolden, RenamingByExclusiveOrIsRefusedWhereItLeavesPesOut) {
  for (const json& row : broadcast_golden().at("xor_unreached")) {
    SCOPED_TRACE(row.dump());
    const TopologyPtr topology = ring(row[0]);
    const std::vector<int> unreached = row[1];
    const bool reaches_all =
        std::all_of(unreached.begin(), unreached.end(), [](int count) { return count == 0; });
    const auto choose_it = [&] {
      choose(builtin_catalogue().broadcast(), "xor_doubling", case_of(*topology, preset("unit"), 8));
    };
    if (reaches_all)
      EXPECT_NO_THROW(choose_it());
    else
      EXPECT_THROW(choose_it(), ConfigError);
  }
}

TEST(BroadcastGolden, RoundsOnGridsAreThoseOfTheTable) {
  for (const json& row : broadcast_golden().at("grid_rounds")) {
    SCOPED_TRACE(row.dump());
    const TopologyPtr topology = torus(row.at("sides").get<std::vector<int>>());
    for (Rank root = 0; root < topology->nodes(); root += 4) {
      const Broadcast& algorithm = choose(builtin_catalogue().broadcast(), "torus_recursive_doubling",
                                          case_of(*topology, preset("unit"), 1, root));

      const Verdict v = verify(algorithm, topology, preset("unit"), {}, {1, root});

      EXPECT_EQ(v.report.finish.time.count, row.at("rounds").get<std::int64_t>()) << "root " << root;
    }
  }
}

TEST(ReduceGolden, IsTheBroadcastBackwards) {
  for (const char* name : {"recursive_doubling", "xor_doubling"}) {
    const Reduce& algorithm = choose(builtin_catalogue().reduce(), name, case_of(*ring(8), preset("unit"), 8));

    const Verdict v =
        verify(algorithm, ring(8), preset("unit"), with_events(), {.bytes = 8, .operands = Operands::affine});

    EXPECT_TRUE(v.ok()) << name;
    EXPECT_EQ(by_round(v.report), listed_transfers(broadcast_golden().at("reduce_p8_root0"))) << name;
  }
}

}  // namespace
}  // namespace toruscope
