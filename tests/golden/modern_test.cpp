// SPDX-License-Identifier: Apache-2.0
// Schedules that use all ports of a torus, as runs perform them, against modern.json: rounds,
// volumes, messages.

#include "collectives/operations.hpp"
#include "collectives/tori/disjoint_trees.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using nlohmann::json;

/// 240 values: every part of a block is whole values.
constexpr std::int64_t kBlock = 8 * 240;

/// A share "a/b" of blocks or packets, in bytes.
std::int64_t in_bytes(const std::string& share, std::int64_t unit) {
  const std::size_t slash = share.find('/');
  const std::int64_t over = slash == std::string::npos ? 1 : std::stoll(share.substr(slash + 1));
  return std::stoll(share.substr(0, slash)) * unit / over;
}

/// What the events of a run come to.
struct Counted {
  std::int64_t rounds = 0;
  std::int64_t volume_link = 0;
  std::int64_t volume_pe = 0;
  std::int64_t volume_message = 0;
  std::int64_t max_sends = 0;
  std::int64_t messages = 0;
  std::int64_t max_sharing = 0;
  std::int64_t bytes = 0;
  std::int64_t byte_hops = 0;
};

/// The round of a message, of what its event tells.
using RoundOf = std::function<std::int64_t(const Event&)>;
/// No message waits, so those of a round start at one time.
std::int64_t by_start(const Event& message) {
  return message.start.count;
}
/// Every PE sends so many in each round.
RoundOf by_sequence(const std::vector<std::int64_t>& sends_by_round) {
  std::vector<std::int64_t> rounds;  // by sequence number
  for (std::size_t round = 0; round < sends_by_round.size(); ++round)
    rounds.insert(rounds.end(), static_cast<std::size_t>(sends_by_round[round]),
                  static_cast<std::int64_t>(round));
  return [rounds](const Event& message) { return rounds.at(static_cast<std::size_t>(message.sequence)); };
}
/// By PE: so many in each round.
RoundOf by_sends(const std::vector<std::vector<std::int64_t>>& sends) {
  std::vector<RoundOf> pes;
  std::transform(sends.begin(), sends.end(), std::back_inserter(pes), by_sequence);
  return [pes](const Event& message) { return pes.at(static_cast<std::size_t>(message.source))(message); };
}

Counted counted(const Report& report, const RoundOf& round_of) {
  struct InRound {
    // messages, bytes
    std::map<std::pair<Node, Node>, std::pair<std::int64_t, std::int64_t>> links;
    std::map<Rank, std::pair<std::int64_t, std::int64_t>> sent;
    std::map<Rank, std::int64_t> received;
    std::int64_t longest = 0;
  };
  std::map<std::int64_t, InRound> rounds;
  // round, bytes
  std::map<std::pair<Rank, std::int64_t>, std::pair<std::int64_t, std::int64_t>> known;
  Counted sum;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    InRound& round = rounds[round_of(e)];
    known[{e.source, e.sequence}] = {round_of(e), e.bytes};
    ++round.sent[e.source].first;
    round.sent[e.source].second += e.bytes;
    round.received[e.destination] += e.bytes;
    round.longest = std::max(round.longest, e.bytes);
    ++sum.messages;
    sum.bytes += e.bytes;
    sum.byte_hops += e.bytes * e.hops;
  }
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::hop) continue;
    const auto [number, bytes] = known.at({e.source, e.sequence});
    auto& [messages, carried] = rounds[number].links[{e.from, e.to}];
    ++messages;
    carried += bytes;
  }
  sum.rounds = static_cast<std::int64_t>(rounds.size());
  for (const auto& [number, round] : rounds) {
    std::int64_t link = 0;
    std::int64_t pe = 0;
    for (const auto& [ends, load] : round.links) {
      sum.max_sharing = std::max(sum.max_sharing, load.first);
      link = std::max(link, load.second);
    }
    for (const auto& [rank, sent] : round.sent) {
      sum.max_sends = std::max(sum.max_sends, sent.first);
      pe = std::max(pe, sent.second);
    }
    for (const auto& [rank, bytes] : round.received) pe = std::max(pe, bytes);
    sum.volume_link += link;
    sum.volume_pe += pe;
    sum.volume_message += round.longest;
  }
  return sum;
}

class ModernGolden : public testing::TestWithParam<json> {};

