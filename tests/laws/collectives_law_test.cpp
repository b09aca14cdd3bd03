// SPDX-License-Identifier: Apache-2.0
// What holds for every algorithm of the table. A new entry gets these laws by its line in the table.

#include "collectives/verify.hpp"
#include "runtime/engine/sanitizers.hpp"
#include "tests/support/broken_twins.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// A sanitizer remembers every PE that there ever was, so with one the tables are short.
std::vector<TopologyPtr> topologies_to_try() {
  if (detail::kSanitized) return {ring(1), ring(6), torus(4, 4), torus(3, 5), complete(5)};
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
  text << "on " << v.report.topology->name() << ", machine " << v.report.parameters.name << ", "
       << v.question.bytes << " bytes, root " << v.question.root;
  return text.str();
}

/// Calls check(entry, topology, machine) for every entry of a table wherever it is not refused.
template <class Entry, class Check>
void for_each_case(const std::vector<Entry>& table, Check check) {
  for (const TopologyPtr& topology : topologies_to_try())
    for (const Parameters& machine : machines_to_try())
      for (const Entry& entry : table)
        if (!entry.refusal(case_of(*topology, machine, 1))) check(entry, topology, machine);
}

/// What was verified, so that a law over nothing fails.
struct Tally {
  int runs = 0;
  int predicted = 0;
  std::set<std::string> algorithms;

  void count(const Verdict& v) {
    ++runs;
    predicted += v.predicted ? 1 : 0;
    algorithms.insert(v.algorithm);
  }
};

// --- the definition, the formula, the bound, the account: all that `verify` compares -------------------------

TEST(EveryAlltoall, KeepsItsPromises) {
  Tally tally;
  for_each_case(builtin_catalogue().alltoall(),
                [&](const Alltoall& entry, const TopologyPtr& topology, const Parameters& machine) {
                  for (const std::size_t block : {0U, 1U, 2U, 13U, 512U}) {
                    if (topology->nodes() > 40 && block > 13) continue;
                    const Verdict v = verify(entry, topology, machine, one_worker(), block);
                    EXPECT_TRUE(v.ok()) << faults_of(v);
                    tally.count(v);
                  }
                });
  EXPECT_EQ(tally.algorithms.size(), builtin_catalogue().alltoall().size());
  EXPECT_GT(5 * tally.predicted, tally.runs);
}

TEST(EveryBroadcast, KeepsItsPromises) {
  Tally tally;
  for_each_case(builtin_catalogue().broadcast(),
                [&](const Broadcast& entry, const TopologyPtr& topology, const Parameters& machine) {
                  for (const Rank root : roots(topology->nodes())) {
                    for (const std::size_t bytes : {0U, 1U, 13U, 1024U}) {
                      if (bytes != 13 && root != 0 && topology->nodes() > 13) continue;
                      const Verdict v = verify(entry, topology, machine, one_worker(), bytes, root);
                      EXPECT_TRUE(v.ok()) << faults_of(v);
                      tally.count(v);
                    }
                  }
                });
  EXPECT_EQ(tally.algorithms.size(), builtin_catalogue().broadcast().size());
  EXPECT_GT(5 * tally.predicted, tally.runs);
}

TEST(EveryReduce, KeepsItsPromisesWithAnOperatorThatDoesNotCommute) {
  Tally tally;
  for_each_case(builtin_catalogue().reduce(),
                [&](const Reduce& entry, const TopologyPtr& topology, const Parameters& machine) {
                  for (const Rank root : roots(topology->nodes())) {
                    for (const std::size_t bytes : {0U, 1U, 13U, 1024U}) {
                      if (bytes != 13 && root != 0 && topology->nodes() > 13) continue;
                      const Verdict v = verify(entry, topology, machine, one_worker(), bytes, root);
                      EXPECT_TRUE(v.ok()) << faults_of(v);
                      tally.count(v);
                    }
                  }
                });
  EXPECT_EQ(tally.algorithms.size(), builtin_catalogue().reduce().size());
  EXPECT_GT(5 * tally.predicted, tally.runs);
}

TEST(EveryReduce, KeepsRankOrderForEveryRoot) {
  for (const TopologyPtr& topology : {ring(7), ring(12), torus(3, 4), torus(2, 3, 3), complete(6)})
    for (const Reduce& entry : builtin_catalogue().reduce()) {
      if (entry.refusal(case_of(*topology, linear(), 8))) continue;
      for (Rank root = 0; root < topology->nodes(); ++root) {
        const Verdict v = verify(entry, topology, linear(), one_worker(), 8, root);
        EXPECT_TRUE(v.ok()) << faults_of(v);
      }
    }
}

// On sides that are powers of two the halves are equal, so no message is early and none meets another.
TEST(RecursiveDoubling, ReducesWithoutLinkConflictsOnPowersOfTwo) {
  for (const TopologyPtr& topology : {ring(2), ring(8), ring(32), torus(4, 8), torus(2, 2, 4)})
    for (const Reduce& entry : builtin_catalogue().reduce()) {
      if (entry.refusal(case_of(*topology, all_costs(), 64))) continue;
      for (const Rank root : roots(topology->nodes())) {
        const Verdict v = verify(entry, topology, all_costs(), one_worker(), 64, root);
        EXPECT_EQ(v.report.totals.link_conflicts, 0) << faults_of(v);
        EXPECT_TRUE(v.predicted);
      }
    }
}

