// SPDX-License-Identifier: Apache-2.0
// What holds for every algorithm of the table. A new entry gets these laws by its line in the table.

#include "collectives/operations.hpp"
#include "runtime/engine/sanitizers.hpp"
#include "tests/support/broken_twins.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// A sanitizer remembers every PE that there ever was, so with one the tables are short.
std::vector<TopologyPtr> topologies_to_try() {
  if (detail::kSanitized) return {ring(1), ring(5), ring(6), torus(4, 4), torus(3, 5), complete(5)};
  std::vector<TopologyPtr> all;
  for (int p = 1; p <= 13; ++p) all.push_back(ring(p));
  for (const int p : {16, 18, 31}) all.push_back(ring(p));
  for (const int p : {1, 2, 3, 5, 8, 11}) all.push_back(complete(p));
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{{2, 2},
                                                                     {2, 4},
                                                                     {4, 4},
                                                                     {3, 5},
                                                                     {8, 4},
                                                                     {1, 9},
                                                                     {12, 8},
                                                                     {6, 6},
                                                                     {1, 1},
                                                                     {5, 7},
                                                                     {2, 2, 2},
                                                                     {2, 3, 4},
                                                                     {3, 3, 3},
                                                                     {1, 6, 1},
                                                                     {4, 4, 2},
                                                                     {2, 8},
                                                                     {4, 12},
                                                                     {2, 1, 2, 3}})
    all.push_back(torus(sides));
  return all;
}

