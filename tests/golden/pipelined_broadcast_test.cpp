// SPDX-License-Identifier: Apache-2.0
// The tree of the pipelined broadcast, and when every PE of a store-and-forward machine has its
// last block and has worked on it, against pipelined_broadcast.json: exact fractions of a machine's
// cycle.

#include "collectives/broadcast/pipelined_cost.hpp"
#include "collectives/verify.hpp"
#include "tests/support/path_check.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using nlohmann::json;

const json& pipelined_golden() {
  static const json file = json::parse(std::ifstream(test::in_source("tests/golden/pipelined_broadcast.json")));
  return file;
}

Rank rank_of(const json& place, const json& sides) {
  return place[0].get<int>() * sides[1].get<int>() + place[1].get<int>();
}

/// A number or "a/b", in units of which `scale` make one. The scale must be fine enough.
std::int64_t scaled(const json& value, std::int64_t scale) {
  if (value.is_number()) return value.get<std::int64_t>() * scale;
  const auto text = value.get<std::string>();
  const auto slash = text.find('/');
  const std::int64_t parts = std::atoll(text.c_str() + slash + 1);
  EXPECT_EQ(scale % parts, 0) << text;
  return std::atoll(text.c_str()) * (scale / parts);
}

/// Costs in cycles, one byte per bit, in ticks of 1/scale cycle.
Parameters node(const json& cycles, std::int64_t scale) {
  const auto ticks = [&](const char* key) { return Time(Ticks{scaled(cycles.at(key), scale)}); };
  Parameters machine;
  machine.tick = Time{};
  machine.switching = Switching::store_and_forward;
  machine.injection = Injection::buffered;
  machine.ts = ticks("Ts");
  machine.tr = ticks("Tr");
  machine.gap = ticks("g");
  machine.th = ticks("r");
  machine.tw = Time(Ticks{scale / cycles.at("w").get<std::int64_t>()});
  return machine;
}

/// When each PE is done.
std::vector<std::int64_t> finish(const std::vector<int>& sides, Rank root, const Parameters& machine,
                                 std::size_t bytes, std::size_t block, Ticks work, Overlap overlap) {
  const Report report = Machine(torus(sides), machine).run([&](Communicator& comm) {
    std::vector<char> data(bytes, comm.rank() == root ? 'x' : ' ');
    pipelined_broadcast(
        comm, root, data, block,
        [&](std::span<const std::byte> part) {
          const auto share = work.count * static_cast<std::int64_t>(part.size());
          EXPECT_EQ(share % static_cast<std::int64_t>(bytes), 0) << "a tick too long";
          comm.compute(Ticks{share / static_cast<std::int64_t>(bytes)});
        },
        overlap);
    EXPECT_EQ(data, std::vector<char>(bytes, 'x')) << "PE " << comm.rank();
  });
  std::vector<std::int64_t> times;
  for (const PeReport& pe : report.pes) times.push_back(pe.finish.time.count);
  return times;
}

Overlap overlap_named(const std::string& name) {
  if (name == "block") return Overlap::block;
  if (name == "eager") return Overlap::eager;
  return name == "strict" ? Overlap::strict : Overlap::after;
}

TEST(PipelinedBroadcastGolden, TreesAreThoseOfTheCorrectedRoutingFunction) {
  for (const json& tree : pipelined_golden().at("trees")) {
    const json& sides = tree.at("sides");
    const Rank root = rank_of(tree.at("source"), sides);
    const collectives::TorusTree found(sides.get<std::vector<int>>(), root);
    Rank rank = 0;
    for (const json& children : tree.at("children")) {
      std::vector<Rank> expected;
      for (const json& child : children) expected.push_back(rank_of(child, sides));
      EXPECT_EQ(found.children(rank), expected) << sides << ", root " << root << ", PE " << rank;
      ++rank;
    }
  }
}