TEST_P(ModernGolden, RunsHaveTheRoundsVolumesAndMessagesOfTheTable) {
  const json& row = GetParam();
  SCOPED_TRACE(row.dump());
  const std::vector<int> sides = row.at("sides");
  const TopologyPtr topology = torus(sides);
  const std::string name = row.at("operation");
  const std::string ports = row.at("ports");
  const std::string chosen = row.at("algorithm");
  Parameters machine = preset("unit");
  machine.ports = ports == "all" ? all_ports : k_ports(std::stoi(ports));
  machine.ts = Ticks{1'000'000'000};  // longer than any message
  machine.tw = Ticks{1};
  Workload workload{.bytes = static_cast<std::size_t>(kBlock)};
  if (name == "allreduce" && chosen != "disjoint_trees")
    workload.bytes *= static_cast<std::size_t>(topology->pes());
  const std::int64_t packets = row.value("packets", 1);
  workload.root = row.value("root", 0);
  if (chosen != "disjoint_trees" && chosen != "one_port_trees") {
    workload.bytes *= static_cast<std::size_t>(packets);
  } else {
    const collectives::DisjointTrees trees(sides, workload.root);
    workload.bytes *= static_cast<std::size_t>(packets * trees.count());
    if (name == "broadcast")
      workload.segment = static_cast<std::size_t>(kBlock);
    else if (chosen == "disjoint_trees")  // so many packets are the best for this startup
      machine.ts = Ticks{(trees.height() - 1) * kBlock / packets};
    else
      machine.ts = Ticks{kBlock / packets};
  }
  const collectives::Operation& operation = collectives::operation(name);
  const AlgorithmInfo& algorithm =
      operation.choose(builtin_catalogue(), chosen, operation.question(*topology, machine, workload));
  Execution execution;
  execution.workers = 1;
  execution.record_events = true;

  const Verdict v = operation.verify(algorithm, topology, machine, execution, workload);

  EXPECT_TRUE(v.ok()) << testing::PrintToString(v.faults);
  const std::int64_t sharing = row.value("max_sharing", 1);
  const auto round_of = [&]() -> RoundOf {
    if (row.contains("sends")) return by_sends(row.at("sends"));
    if (sharing == 1) return by_start;
    const std::vector<std::int64_t> as_many(row.at("rounds").get<std::size_t>(),
                                            row.at("max_sends").get<std::int64_t>());
    return by_sequence(row.value("sends_by_round", as_many));
  };
  const Counted run = counted(v.report, round_of());
  if (row.contains("block_hops")) {
    EXPECT_EQ(run.bytes, in_bytes(row.at("blocks_sent"), kBlock));
    EXPECT_EQ(run.byte_hops, in_bytes(row.at("block_hops"), kBlock));
  }
  EXPECT_EQ(run.rounds, row.at("rounds").get<std::int64_t>());
  EXPECT_EQ(run.volume_link, in_bytes(row.at("volume_link"), kBlock));
  // Up a tree PEs far from the root begin as soon as they can, not in the round of the table.
  const bool reduces_up_trees = name == "reduce" || (name == "allreduce" && chosen == "disjoint_trees");
  if (!reduces_up_trees) {
    EXPECT_EQ(run.volume_pe, in_bytes(row.at("volume_pe"), kBlock));
  }
  if (row.contains("volume_message")) {
    EXPECT_EQ(run.volume_message, in_bytes(row.at("volume_message"), kBlock));
  }
  EXPECT_EQ(run.max_sends, row.at("max_sends").get<std::int64_t>());
  EXPECT_EQ(run.messages, row.at("messages").get<std::int64_t>());
  EXPECT_EQ(run.max_sharing, sharing);
  // Where PEs send differently often, a PE may be rounds ahead: no formula, also if no round shares
  // links.
  EXPECT_EQ(v.predicted.has_value(), sharing == 1 && !row.contains("sends"));
  if (sharing > 1) return;
  EXPECT_EQ(v.report.finish.account.startups, run.rounds);
  EXPECT_EQ(v.report.finish.account.bytes, run.volume_link);
}

std::vector<json> modern_rows() {
  return json::parse(std::ifstream(test::in_source("tests/golden/modern.json"))).at("cases");
}

std::string name_of_row(const testing::TestParamInfo<json>& row) {
  std::string name = row.param.at("operation").get<std::string>();
  for (const int side : row.param.at("sides")) name += "_" + std::to_string(side);
  return name + "_row_" + std::to_string(row.index);
}

class KPortGolden : public testing::TestWithParam<json> {};

TEST_P(KPortGolden, TakesTheTimeOfItsRoundsWhereNoLinkIsShared) {
  const json& row = GetParam();
  SCOPED_TRACE(row.dump());
  const std::vector<int> sides = row.at("sides");
  const TopologyPtr network = complete(torus(sides)->pes());
  const std::string name = row.at("operation");
  const std::string ports = row.at("ports");
  Parameters machine = preset("unit");
  machine.ports = k_ports(std::stoi(ports));
  machine.ts = Ticks{1000};
  machine.th = Ticks{7};
  machine.tw = Ticks{3};
  Workload workload{.bytes = static_cast<std::size_t>(kBlock)};
  if (name == "allreduce") workload.bytes *= static_cast<std::size_t>(network->pes());
  const collectives::Operation& operation = collectives::operation(name);
  const AlgorithmInfo& algorithm = operation.choose(builtin_catalogue(), row.at("algorithm").get<std::string>(),
                                                    operation.question(*network, machine, workload));

  const Verdict v = operation.verify(algorithm, network, machine, Execution{}, workload);

  EXPECT_TRUE(v.ok()) << testing::PrintToString(v.faults);
  const std::int64_t rounds = row.at("rounds");
  EXPECT_EQ(v.report.finish.time, Ticks{rounds * (1000 + 7) + 3 * in_bytes(row.at("volume_message"), kBlock)});
}

std::vector<json> k_port_rows() {
  std::vector<json> rows = modern_rows();
  rows.erase(
      std::remove_if(rows.begin(), rows.end(), [](const json& row) { return !row.contains("volume_message"); }),
      rows.end());
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Table, KPortGolden, testing::ValuesIn(k_port_rows()), name_of_row);
INSTANTIATE_TEST_SUITE_P(Table, ModernGolden, testing::ValuesIn(modern_rows()), name_of_row);

}  // namespace
}  // namespace toruscope
