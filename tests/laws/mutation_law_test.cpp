// SPDX-License-Identifier: Apache-2.0
// Verification is verified: every algorithm is run with one thing damaged between it and the
// machine, and whatever changes data, counts or times must be caught - by a fault of the verdict,
// or because the run ends with an error.
//
// Equivalent   Decided by a rule, before it is asked whether verification noticed: nothing that
//              passed was changed (the message was empty, the operands commute), or the run is the
//              same in its data on every PE (as kept by tests/support/damage, byte for byte), its
//              messages, bytes and hops in all, its time, and the startups, bytes and hops of its
//              critical path.
// Elsewhere    Where no formula holds, nothing tells what a run should take: a mutant that has all
//              data right and all messages received, and only another time, cannot be caught there.
//              The same is then damaged where the formula of the algorithm holds, on a complete
//              graph, a torus of equal sides or where only startups cost, as the grid of `verify
//              --all` has it too. It must be reached there, and change something.

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/fates.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using test::Damaged;
using test::Fate;
using test::Fates;
using test::FatesByKind;
using test::KindOfDamage;
using test::Passed;
using test::Site;

constexpr const char* kNotReached = "the place is not reached";

/// Where the mutants of an algorithm live, and how many there are: so many PEs, so many of what
/// passes each.
struct Depth {
  std::vector<std::string> topologies;
  std::vector<Parameters> machines;
  std::vector<std::size_t> sizes;
  int pes;
  int numbers;
  std::vector<Parameters> more_machines;  ///< for more_workloads
};

/// What is combined, where something is, if nothing else is said: by an operator that does not
/// commute, so that a wrong order is found.
constexpr Operands kOrdered = Operands::affine;

/// What is seldom asked: operators that commute, values in parts, shifts that carry from one line
/// to the next.
std::vector<std::pair<std::string, Workload>> more_workloads(const OperationTraits& operation) {
  std::vector<std::pair<std::string, Workload>> all{{"ring:5", {.bytes = 64, .operands = kOrdered}}};
  if (operation.combines) {
    all.push_back({"torus:3x3", {.bytes = 72, .root = 4, .operands = Operands::sum}});
    all.push_back({"ring:5", {.bytes = 40, .root = 2, .operands = Operands::sum}});
    all.push_back({"torus:2x4", {.bytes = 64, .root = 3, .operands = Operands::sum}});
  }
  if (operation.moves == Moves::values) {
    all.push_back({"complete:5", {.bytes = 64, .operands = kOrdered, .segment = 16}});
    all.push_back({"ring:4", {.bytes = 24, .values = 7, .operands = kOrdered}});
  }
  if (operation.has_distance) all.push_back({"torus:3x4", {.bytes = 24, .distance = 7}});
  if (operation.has_root)
    all.push_back(
        {"hypercube:3",
         {.bytes = 64, .root = 5, .operands = operation.combines ? Operands::sum : Operands::affine}});
  return all;
}

std::set<std::int64_t> spread(std::int64_t count, int wanted) {
  std::set<std::int64_t> some;
  for (int i = 0; i < wanted && count > 0; ++i)
    some.insert(wanted == 1 ? count / 2 : i * (count - 1) / (wanted - 1));
  return some;
}

/// The sites of a kind, given what passes each PE in a sound run.
std::vector<Site> sites_of(const KindOfDamage& kind, const std::vector<Passed>& sound,
                           const OperationTraits& operation, bool moves, const Depth& depth) {
  std::vector<Rank> pes;
  for (Rank pe = 0; pe < static_cast<Rank>(sound.size()); ++pe)
    if (test::places_on(sound[static_cast<std::size_t>(pe)], kind, operation, moves) > 0) pes.push_back(pe);
  std::vector<Site> all;
  for (const std::int64_t place : spread(static_cast<std::int64_t>(pes.size()), depth.pes)) {
    const Rank pe = pes[static_cast<std::size_t>(place)];
    const std::int64_t count = test::places_on(sound[static_cast<std::size_t>(pe)], kind, operation, moves);
    for (const std::int64_t number : spread(count, depth.numbers)) all.push_back({kind.kind, pe, number});
  }
  return all;
}

/// The counts of a critical path that a formula speaks of, as far as they cost something: of paths
/// that take as long, any may be the one.
std::vector<std::int64_t> counts_of(const Account& path, const Costs& costs) {
  return {costs.ts == Ticks{} ? 0 : path.startups, costs.tw == Ticks{} ? 0 : path.bytes,
          costs.th == Ticks{} ? 0 : path.hops};
}

