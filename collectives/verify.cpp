// SPDX-License-Identifier: Apache-2.0
#include "collectives/verify.hpp"

#include "collectives/block_reader.hpp"
#include "collectives/magnitude.hpp"
#include "runtime/core/checksum.hpp"
#include "runtime/local_work.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace toruscope {

namespace {

using collectives::stamp_hash;

std::string number(std::int64_t n) {
  return std::to_string(n);
}

Verdict asked(const collectives::VerifiedRun& run) {
  const Case& c = run.given.question;
  const AlgorithmInfo& algorithm = run.algorithm;
  const std::string name = std::string(run.operation.name) + "/" + algorithm.name;
  if (c.root < 0 || c.root >= c.p)
    throw ConfigError(name + ": root " + number(c.root) + " is not a rank of this machine (ranks are 0.." +
                      number(c.p - 1) + ")");
  if (algorithm.refusal)
    if (const std::optional<std::string> reason = algorithm.refusal(c))
      throw ConfigError(name + ": " + *reason);
  Verdict verdict;
  verdict.operation = run.operation.name;
  verdict.algorithm = algorithm.name;
  if (!run.given.workload.staggered) {
    verdict.predicted = algorithm.predicted ? algorithm.predicted(c) : std::nullopt;
    verdict.bound = collectives::lower_bound(run.bound, c);
  }
  verdict.question = c;
  verdict.data = run.given.data;
  return verdict;
}

/// Judges claims, formula, bound and account: everything but the data.
class Judge {
 public:
  explicit Judge(Verdict& verdict) : v_(verdict) {}

  void compare_claims(const AlgorithmInfo& claims) {
    const Report& r = v_.report;
    if (claims_no_conflicts(claims, v_.question) && r.totals.link_conflicts != 0)
      fault("claims no link conflicts, but " + number(r.totals.link_conflicts) +
            " messages found a link of their route taken");
    if (v_.predicted) compare_formula(*v_.predicted);
  }

  /// Compares with the lower bound, which holds only for runs that do the operation: right data.
  void compare_bound() {
    const Report& r = v_.report;
    if (!v_.data_is_right || !v_.bound || r.finish.time >= v_.bound->ticks) return;
    v_.beats_bound = true;
    fault(
        "took " + number(r.finish.time.count) + " ticks, less than the lower bound of " +
        number(v_.bound->ticks.count) + " (" + v_.bound->source + "). " +
        (v_.data == Data::none
             ? "A run without data does not show whether the algorithm yields its result; a run with data does"
             : "Data must have come without a message: PEs that share memory (globals, statics, captured "
               "references) cheat the machine. If none do, it is a defect of Toruscope"));
  }

  void compare_account() {
    const Report& r = v_.report;
    if (const Ticks sum = value(r.finish.account, r.costs); sum != r.finish.time)
      fault("the parts of its critical path sum to " + number(sum.count) + " ticks, but it took " +
            number(r.finish.time.count));
  }

  /// Of an allreduce whose result depends on grouping: all PEs must end with the same bits.
  void compare_bits() {
    const auto& all = v_.digests;
    const auto differs = [&](std::uint64_t digest) { return digest != all.front(); };
    const auto first = std::find_if(all.begin(), all.end(), differs);
    if (first == all.end()) return;
    v_.data_is_right = false;
    fault("PE " + number(first - all.begin()) +
          " ends with other bits than PE 0, for numbers whose sum depends on grouping (" +
          number(std::count_if(all.begin(), all.end(), differs)) + " of " +
          number(static_cast<std::int64_t>(all.size())) +
          " PEs do). An allreduce that groups its operands differently on each PE must refuse operators "
          "that are not exact");
  }

  /// Records one fault for all PEs whose data are wrong; wrong[r] explains PE r's.
  void compare_data(const std::vector<collectives::Wrong>& wrong) {
    const auto is_wrong = [](const collectives::Wrong& what) { return what != nullptr; };
    const auto first = std::find_if(wrong.begin(), wrong.end(), is_wrong);
    if (first == wrong.end()) return;
    v_.data_is_right = false;
    fault("PE " + number(first - wrong.begin()) + ": " + (*first)() + " (wrong on " +
          number(std::count_if(wrong.begin(), wrong.end(), is_wrong)) + " of " +
          number(static_cast<std::int64_t>(wrong.size())) + " PEs)");
  }

