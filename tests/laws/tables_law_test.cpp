// SPDX-License-Identifier: Apache-2.0
// The law of the Machine on every combination of the tables: topology, port rule, policy, switching
// with one virtual channel or two and without buffers or with one, injection, eager limit, and the
// costs of each preset. In each that is not refused one random program agrees with the reference
// network to the tick; what is refused is known beforehand, and no more. Other numbers of ports,
// channels and buffers, and links that differ, are drawn by reference_law_test.cpp.
//
// `ctest --preset long` goes through all of them, a normal run through every 19th, so that all
// pairs of entries occur.

#include "tests/support/machine_files.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/program_change.hpp"
#include "tests/support/random_program.hpp"
#include "tests/support/reference_dealt.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/run_program.hpp"

#include <array>
#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;
using Guest = MachineDescription::Guest;

/// All kinds of the table of topologies, then failed links, and a guest.
const std::vector<MachineDescription>& networks() {
  static const std::vector<MachineDescription> all{
      {.network = Network::torus, .sides = {4, 3}},
      {.network = Network::ring, .sides = {7}},
      {.network = Network::mesh, .sides = {3, 3}},
      {.network = Network::line, .sides = {5}},
      {.network = Network::hypercube, .sides = {3}},
      {.network = Network::tree, .sides = {7}},
      {.network = Network::graph, .sides = {5}, .wires = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}},
      {.network = Network::complete, .sides = {5}},
      {.network = Network::mesh, .sides = {3, 3}, .failed = {{0, 1}, {4, 5}}},
      {.network = Network::torus,
       .sides = {4, 2},
       .guest = Guest{.network = Network::mesh, .sides = {2, 4}, .rule = Guest::Rule::snake}}};
  return all;
}

/// No startup and no time for hops, then those of the presets, in ticks.
const std::vector<Costs>& costs() {
  static const std::vector<Costs> all = [] {
    std::vector<Costs> sets(1);
    sets[0].tw = Ticks{1};
    for (const Preset& preset : presets()) sets.push_back(resolve(preset.parameters));
    return sets;
  }();
  return all;
}

struct PortChoice {
  PortRule rule;
  int k;
};
constexpr std::array kPorts{PortChoice{PortRule::half, 1}, PortChoice{PortRule::k, 1},
                            PortChoice{PortRule::telephone, 1}, PortChoice{PortRule::k, 2},
                            PortChoice{PortRule::all, 1}};

/// The tables. `switching` is followed by its virtual channels and buffers.
enum Table {
  kNetwork,
  kPortRule,
  kPolicy,
  kSwitching,
  kChannels,
  kBuffers,
  kInjection,
  kEager,
  kCosts,
  kTables
};
/// An entry of each table.
using Choice = std::array<std::size_t, kTables>;

Choice sizes() {
  return {networks().size(), kPorts.size(), 2, 3, 2, 2, 2, 2, costs().size()};
}

std::size_t combinations() {
  std::size_t product = 1;
  for (const std::size_t size : sizes()) product *= size;
  return product;
}

Choice choice_of(std::size_t number) {
  Choice choice = sizes();
  for (std::size_t& entry : choice) {
    const std::size_t size = entry;
    entry = number % size;
    number /= size;
  }
  return choice;
}

MachineDescription machine_of(const Choice& choice) {
  MachineDescription machine = networks()[choice[kNetwork]];
  machine.port_rule = kPorts[choice[kPortRule]].rule;
  machine.ports = kPorts[choice[kPortRule]].k;
  machine.port_policy = std::array{PortPolicy::queue, PortPolicy::strict}[choice[kPolicy]];
  machine.switching = static_cast<SwitchingMode>(choice[kSwitching]);
  machine.virtual_channels = static_cast<int>(choice[kChannels]) + 1;
  if (choice[kBuffers] == 1) machine.buffers = 1;
  machine.injection = std::array{Injection::direct, Injection::buffered}[choice[kInjection]];
  if (choice[kEager] == 1) machine.eager = 4;
  const Costs& of_set = costs()[choice[kCosts]];
  machine.ts = of_set.ts.count;
  machine.tr = of_set.tr.count;
  machine.tm = of_set.tm.count;
  machine.tw = of_set.tw.count;
  machine.th = of_set.th.count;
  machine.latency = of_set.latency.count;
  machine.gap = of_set.gap.count;
  return machine;
}