/// Where the formula of an algorithm may hold that has none on `topology`: as many PEs on a
/// complete graph; of a torus with unlike sides, which may be all that the algorithm runs on, the
/// torus whose sides are all as long as its longest.
std::vector<TopologyPtr> places_with_formulas(const TopologyPtr& topology) {
  std::vector<TopologyPtr> all{topology, complete(topology->pes())};
  const std::vector<int>& sides = topology->sides();
  const int longest = *std::max_element(sides.begin(), sides.end());
  const bool are_unlike = std::any_of(sides.begin(), sides.end(), [&](int side) { return side != longest; });
  if (topology->is_torus() && are_unlike) all.push_back(torus(std::vector<int>(sides.size(), longest)));
  return all;
}

/// One algorithm in one case, sound or damaged.
template <class Entry>
class Subject {
 public:
  Subject(const Entry& algorithm, TopologyPtr topology, const Parameters& machine, const Workload& workload)
      : algorithm_(algorithm), topology_(std::move(topology)), machine_(machine), workload_(workload) {
    sound_ = run(nullptr);
    passed_sound_ = passed_;
  }

  [[nodiscard]] const Verdict& sound() const { return sound_; }
  [[nodiscard]] const std::vector<Passed>& passed() const { return passed_sound_; }

  /// Runs the mutant.
  Fate fate_of(const Site& site) {
    Verdict v;
    std::string error;
    try {
      v = run(&site);
    } catch (const HostLimitError& e) {
      ADD_FAILURE() << describe(site) << " does not end: " << e.what();
      return {Fate::survived, ""};
    } catch (const Error& e) {
      error = e.what();
    }
    const auto harmed =
        std::find_if(passed_.begin(), passed_.end(), [](const Passed& p) { return p.is_harmed; });
    if (harmed == passed_.end()) {
      const auto spared =
          std::find_if(passed_.begin(), passed_.end(), [](const Passed& p) { return !p.spared.empty(); });
      EXPECT_TRUE(error.empty() && is_the_same(v)) << describe(site) << " is no damage, but differs. " << error;
      return {Fate::equivalent, spared == passed_.end() ? kNotReached : spared->spared, false};
    }
    if (error.empty() && is_the_same(v)) {
      EXPECT_TRUE(v.ok()) << describe(site);
      return {Fate::equivalent, "data, counts and times are the same"};
    }
    if (!error.empty() || !v.ok()) return {Fate::caught, ""};
    if (!sound_.predicted && has_the_same_data(v)) return {Fate::unpredicted, ""};
    ADD_FAILURE() << "not caught: " << describe(site) << difference(v);
    return {Fate::survived, ""};
  }

  /// The same algorithm on those machines of the grid of `verify --all` on which its formula holds.
  [[nodiscard]] std::vector<std::unique_ptr<Subject>> where_predicted() const {
    std::vector<std::unique_ptr<Subject>> all;
    Parameters unit = preset("unit");
    // its trees are those of machines on which a message travels long
    Parameters postal = preset("postal");
    unit.ports = postal.ports = machine_.ports;
    Parameters wide = preset("unit");  // a formula may want a port for each edge of a tree
    wide.ports = k_ports(3);
    Parameters full = preset("unit");  // or for each link
    full.ports = all_ports;
    // 128: equal parts for up to 16 PEs
    for (const std::size_t bytes : {workload_.bytes, std::size_t{128}})
      for (const Parameters& machine : {unit, machine_, preset("unit"), postal, wide, full})
        for (const TopologyPtr& topology : places_with_formulas(topology_)) {
          Workload workload = workload_;
          workload.bytes = bytes;
          const Case c = collectives::question_of(Entry::kOperation, *topology, machine, workload);
          if (!algorithm_.refusal(c) && algorithm_.predicted(c))
            all.push_back(std::make_unique<Subject>(algorithm_, topology, machine, workload));
        }
    return all;
  }
  [[nodiscard]] std::string describe(const Site& site) const {
    return fmt::format("{}/{} on {}, {}, {} bytes, root {}: {}, PE {}, number {}", Entry::kOperation.name,
                       algorithm_.name, topology_->name(), machine_.name, workload_.bytes, workload_.root,
                       test::kind(site.kind).name, site.pe, site.number);
  }

 private:
  Verdict run(const Site* site) {
    passed_.assign(static_cast<std::size_t>(topology_->pes()), {});
    Execution execution;
    execution.workers = 1;
    execution.time_limit = std::chrono::seconds(60);  // never needed: nothing here may hang
    return verify(test::damaged(algorithm_, site, passed_), topology_, machine_, execution, workload_);
  }