 private:
  void fault(const std::string& sentence) {
    v_.faults.push_back(v_.operation + "/" + v_.algorithm + ": " + sentence);
  }
  void compare_formula(const Prediction& predicted) {
    const Account& path = v_.report.finish.account;
    const Costs& costs = v_.report.costs;
    compare("startups", predicted.startups, path.startups, costs.ts);
    compare("bytes", predicted.bytes, path.bytes, costs.tw);
    compare("hops", predicted.hops, path.hops, costs.th);
    compare("ticks", predicted.ticks.count, v_.report.finish.time.count, Ticks{1});
  }
  void compare(const char* what, const Count& formula, std::int64_t measured, Ticks cost) {
    if (cost == Ticks{} || formula == measured) return;
    fault("the formula says " + (formula ? number(*formula) : std::string("nothing of")) + " " + what +
          ", measured " + number(measured));
  }

  Verdict& v_;
};

/// Waits for a time that hardly any other PE has.
void come_late(Communicator& comm) {
  const auto me = static_cast<std::uint64_t>(comm.rank());
  const Ticks unit = Ticks{1} + comm.costs().ts + comm.costs().th;
  comm.compute(static_cast<std::int64_t>(stamp_hash(me, static_cast<std::uint64_t>(comm.size()), 0) % 64) *
               unit);
}

}  // namespace

namespace collectives {

Verdict judge(const VerifiedRun& run, const TopologyPtr& topology, const Parameters& parameters,
              const Execution& execution) {
  Verdict verdict = asked(run);
  const auto pes = static_cast<std::size_t>(topology->pes());
  std::vector<Wrong> wrong(pes);
  verdict.digests.resize(pes);
  Execution told = execution;
  if (told.record_spans && !told.read_blocks) told.read_blocks = block_reader(run.operation, run.given);
  verdict.report = Machine(topology, parameters, std::move(told)).run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    if (run.given.workload.staggered) come_late(comm);
    Attempt mine;
    {
      const core::CollectiveSpan span(comm, run.operation.name, run.algorithm.name, run.given.question.root,
                                      run.given.question.bytes);
      mine = run.attempt(comm);
    }
    verdict.digests[me] = core::checksum_of(mine.result);
    wrong[me] = std::move(mine.wrong);
  });
  Judge verdict_of(verdict);
  verdict_of.compare_data(wrong);
  const bool ends_alike = run.operation.name == std::string_view(Allreduce::kOperation.name);
  if (ends_alike && run.given.data == Data::carried && !run.given.op.combine.exact) verdict_of.compare_bits();
  verdict_of.compare_account();
  if (!run.given.workload.staggered) verdict_of.compare_claims(run.algorithm);
  return verdict;
}

void judge_leaving(Verdict& verdict, const VerifiedRun& run, const TopologyPtr& topology,
                   const Parameters& parameters, const Execution& execution) {
  const auto pes = static_cast<std::size_t>(topology->pes());
  std::vector<Ticks> entered(pes);
  std::vector<Ticks> left(pes);
  Machine(topology, parameters, execution).run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    come_late(comm);
    entered[me] = comm.now();
    (void)run.attempt(comm);
    left[me] = comm.now();
  });
  const Ticks last = *std::max_element(entered.begin(), entered.end());
  std::vector<Wrong> wrong(pes);
  for (std::size_t r = 0; r < pes; ++r)
    if (left[r] < last)
      wrong[r] = [when = left[r], last] {
        return "left at tick " + number(when.count) + ", before the last PE entered at tick " +
               number(last.count);
      };
  Judge(verdict).compare_data(wrong);
}

void judge_bound(Verdict& verdict) {
  Judge(verdict).compare_bound();
}

}  // namespace collectives
}  // namespace toruscope
