// SPDX-License-Identifier: Apache-2.0
// What holds for every algorithm of the table. A new entry gets these laws by its line in the
// table.

#include "collectives/operations.hpp"
#include "collectives/sweep.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/broken_twins.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <rapidcheck/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// Under a sanitizer a run costs ten times what it should, so there the grid is small.
constexpr collectives::Extent kExtent =
    core::kSanitized ? collectives::Extent::brief : collectives::Extent::usual;

Parameters all_costs() {
  return collectives::all_costs_machine().parameters;
}
Parameters linear_machine() {
  return collectives::linear_machine().parameters;
}

/// The cheapest host; that others give the same is determinism_law_test's affair.
Execution one_worker() {
  Execution execution;
  execution.workers = 1;
  return execution;
}

std::string faults_of(const Verdict& v) {
  std::ostringstream text;
  for (const std::string& fault : v.faults) text << fault << "\n";
  const Parameters& machine = v.report.parameters;
  text << "on " << v.report.topology->name() << ", machine " << machine.name << ", ports "
       << to_string(machine.ports) << ", " << to_string(machine.injection) << ", " << v.question.bytes
       << " bytes, root " << v.question.root;
  if (v.question.values) text << ", " << *v.question.values << " values";
  text << ", distance " << v.question.distance << ", segment " << v.question.segment;
  return text.str();
}

/// A line of the table of operations, and its algorithms.
class EveryOperation : public testing::TestWithParam<std::size_t> {
 protected:
  const collectives::Operation& operation() const { return collectives::operations()[GetParam()]; }
  std::vector<const AlgorithmInfo*> algorithms() const { return operation().algorithms(builtin_catalogue()); }

  Verdict verified(const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& machine,
                   const Workload& workload, const Execution& execution = one_worker()) const {
    return operation().verify(algorithm, topology, machine, execution, workload);
  }
};

std::vector<std::size_t> lines_with_a_root() {
  std::vector<std::size_t> lines;
  for (std::size_t line = 0; line < collectives::operations().size(); ++line)
    if (collectives::operations()[line].traits.has_root) lines.push_back(line);
  return lines;
}

class EveryRootedOperation : public EveryOperation {};

constexpr auto kNameOfLine = [](const auto& line) { return collectives::operations()[line.param].name; };
INSTANTIATE_TEST_SUITE_P(Table, EveryOperation,
                         testing::Range(std::size_t{0}, collectives::operations().size()), kNameOfLine);
INSTANTIATE_TEST_SUITE_P(Table, EveryRootedOperation, testing::ValuesIn(lines_with_a_root()), kNameOfLine);

// --- the definition, the formula, the bound, the account: all that `verify` compares -------------

/// Nothing failed, and enough was compared: a law over nothing fails.
void expect_kept(const collectives::SweepLine& line, std::int64_t least_runs, std::int64_t least_predictions) {
  SCOPED_TRACE(line.operation + "/" + line.algorithm);
  EXPECT_GE(line.runs, least_runs);
  EXPECT_GE(line.predictions, least_predictions);
  if (line.restrictions == "none") {
    EXPECT_EQ(line.refused, 0) << "it says that it has no restrictions";
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(3, line.failures.size()); ++i) {
    const collectives::SweepFailure& failure = line.failures[i];
    ADD_FAILURE() << failure.command << "\n" << testing::PrintToString(failure.faults);
  }
  EXPECT_EQ(line.failures.size(), 0U);
}

/// The cases of the first torus among these, but on torus:8x8, which the small grids lack.
std::vector<collectives::GridCase> on_8x8(const std::vector<collectives::GridCase>& cases) {
  std::vector<collectives::GridCase> all;
  for (const collectives::GridCase& c : cases)
    if (c.topology->is_torus() && (all.empty() || c.topology == all.front().topology)) all.push_back(c);
  for (collectives::GridCase& c : all) c.topology = torus(8, 8);
  return all;
}

TEST_P(EveryOperation, KeepsItsPromises) {
  const std::vector<collectives::GridCase> cases = collectives::grid_cases(operation().traits, kExtent);
  const std::vector<const AlgorithmInfo*> all = algorithms();
  const auto lines = collectives::sweep(operation(), all, cases, one_worker());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_for_large_tori = lines[i].runs == 0;
    const collectives::SweepLine line =
        is_for_large_tori ? collectives::sweep(operation(), {all[i]}, on_8x8(cases), one_worker()).front()
                          : lines[i];
    ASSERT_EQ(line.algorithm, all[i]->name);
    expect_kept(line, core::kSanitized ? 5 : 20,
                core::kSanitized ? 0 : 10);  // few cases: no formula on some
  }
}