/// Buffers without time for a hop; routes with a cyclic dependency, on a ring where hops take no
/// time.
bool is_to_be_refused(const MachineDescription& machine) {
  const bool has_rings = machine.network == Network::torus || machine.network == Network::ring;
  const bool has_one_channel = holds_channels(machine) && machine.virtual_channels == 1;
  if (machine.th == 0 && (machine.buffers || (has_rings && has_one_channel))) return true;
  return has_cyclic_waits(machine);
}

/// What has been run.
struct Tally {
  std::size_t run = 0;
  std::set<std::array<std::size_t, 4>> pairs;  ///< table, its entry, a later table, its entry
};

void count(const Choice& choice, Tally& tally) {
  ++tally.run;
  for (std::size_t a = 0; a < kTables; ++a)
    for (std::size_t b = a + 1; b < kTables; ++b) tally.pairs.insert({a, choice[a], b, choice[b]});
}

void run_combination(std::size_t number, Tally& tally) {
  const Choice choice = choice_of(number);
  const MachineDescription machine = machine_of(choice);
  const std::string why = refusal(machine.topology(), machine.parameters());
  ASSERT_EQ(!why.empty(), is_to_be_refused(machine)) << why << "\n" << to_string(machine);
  if (!why.empty()) return;
  count(choice, tally);
  rc::Random random(number);
  const Interest interest = number / 2 % 2 == 0 ? Interest::links : Interest::unnamed;
  Program program = programs(interest, machine.pes())(random, 5).value();
  limit_polls(program);  // a message that waits for its receive may come never
  const Outcome reference = reference_run(machine, program);
  const Execution execution{.workers = 1 + static_cast<int>(number % 2)};
  ASSERT_EQ(difference(program, reference, run_on_machine(machine, program, execution).outcome), "")
      << "combination " << number << "\n"
      << to_string(machine) << to_string(program);
}

/// All pairs of entries of two tables but those that are refused: finite buffers, with costs
/// without time for a hop.
std::set<std::array<std::size_t, 4>> pairs_that_may_be() {
  std::set<std::array<std::size_t, 4>> pairs;
  const Choice of_table = sizes();
  for (std::size_t a = 0; a < kTables; ++a)
    for (std::size_t b = a + 1; b < kTables; ++b)
      for (std::size_t i = 0; i < of_table[a]; ++i)
        for (std::size_t j = 0; j < of_table[b]; ++j)
          if (a != kBuffers || i == 0 || b != kCosts || costs()[j].th > Ticks{0}) pairs.insert({a, i, b, j});
  return pairs;
}

/// Runs every so many-th combination, and expects every pair of entries among them.
Tally run_every(std::size_t stride) {
  Tally tally;
  for (std::size_t number = 0; number < combinations(); number += stride) {
    run_combination(number, tally);
    if (testing::Test::HasFatalFailure()) return tally;
  }
  EXPECT_EQ(tally.pairs, pairs_that_may_be());
  return tally;
}

TEST(LawOfTheTables, HoldsInEveryNineteenthCombination) {
  constexpr std::size_t kWithoutReference = 5;  // fattree, dragonfly, hyperx, twisted, hier
  ASSERT_EQ(networks().size() + kWithoutReference, topologies().size() + 2)
      << "one of each kind that the reference network knows, failed links, a guest";

  const Tally tally = run_every(19);

  EXPECT_GE(tally.run, std::size_t{2000});
}

TEST(Long, TheLawOfTheTablesHoldsInEveryCombination) {
  const Tally tally = run_every(1);

  EXPECT_GE(tally.run, std::size_t{40000});
}

}  // namespace
}  // namespace toruscope::test