TEST(EveryBarrier, KeepsItsPromises) {
  Tally tally;
  for_each_case(builtin_catalogue().barrier(),
                [&](const Barrier& entry, const TopologyPtr& topology, const Parameters& machine) {
                  const Verdict v = verify(entry, topology, machine, one_worker());
                  EXPECT_TRUE(v.ok()) << faults_of(v);
                  tally.count(v);
                });
  EXPECT_EQ(tally.algorithms.size(), builtin_catalogue().barrier().size());
  EXPECT_GT(5 * tally.predicted, tally.runs);
}

// --- formulas on machines that nobody chose -------------------------------------------------------------------

rc::Gen<Parameters> arbitrary_machine() {
  const auto cost =
      rc::gen::map(rc::gen::inRange(0, 60), [](int n) { return Time(Ticks{n < 20 ? 0 : n - 20}); });
  return rc::gen::apply(
      [](Time ts, Time tr, Time tm, Time tw, Time th, Time latency) {
        Parameters costs;
        costs.tick = Time{};
        costs.ts = ts;
        costs.tr = tr;
        costs.tm = tm;
        costs.tw = tw;
        costs.th = th;
        costs.latency = latency;
        return costs;
      },
      cost, cost, cost, cost, cost, cost);
}

RC_GTEST_PROP(EveryCollective, TakesWhatItsFormulaSaysOnAnyMachine, ()) {
  const Parameters machine = *arbitrary_machine();
  const std::vector<TopologyPtr> all = topologies_to_try();
  const TopologyPtr topology = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  const auto bytes = *rc::gen::inRange<std::size_t>(0, 40);
  const Rank root = *rc::gen::inRange(0, topology->nodes());
  const auto judge = [](const Verdict& v) {
    if (!v.ok()) RC_FAIL(faults_of(v));
    RC_CLASSIFY(v.predicted.has_value(), v.operation + " predicted");
  };
  const Case c = case_of(*topology, machine, bytes, root);

  for (const Alltoall& e : builtin_catalogue().alltoall())
    if (!e.refusal(c)) judge(verify(e, topology, machine, one_worker(), bytes));
  for (const Broadcast& e : builtin_catalogue().broadcast())
    if (!e.refusal(c)) judge(verify(e, topology, machine, one_worker(), bytes, root));
  for (const Reduce& e : builtin_catalogue().reduce())
    if (!e.refusal(c)) judge(verify(e, topology, machine, one_worker(), bytes, root));
  for (const Barrier& e : builtin_catalogue().barrier())
    if (!e.refusal(c)) judge(verify(e, topology, machine, one_worker()));
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

TEST(EveryCollective, UsesItsDeclaredSynchronisation) {
  Execution execution = one_worker();
  execution.record_events = true;
  const Parameters& machine = preset("paragon");
  int compared = 0;
  for (const TopologyPtr& topology : {ring(8), torus(8, 4)}) {
    const Case c = case_of(*topology, machine, 8);
    const Catalogue& table = builtin_catalogue();
    const auto compare = [&](const auto& entry, const auto&... arguments) {
      if (entry.refusal(c)) return;
      expect_declared(entry, verify(entry, topology, machine, execution, arguments...));
      ++compared;
    };
    for (const Alltoall& e : table.alltoall()) compare(e, std::size_t{8});
    for (const Broadcast& e : table.broadcast()) compare(e, std::size_t{8}, Rank{3});
    for (const Reduce& e : table.reduce()) compare(e, std::size_t{8}, Rank{3});
    for (const Barrier& e : table.barrier()) compare(e);
  }
  EXPECT_GE(compared, 8);
}

TEST(EveryCollective, NeverCostsLessForMoreBytes) {
  for (const TopologyPtr& topology : {ring(6), torus(4, 4), complete(5)}) {
    for (const Alltoall& entry : builtin_catalogue().alltoall()) {
      if (entry.refusal(case_of(*topology, all_costs(), 1))) continue;
      Ticks before{};
      for (const std::size_t block : {0U, 1U, 2U, 16U, 17U}) {
        const Ticks now = verify(entry, topology, all_costs(), one_worker(), block).report.finish.time;
        EXPECT_GE(now, before) << entry.name << " on " << topology->name() << ", " << block << " bytes";
        before = now;
      }
    }
  }
}

// The laws can fail: the deliberately wrong entries do not pass what the sound ones pass.
TEST(EveryCollective, WouldBeFoundIfItWereWrong) {
  EXPECT_FALSE(verify(test::flips_a_bit(), ring(5), linear(), one_worker(), 1).ok());
  EXPECT_FALSE(verify(test::forgets_one(), ring(5), linear(), one_worker(), 1, 0).ok());
  EXPECT_FALSE(verify(test::combines_backwards(), ring(5), linear(), one_worker(), 1, 0).ok());
  EXPECT_FALSE(verify(test::waits_for_one(), ring(5), linear(), one_worker()).ok());
}

}  // namespace
}  // namespace toruscope