/// Every cost of its own, so that no two parts of a time can stand for each other.
Parameters all_costs() {
  Parameters costs;
  costs.name = "all costs";
  costs.tick = Time{};
  costs.ts = Ticks{1'000'003};
  costs.tr = Ticks{70'001};
  costs.tm = Ticks{10'007};
  costs.tw = Ticks{101};
  costs.th = Ticks{5'003};
  costs.latency = Ticks{30'011};
  return costs;
}

/// ts and tw, as in the papers.
Parameters linear() {
  Parameters costs;
  costs.name = "linear";
  costs.tick = Time{};
  costs.ts = Ticks{1'000};
  costs.tw = Ticks{7};
  return costs;
}

std::vector<Parameters> machines_to_try() {
  Parameters buffered = all_costs();
  buffered.name = "buffered";
  buffered.injection = Injection::buffered;
  Parameters gap = all_costs();
  gap.name = "gap";
  gap.gap = Ticks{2'500'000};
  if (detail::kSanitized) return {linear(), all_costs(), buffered};
  return {linear(), all_costs(), preset("unit"), buffered, gap};
}

/// Step machines of k ports, whole and fractional lambda; and k ports with costs of every kind.
std::vector<Parameters> machines_of_many_ports() {
  std::vector<Parameters> all;
  for (const int k : {1, 2, 3}) {
    Parameters postal = preset("postal");
    postal.ports = k_ports(k);
    for (const auto& [numerator, denominator] : {std::pair{1, 1}, {2, 1}, {3, 1}, {3, 2}, {7, 3}})
      all.push_back(with_lambda(postal, numerator, denominator));
    for (Parameters costs : {linear(), all_costs(), preset("unit")}) {
      costs.ports = k_ports(k);
      all.push_back(costs);
    }
  }
  for (Parameters& machine : all) machine.name += ", ports " + to_string(machine.ports);
  return all;
}

/// The cheapest host; that others give the same is determinism_law_test's affair.
Execution one_worker() {
  Execution execution;
  execution.workers = 1;
  return execution;
}

std::set<Rank> roots(int p) {
  return {0, 1 % p, p / 2, p - 1};
}

std::string faults_of(const Verdict& v) {
  std::ostringstream text;
  for (const std::string& fault : v.faults) text << fault << "\n";
  const Parameters& machine = v.report.parameters;
  text << "on " << v.report.topology->name() << ", machine " << machine.name << ", ports "
       << to_string(machine.ports) << ", " << to_string(machine.injection) << ", " << v.question.bytes
       << " bytes, root " << v.question.root;
  if (v.question.values) text << ", " << *v.question.values << " values";
  return text.str();
}

/// What an operation may be asked for on p PEs: nothing, one byte, odd sizes, every place for a root, fewer and more
/// values than PEs.
std::vector<Workload> workloads(const OperationTraits& operation, int p) {
  std::vector<Workload> all{{}};
  const auto times = [&all](const auto& choices, auto set) {
    std::vector<Workload> more;
    for (const Workload& w : all)
      for (const auto& choice : choices) set(more.emplace_back(w), choice);
    all = std::move(more);
  };
  const auto set_bytes = [](Workload& w, std::size_t bytes) { w.bytes = bytes; };
  switch (operation.moves) {
    case Moves::nothing:
      break;
    case Moves::blocks:
      times(p > 40 ? std::vector{0U, 13U} : std::vector{0U, 1U, 2U, 13U, 512U}, set_bytes);
      break;
    case Moves::vector:
      times(std::vector{0U, 1U, 13U, 1024U}, set_bytes);
      break;
    case Moves::values:
      times(std::vector{0U, 1U, 13U, 40U}, set_bytes);
      break;
  }
  std::vector<Workload> others;  // what is not tried together with everything else
  if (operation.has_root)
    for (const Rank root : roots(p))
      for (const std::size_t bytes : {13U, 1024U}) others.push_back({bytes, root});
  if (operation.moves == Moves::values)
    for (const int values : {0, 1, p - 1, p + 1, 3 * p + 2}) others.push_back({.bytes = 8, .values = values});
  if (operation.combines) {
    others.push_back({.bytes = 8, .root = p - 1, .operands = Operands::intervals});
    others.push_back({.bytes = 24, .root = p / 2, .values = 2 * p, .operands = Operands::intervals});
  }
  others.push_back({.bytes = 16, .root = p / 3, .staggered = true});
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// A line of the table of operations, and its algorithms.
class EveryOperation : public testing::TestWithParam<std::size_t> {
 protected:
  const detail::Operation& operation() const { return detail::operations()[GetParam()]; }
  std::vector<const AlgorithmInfo*> algorithms() const { return operation().algorithms(builtin_catalogue()); }

  /// Calls check(algorithm, topology, machine, workload) for every algorithm wherever it is not refused.
  template <class Check>
  void for_each_case(const std::vector<TopologyPtr>& topologies, const std::vector<Parameters>& machines,
                     Check check) const {
    for (const TopologyPtr& topology : topologies)
      for (const Parameters& machine : machines)
        for (const Workload& workload : workloads(operation().traits, topology->nodes()))
          for (const AlgorithmInfo* algorithm : algorithms())
            if (!algorithm->refusal(operation().question(*topology, machine, workload)))
              check(*algorithm, topology, machine, workload);
  }
  Verdict verified(const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& machine,
                   const Workload& workload, const Execution& execution = one_worker()) const {
    return operation().verify(algorithm, topology, machine, execution, workload);
  }
};

std::vector<std::size_t> lines_with_a_root() {
  std::vector<std::size_t> lines;
  for (std::size_t line = 0; line < detail::operations().size(); ++line)
    if (detail::operations()[line].traits.has_root) lines.push_back(line);
  return lines;
}

class EveryRootedOperation : public EveryOperation {};

constexpr auto kNameOfLine = [](const auto& line) { return detail::operations()[line.param].name; };
INSTANTIATE_TEST_SUITE_P(Table, EveryOperation, testing::Range(std::size_t{0}, detail::operations().size()),
                         kNameOfLine);
INSTANTIATE_TEST_SUITE_P(Table, EveryRootedOperation, testing::ValuesIn(lines_with_a_root()), kNameOfLine);

/// What was verified, so that a law over nothing fails. With a sanitizer fewer cases are tried.
struct Tally {
  std::map<std::string, int> runs, predictions;

  void count(const Verdict& v) {
    ++runs[v.algorithm];
    if (v.predicted) ++predictions[v.algorithm];
  }
  void expect_predictions(int least) {
    int all = 0;
    for (const auto& [name, count] : predictions) all += count;
    EXPECT_GT(all, detail::kSanitized ? least / 4 : least);
  }
  void expect_all(const std::vector<const AlgorithmInfo*>& algorithms, bool has_formulas) {
    for (const AlgorithmInfo* a : algorithms) {
      EXPECT_GT(runs[a->name], detail::kSanitized ? 5 : 20) << a->name;
      if (has_formulas) {
        EXPECT_GT(predictions[a->name], detail::kSanitized ? 2 : 10)
            << a->name << " has a formula, " << a->formula;
      }
    }
  }
};

// --- the definition, the formula, the bound, the account: all that `verify` compares -------------------------

TEST_P(EveryOperation, KeepsItsPromises) {
  Tally tally;
  for_each_case(topologies_to_try(), machines_to_try(),
                [&](const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& machine,
                    const Workload& workload) {
                  const Verdict v = verified(algorithm, topology, machine, workload);
                  EXPECT_TRUE(v.ok()) << faults_of(v);
                  tally.count(v);
                });
  tally.expect_all(algorithms(), !operation().traits.sizes_differ);
}

TEST_P(EveryOperation, KeepsItsPromisesWithManyPorts) {
#if TORUSCOPE_TSAN
  GTEST_SKIP() << "one worker each, and ThreadSanitizer keeps memory for every fiber of thousands of runs";
#endif
  Tally tally;
  std::vector<TopologyPtr> topologies{torus(3, 4)};
  const int most = detail::kSanitized ? 5 : 14;
  for (int p = 1; p <= most; ++p) topologies.push_back(complete(p));
  if (!detail::kSanitized) topologies.insert(topologies.end(), {complete(16), complete(27)});
  for_each_case(topologies, machines_of_many_ports(),
                [&](const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& machine,
                    const Workload& workload) {
                  if (workload.bytes > 100) return;
                  const Verdict v = verified(algorithm, topology, machine, workload);
                  EXPECT_TRUE(v.ok()) << faults_of(v);
                  tally.count(v);
                });
  if (!operation().traits.sizes_differ) tally.expect_predictions(100);
}

TEST_P(EveryRootedOperation, KeepsRankOrderForEveryRoot) {
  for (const TopologyPtr& topology :
       {ring(7), ring(12), torus(3, 4), torus(2, 3, 3), complete(6), complete(11)})
    for (const AlgorithmInfo* algorithm : algorithms()) {
      if (algorithm->refusal(operation().question(*topology, linear(), {}))) continue;
      for (Rank root = 0; root < topology->nodes(); ++root) {
        const Verdict v = verified(*algorithm, topology, linear(), {8, root, {}, Operands::intervals});
        EXPECT_TRUE(v.ok()) << faults_of(v);
      }
    }
}

// On sides that are powers of two the halves are equal, so no message is early and none meets another.
TEST(RecursiveDoubling, ReducesWithoutLinkConflictsOnPowersOfTwo) {
  for (const TopologyPtr& topology : {ring(2), ring(8), ring(32), torus(4, 8), torus(2, 2, 4)})
    for (const Reduce& entry : builtin_catalogue().reduce()) {
      if (!entry.name.ends_with("recursive_doubling")) continue;
      if (entry.refusal(case_of(*topology, all_costs(), 64))) continue;
      for (const Rank root : roots(topology->nodes())) {
        const Verdict v = verify(entry, topology, all_costs(), one_worker(), {64, root});
        EXPECT_EQ(v.report.totals.link_conflicts, 0) << faults_of(v);
        EXPECT_TRUE(v.predicted);
      }
    }
}

// --- formulas on machines that nobody chose -------------------------------------------------------------------

rc::Gen<Parameters> arbitrary_machine() {
  const auto cost =
      rc::gen::map(rc::gen::inRange(0, 60), [](int n) { return Time(Ticks{n < 20 ? 0 : n - 20}); });
  const auto rarely = rc::gen::map(rc::gen::inRange(0, 60), [](int n) { return Time(Ticks{n < 40 ? 0 : n}); });
  return rc::gen::apply(
      [](Time ts, Time tr, Time tm, Time tw, Time th, Time latency, Time gap, int k, int way) {
        Parameters costs;
        costs.tick = Time{};
        costs.ts = ts;
        costs.tr = tr;
        costs.tm = tm;
        costs.tw = tw;
        costs.th = th;
        costs.latency = latency;
        costs.gap = gap;
        costs.ports = k == 0 ? one_port : k_ports(k);
        costs.injection = way > 0 ? Injection::direct : Injection::buffered;
        return costs;
      },
      cost, cost, cost, cost, cost, cost, rarely, rc::gen::inRange(0, 4), rc::gen::inRange(0, 3));
}

RC_GTEST_PROP(EveryCollective, TakesWhatItsFormulaSaysOnAnyMachine, ()) {
  const Parameters machine = *arbitrary_machine();
  const std::vector<TopologyPtr> all = topologies_to_try();
  const TopologyPtr topology = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  Workload workload;
  workload.bytes = *rc::gen::inRange<std::size_t>(0, 40);
  workload.root = *rc::gen::inRange(0, topology->nodes());
  if (*rc::gen::arbitrary<bool>()) workload.values = *rc::gen::inRange(0, 3 * topology->nodes());

  for (const detail::Operation& operation : detail::operations())
    for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
      if (algorithm->refusal(operation.question(*topology, machine, workload))) continue;
      const Verdict v = operation.verify(*algorithm, topology, machine, one_worker(), workload);
      if (!v.ok()) RC_FAIL(faults_of(v));
      RC_CLASSIFY(v.predicted.has_value(), v.operation + " predicted");
    }
}

// --- synchronisation and rounds -------------------------------------------------------------------------------

/// Times each PE went through `synchronize` by itself.
std::set<std::int64_t> synchronisations_per_pe(const Report& report) {
  std::vector<std::int64_t> count(report.pes.size());
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::synchronize) ++count[static_cast<std::size_t>(e.source)];
  return {count.begin(), count.end()};
}

void expect_declared(const AlgorithmInfo& entry, const Verdict& v) {
  const std::set<std::int64_t> counts = synchronisations_per_pe(v.report);
  SCOPED_TRACE(v.operation + "/" + v.algorithm);
  ASSERT_EQ(counts.size(), 1U) << "PEs synchronise differently often";
  switch (entry.synchronisation) {
    case Synchronisation::none:
      EXPECT_EQ(*counts.begin(), 0);
      break;
    case Synchronisation::stage:
      EXPECT_GT(*counts.begin(), 0);
      EXPECT_LT(*counts.begin(), v.report.finish.account.startups);
      break;
    case Synchronisation::round:
      EXPECT_GE(*counts.begin(), v.report.finish.account.startups - 1);
      break;
  }
}

TEST_P(EveryOperation, UsesItsDeclaredSynchronisation) {
  Execution execution = one_worker();
  execution.record_events = true;
  const Parameters& machine = preset("paragon");
  int compared = 0;
  for (const TopologyPtr& topology : {ring(8), torus(8, 4)})
    for (const AlgorithmInfo* algorithm : algorithms()) {
      const Workload workload{.bytes = 8, .root = 3};
      if (algorithm->refusal(operation().question(*topology, machine, workload))) continue;
      expect_declared(*algorithm, verified(*algorithm, topology, machine, workload, execution));
      ++compared;
    }
  EXPECT_GE(compared, 2);
}

TEST_P(EveryOperation, NeverCostsLessForMoreBytes) {
  for (const TopologyPtr& topology : {ring(6), torus(4, 4), complete(5)})
    for (const AlgorithmInfo* algorithm : algorithms()) {
      if (algorithm->refusal(operation().question(*topology, all_costs(), {}))) continue;
      Ticks before{};
      for (const std::size_t bytes : {0U, 8U, 16U, 128U, 136U}) {  // whole values of one size
        const Ticks now = verified(*algorithm, topology, all_costs(), {bytes}).report.finish.time;
        EXPECT_GE(now, before) << algorithm->name << " on " << topology->name() << ", " << bytes << " bytes";
        before = now;
      }
    }
}

// The laws can fail: the deliberately wrong entries do not pass what the sound ones pass.
TEST_P(EveryOperation, WouldBeFoundIfItWereWrong) {
  static const Catalogue twins = test::catalogue_with_twins();
  const std::vector<const AlgorithmInfo*> sound = algorithms();
  int wrong = 0;
  for (const AlgorithmInfo* twin : operation().algorithms(twins)) {
    if (std::any_of(sound.begin(), sound.end(), [&](const auto* a) { return a->name == twin->name; })) continue;
    EXPECT_FALSE(verified(*twin, torus(4, 4), linear(), {.bytes = 8}).ok()) << twin->name;
    ++wrong;
  }
  EXPECT_GE(wrong, 1) << "no deliberately wrong algorithm in tests/support/broken_twins.cpp";
}

}  // namespace
}  // namespace toruscope