TEST(PipelinedBroadcastGolden, EveryPeIsDoneWhenTheOracleSays) {
  int compared = 0;
  for (const json& run : pipelined_golden().at("runs")) {
    const auto bits = run.at("bits").get<std::int64_t>();
    const std::int64_t scale = 16 * bits;
    for (const auto& [policy, expected] : run.at("finish").items()) {
      SCOPED_TRACE(policy + " " + run.at("sides").dump() + run.at("machine").dump());
      std::vector<std::int64_t> times;
      for (const json& time : expected) times.push_back(scaled(time, scale));
      EXPECT_EQ(finish(run.at("sides").get<std::vector<int>>(), rank_of(run.at("source"), run.at("sides")),
                       node(run.at("machine"), scale), static_cast<std::size_t>(bits), run.at("block"),
                       Ticks{run.at("computation").get<std::int64_t>() * scale}, overlap_named(policy)),
                times);
      ++compared;
    }
  }
  EXPECT_GE(compared, 40);
}

/// By the paper's name for it; times in cycles.
struct Named {
  const char* preset;
  std::int64_t cycle;  ///< ps
};
const std::map<std::string, Named>& named_machines() {
  static const std::map<std::string, Named> table{{"NCUBE/2", {"ncube2", 25'000}},
                                                  {"CM-5", {"cm5", 25'000}},
                                                  {"DASH", {"dash", 30'000}},
                                                  {"J-machine", {"jmachine", 31'000}},
                                                  {"Monsoon", {"monsoon", 20'000}}};
  return table;
}

TEST(PipelinedBroadcastGolden, PresetsAreTheMachinesOfTable1) {
  for (const auto& [name, cycles] : pipelined_golden().at("machines").items()) {
    const auto& [machine, cycle] = named_machines().at(name);
    const Costs costs = resolve(preset(machine));
    EXPECT_EQ(cycle, 1'000 * cycles.at("cycle_ns").get<std::int64_t>());
    EXPECT_EQ((costs.ts + costs.tr).count, cycle * cycles.at("Tsnd_plus_Trcv").get<std::int64_t>());
    EXPECT_EQ(costs.ts, costs.tr);
    EXPECT_EQ(costs.gap.count, cycle * cycles.at("g").get<std::int64_t>());
    EXPECT_EQ(costs.th.count, cycle * cycles.at("r").get<std::int64_t>());
    EXPECT_EQ(costs.tw.count * cycles.at("w").get<std::int64_t>(), cycle);
  }
}

TEST(PipelinedBroadcastGolden, SixteenBySixteenPesTakeWhatTheOracleSays) {
  for (const json& run : pipelined_golden().at("square16")) {
    const auto& [machine, cycle] = named_machines().at(run.at("machine"));
    for (const auto& [policy, expected] : run.at("time").items()) {
      const std::vector<std::int64_t> times =
          finish({16, 16}, 0, preset(machine), run.at("bits"), run.at("block"),
                 Ticks{run.at("computation").get<std::int64_t>() * cycle}, overlap_named(policy));
      EXPECT_EQ(*std::max_element(times.begin(), times.end()), scaled(expected, cycle)) << policy << run;
    }
  }
}

// By formula (6) over whole numbers of blocks; the corrected formula (9) comes within 1 % of that.
TEST(PipelinedBroadcastGolden, BestBlocksAreTheOracles) {
  for (const json& row : pipelined_golden().at("best_blocks")) {
    const auto& [machine, cycle] = named_machines().at(row.at("machine"));
    const Case c = case_of(*torus(16, 16), preset(machine), row.at("bits"));
    const Ticks work{row.at("computation").get<std::int64_t>() * cycle};
    EXPECT_EQ(best_block(c, work, BlockRule::search), row.at("best").get<std::size_t>()) << row;
    const collectives::PipelinedCost cost(c);
    EXPECT_LE(cost.time(best_block(c, work, BlockRule::corrected), work),
              1.01 * cost.time(row.at("best").get<std::size_t>(), work))
        << row;
  }
}

// Without work the link of a long block is what the next one waits for.
TEST(PipelinedBroadcast, SearchFindsTheBlocksThatTakeLeast) {
  const TopologyPtr topology = torus(4, 4);
  for (const char* machine : {"monsoon", "dash"})
    for (const std::size_t bytes : {1024U, 8192U}) {
      SCOPED_TRACE(std::string(machine) + ", bytes: " + std::to_string(bytes));
      const Case c = case_of(*topology, preset(machine), bytes);
      const Broadcast& pipelined = choose(builtin_catalogue().broadcast(), "pipelined_torus", c);
      const auto time = [&](std::size_t block) {
        const Verdict v =
            verify(pipelined, topology, preset(machine), {.workers = 1}, {.bytes = bytes, .segment = block});
        EXPECT_TRUE(v.ok()) << testing::PrintToString(v.faults);
        return v.report.finish.time;
      };
      Ticks least = kNever;
      for (std::size_t count = 1; count <= 32; ++count)
        least = std::min(least, time((bytes + count - 1) / count));
      EXPECT_EQ(time(best_block(c, Ticks{}, BlockRule::search)), least);
      EXPECT_EQ(time(0), least);
      EXPECT_LE(time(best_block(c, Ticks{}, BlockRule::corrected)).count, least.count * 101 / 100);
    }
}

// A block that crosses its link in just the time until the next is sent: which of the two the next
// one waits for is a tie.
TEST(PipelinedBroadcast, IsWhatItsFormulaSaysWhereALinkJustKeepsUp) {
  const TopologyPtr topology = torus(4, 4);
  Parameters machine = preset("unit");
  machine.ts = Ticks{2};
  machine.tw = Ticks{1};
  machine.injection = Injection::buffered;
  int predicted = 0;
  for (const std::size_t bytes : {16U, 20U, 24U, 32U, 64U})
    for (const std::size_t block : {0U, 1U, 2U, 3U, 4U, 6U, 7U, 8U, 9U, 16U}) {
      const Case c = case_of(*topology, machine, bytes);
      const Broadcast& pipelined = choose(builtin_catalogue().broadcast(), "pipelined_torus", c);
      const Verdict v =
          verify(pipelined, topology, machine, {.workers = 1}, {.bytes = bytes, .segment = block});
      EXPECT_TRUE(v.ok()) << bytes << " bytes in blocks of " << block << testing::PrintToString(v.faults);
      predicted += v.predicted ? 1 : 0;
    }
  EXPECT_GE(predicted, 15);
}

/// On any machine on which it is allowed everybody gets the data, works on each block once, and is
/// sent each block once.
TEST(PipelinedBroadcast, EagerIsRightOnOtherMachines) {
  Parameters direct = preset("generic");
  Parameters half = preset("dash");
  half.ports = half_port;
  Parameters many = preset("dash");
  many.ports = k_ports(2);
  Parameters waiting = preset("dash");
  waiting.eager = 0;
  for (const Parameters& machine : {direct, half, many, waiting, preset("paragon")}) {
    Execution execution;
    execution.record_critical_path = true;
    const Report report = Machine(torus(3, 4), machine, execution).run([](Communicator& comm) {
      std::vector<int> data(50, comm.rank() == 5 ? 7 : 0);
      std::size_t worked = 0;
      pipelined_broadcast(
          comm, 5, data, 32,
          [&](std::span<const std::byte> part) {
            comm.compute(Ticks{1'000'000});
            worked += part.size();
          },
          Overlap::eager);
      EXPECT_EQ(data, std::vector<int>(50, 7));
      EXPECT_EQ(worked, 200U);
    });
    EXPECT_EQ(report.totals.messages, 11 * 7);
    EXPECT_EQ(test::path_fault(report), "");
  }
}

TEST(PipelinedBroadcast, EagerNeedsToKnowWhenAPortIsFree) {
  Parameters machine = preset("generic");
  machine.switching = Switching::wormhole;
  const auto run = [&] {
    Machine(torus(2, 3), machine).run([&](Communicator& comm) {
      std::vector<int> data(4);
      pipelined_broadcast(comm, 0, data, 8, {}, Overlap::eager);
    });
  };
  EXPECT_THROW(run(), ProgramError);
  machine.injection = Injection::buffered;
  EXPECT_NO_THROW(run());
}

TEST(PipelinedBroadcast, RefusesWhatItCannotDo) {
  const auto on = [](const TopologyPtr& topology, std::size_t block) {
    Machine(topology, preset("dash")).run([&](Communicator& comm) {
      std::vector<int> data(4);
      pipelined_broadcast(comm, 0, data, block, {});
    });
  };
  EXPECT_NO_THROW(on(torus(2, 3), 8));
  EXPECT_THROW(on(torus(2, 3), 0), ProgramError);
  EXPECT_THROW(on(torus(2, 3), 6), ProgramError);
  EXPECT_THROW(on(torus(2, 2, 2), 8), ConfigError);
  EXPECT_THROW(on(complete(5), 8), ConfigError);
}

}  // namespace
}  // namespace toruscope