  /// By the bytes that this law has kept itself, whatever the verdict says of them.
  [[nodiscard]] bool has_the_same_data(const Verdict& v) const {
    const bool all = std::equal(passed_.begin(), passed_.end(), passed_sound_.begin(), passed_sound_.end(),
                                [](const Passed& a, const Passed& b) { return a.result == b.result; });
    return all && v.report.totals.messages == sound_.report.totals.messages;
  }
  [[nodiscard]] bool is_the_same(const Verdict& v) const {
    return has_the_same_data(v) && v.report.finish.time == sound_.report.finish.time &&
           v.report.totals.bytes == sound_.report.totals.bytes &&
           v.report.totals.hops == sound_.report.totals.hops &&
           counts_of(v.report.finish.account, v.report.costs) ==
               counts_of(sound_.report.finish.account, v.report.costs);
  }
  [[nodiscard]] std::string difference(const Verdict& v) const {
    return fmt::format("; {} ticks instead of {}, {} messages instead of {}, data {}",
                       v.report.finish.time.count, sound_.report.finish.time.count, v.report.totals.messages,
                       sound_.report.totals.messages, has_the_same_data(v) ? "the same" : "others");
  }

  const Entry& algorithm_;
  TopologyPtr topology_;
  Parameters machine_;
  Workload workload_;
  std::vector<Passed> passed_, passed_sound_;
  Verdict sound_;
};

/// What becomes of a mutant where a formula holds: caught anywhere, or without a change wherever
/// its site is reached.
template <class Entry>
Fate fate_elsewhere(const std::vector<std::unique_ptr<Subject<Entry>>>& places, const Site& site) {
  Fate fate{Fate::unpredicted, ""};
  for (const auto& place : places) {
    const Fate there = place->fate_of(site);
    if (there.kind == Fate::caught) return there;
    if (there.kind == Fate::equivalent && there.is_harmed)
      fate = {Fate::equivalent, "only waits for links change"};
  }
  return fate;
}

/// Tries all sites of all kinds on one place.
template <class Entry>
void try_all(Subject<Entry>& subject, const Depth& depth, FatesByKind& fates) {
  std::vector<std::unique_ptr<Subject<Entry>>> places;
  bool are_sought = false;
  for (const KindOfDamage& kind : test::kinds())
    for (const Site& site :
         sites_of(kind, subject.passed(), Entry::kOperation, subject.sound().question.bytes > 0, depth)) {
      Fates& own = fates[kind.kind];
      Fate fate = subject.fate_of(site);
      if (fate.kind == Fate::caught) ++own.caught;
      if (fate.kind == Fate::unpredicted) {
        if (!std::exchange(are_sought, true)) places = subject.where_predicted();
        fate = fate_elsewhere(places, site);
        if (fate.kind == Fate::caught) ++own.elsewhere;
        if (fate.kind == Fate::unpredicted) {
          ++own.survived;
          ADD_FAILURE() << "not caught, and there is no formula: " << subject.describe(site);
        }
      }
      if (fate.kind == Fate::equivalent) ++own.equivalent[fate.reason];
      if (fate.kind == Fate::survived) ++own.survived;
    }
}

template <class Entry>
FatesByKind mutate(const Depth& depth) {
  FatesByKind all;
  for (const Entry& algorithm : builtin_catalogue().of<Entry>()) {
    FatesByKind own;
    int predicted = 0;
    bool keeps_order = false;
    const auto try_on = [&](const TopologyPtr& topology, Parameters machine, Workload workload) {
      const auto refuses = [&] {
        return algorithm.refusal(collectives::question_of(Entry::kOperation, *topology, machine, workload))
            .has_value();
      };
      if (refuses()) workload.root = 0;
      if (refuses()) machine.ports = k_ports(2);
      if (refuses()) return;
      keeps_order |= workload.operands == kOrdered;
      Subject<Entry> subject(algorithm, topology, machine, workload);
      EXPECT_TRUE(subject.sound().ok()) << algorithm.name << " on " << topology->name();
      if (subject.sound().predicted || (predicted == 0 && !subject.where_predicted().empty())) ++predicted;
      try_all(subject, depth, own);
    };
    for (const std::string& name : depth.topologies)
      for (const Parameters& machine : depth.machines)
        for (const std::size_t bytes : depth.sizes) {
          const TopologyPtr topology = parse_topology(name);
          try_on(topology, machine, {.bytes = bytes, .root = topology->pes() / 3, .operands = kOrdered});
        }
    for (const Parameters& machine : depth.more_machines)
      for (const auto& [name, workload] : more_workloads(Entry::kOperation))
        try_on(parse_topology(name), machine, workload);
    if (own.empty())
      try_on(parse_topology("torus:8x8"), collectives::linear_machine().parameters,
             {.bytes = depth.sizes.front(), .operands = kOrdered});
    EXPECT_GE(predicted, core::kSanitized ? 0 : 1)
        << algorithm.name << " has a formula on none of the topologies of this law";
    // the few cases for sanitizers have none that it does
    if (core::kSanitized && own.empty()) continue;
    const auto expect_caught = [&](const std::vector<Damaged>& some) {
      for (const Damaged kind : some)
        EXPECT_GT(own[kind].caught, 0) << algorithm.name << ", " << test::kind(kind).name;
    };
    expect_caught({Damaged::dropped, Damaged::doubled, Damaged::misaddressed, Damaged::lengthened});
    if (Entry::kOperation.moves != Moves::nothing)
      expect_caught({Damaged::truncated, Damaged::lost_tail, Damaged::flipped_bit, Damaged::stale_receive});
    if (Entry::kOperation.combines && keeps_order && depth.numbers > 1)
      expect_caught({Damaged::wrong_operand_order});
    if (Entry::kOperation.has_root) expect_caught({Damaged::wrong_root});
    for (const auto& [kind, fates] : own) all[kind].add(fates);
  }
  test::print(Entry::kOperation.name, all);
  return all;
}