// Minutes; `ctest --preset long`.
TEST(Long, EveryAlgorithmKeepsItsPromisesOnTheWholeGrid) {
  if (core::kSanitized) GTEST_SKIP() << "a million runs";
  collectives::SweepLine sum;
  for (const collectives::Operation& operation : collectives::operations()) {
    const std::vector<collectives::GridCase> cases =
        collectives::grid_cases(operation.traits, collectives::Extent::full);
    for (const collectives::SweepLine& line :
         collectives::sweep(operation, operation.algorithms(builtin_catalogue()), cases, {})) {
      expect_kept(line, 60, 30);
      sum.runs += line.runs;
      sum.predictions += line.predictions;
      sum.bounds += line.bounds;
    }
  }
  EXPECT_GE(sum.runs, 100'000);
  std::cout << sum.runs << " runs, " << sum.predictions << " compared with a formula, " << sum.bounds
            << " with a bound\n";
}

TEST_P(EveryRootedOperation, IsRightForEveryRootAndKeepsRankOrderWhereItMatters) {
  for (const TopologyPtr& topology :
       {ring(7), ring(12), torus(3, 4), torus(2, 3, 3), complete(6), complete(11)})
    for (const AlgorithmInfo* algorithm : algorithms()) {
      for (Rank root = 0; root < topology->pes(); ++root) {
        for (const Operands operands : {Operands::intervals, Operands::sum}) {
          const Workload workload{8, root, {}, operands};
          if (algorithm->refusal(operation().question(*topology, linear_machine(), workload))) continue;
          const Verdict v = verified(*algorithm, topology, linear_machine(), workload);
          EXPECT_TRUE(v.ok()) << faults_of(v);
        }
      }
    }
}

// --- formulas on machines that nobody chose ------------------------------------------------------

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
        costs.ports = k < 0 ? half_port : k == 0 ? telephone : k == 1 ? one_port : k_ports(k);
        costs.injection = way > 0 ? Injection::direct : Injection::buffered;
        return costs;
      },
      cost, cost, cost, cost, cost, cost, rarely, rc::gen::inRange(-1, 4), rc::gen::inRange(0, 3));
}

RC_GTEST_PROP(EveryCollective, TakesWhatItsFormulaSaysOnAnyMachine, ()) {
  const Parameters machine = *arbitrary_machine();
  const std::vector<TopologyPtr> all = collectives::grid_topologies(kExtent, topologies());
  const TopologyPtr topology = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  Workload workload;
  workload.bytes = *rc::gen::inRange<std::size_t>(0, 40);
  workload.root = *rc::gen::inRange(0, topology->pes());
  workload.distance = *rc::gen::inRange(0, topology->pes());
  workload.segment = *rc::gen::inRange<std::size_t>(0, 12);
  workload.operands = *rc::gen::element(Operands::affine, Operands::sum);
  if (*rc::gen::arbitrary<bool>()) workload.values = *rc::gen::inRange(0, 3 * topology->pes());

  for (const collectives::Operation& operation : collectives::operations())
    for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
      if (algorithm->refusal(operation.question(*topology, machine, workload))) continue;
      const Verdict v = operation.verify(*algorithm, topology, machine, one_worker(), workload);
      if (!v.ok()) RC_FAIL(faults_of(v));
      RC_CLASSIFY(v.predicted.has_value(), v.operation + " predicted");
    }
}

// --- synchronisation and rounds ------------------------------------------------------------------

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
  switch (synchronisation_of(entry, v.question)) {
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
  std::vector<TopologyPtr> topologies{ring(7), ring(8), torus(8, 4), torus(5, 7)};
  if (!core::kSanitized)
    topologies.insert(topologies.end(), {ring(5), ring(9), ring(11), torus(7, 2), torus(3, 9), torus(4, 4, 4)});
  for (const TopologyPtr& topology : topologies)
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
    const Workload ordered{.bytes = 8, .operands = Operands::affine};
    const bool fits_a_torus = !twin->refusal(operation().question(*torus(4, 4), linear_machine(), ordered));
    EXPECT_FALSE(verified(*twin, fits_a_torus ? torus(4, 4) : complete(4),
                          fits_a_torus ? linear_machine() : all_costs(), ordered)
                     .ok())
        << twin->name;
    ++wrong;
  }
  EXPECT_GE(wrong, 1) << "no deliberately wrong algorithm in tests/support/broken_twins.cpp";
}

}  // namespace
}  // namespace toruscope