template <class Entry>
class EveryMutantOf : public testing::Test {};
template <class... Entry>
struct Entries {
  using Tests = testing::Types<Entry...>;
  static std::set<std::string> names() { return {Entry::kOperation.name...}; }
  static FatesByKind mutate_all(const Depth& depth) {
    FatesByKind sum;
    for (const FatesByKind& each : {mutate<Entry>(depth)...})
      for (const auto& [kind, fates] : each) sum[kind].add(fates);
    return sum;
  }
};
using Operations = Entries<Alltoall, Alltoallv, Broadcast, Reduce, Barrier, Scan, Exscan, Gather, Gatherv,
                           Scatter, Scatterv, Allgather, Allgatherv, Allreduce, ReduceScatter, ReduceScatterv,
                           Shift, Pingpong, Bandwidth, Bibandwidth, Sendrecv, MultiPair, Bisection>;

TEST(Mutation, LeavesNoOperationOut) {
  std::set<std::string> table;
  for (const collectives::Operation& operation : collectives::operations()) table.insert(operation.name);
  EXPECT_EQ(Operations::names(), table);
}

struct NameOfOperation {
  template <class Entry>
  static std::string GetName(int) {
    return Entry::kOperation.name;
  }
};
TYPED_TEST_SUITE(EveryMutantOf, Operations::Tests, NameOfOperation);

/// Everything costs something, with and without a gap.
std::vector<Parameters> with_all_costs(bool also_with_gap) {
  std::vector<Parameters> all{collectives::all_costs_machine().parameters};
  if (also_with_gap) all.emplace_back(all.front()).gap = Ticks{2'500'000};
  return all;
}

/// ts and tw, on which most formulas hold: so that a change of time is one of a promise.
Parameters linear(int ports) {
  Parameters machine = collectives::linear_machine().parameters;
  if (ports > 1) machine.ports = k_ports(ports);
  return machine;
}

constexpr const char* kIslands = "hier:complete:2/complete:3";

TYPED_TEST(EveryMutantOf, IsCaughtOrChangesNothing) {
  const std::vector<Parameters> machines{linear(1), preset("unit")};
  std::vector<std::string> topologies{"ring:5", "ring:8", "torus:4x4", "torus:3x3", "complete:4", kIslands};
  if (core::kSanitized) return static_cast<void>(mutate<TypeParam>({topologies, machines, {128}, 1, 1, {}}));
  topologies.emplace_back("complete:6");
  mutate<TypeParam>({topologies, machines, {128, 0}, 2, 2, with_all_costs(false)});
}

// Minutes; `ctest --preset long`.
TEST(Long, EveryMutantOfEveryAlgorithmIsCaughtOrChangesNothing) {
  if (core::kSanitized) GTEST_SKIP() << "a hundred thousand runs";
  const Depth depth{{"ring:2", "ring:5", "ring:6", "ring:8", "torus:3x4", "torus:4x4", "torus:2x2x2",
                     "complete:6", "complete:9", kIslands},
                    {linear(1), linear(2), preset("unit"), preset("postal")},
                    {16, 3, 0, 128},
                    3,
                    3,
                    with_all_costs(true)};
  const FatesByKind sum = Operations::mutate_all(depth);
  test::print("all operations", sum);
  for (const KindOfDamage& kind : test::kinds()) EXPECT_GT(sum.at(kind.kind).caught, 0) << kind.name;
}

}  // namespace
}  // namespace toruscope
