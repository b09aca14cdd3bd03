// SPDX-License-Identifier: Apache-2.0
#include "collectives/sweep.hpp"

#include "runtime/core/in_turn.hpp"
#include "runtime/core/processors.hpp"

#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace toruscope::collectives {

namespace {

/// Results of the algorithms so far. Any thread may add to them.
class Lines {
 public:
  Lines(const Operation& operation, const std::vector<const AlgorithmInfo*>& algorithms) {
    for (const AlgorithmInfo* algorithm : algorithms) {
      SweepLine& line = lines_.emplace_back();
      line.operation = operation.name;
      line.algorithm = algorithm->name;
      line.restrictions = algorithm->restrictions;
    }
    failures_.resize(lines_.size());
  }

  void refused(std::size_t line) {
    const std::lock_guard lock(mutex_);
    ++lines_[line].refused;
  }
  void ran(std::size_t line, const Verdict& v, const AlgorithmInfo& algorithm, bool is_staggered) {
    const std::lock_guard lock(mutex_);
    ++lines_[line].runs;
    if (v.predicted) ++lines_[line].predictions;
    if (v.bound) ++lines_[line].bounds;
    if (claims_no_conflicts(algorithm, v.question) && !is_staggered) ++lines_[line].conflict_free;
  }
  void failed(std::size_t line, std::size_t place, SweepFailure failure) {
    const std::lock_guard lock(mutex_);
    failures_[line].emplace(place, std::move(failure));
  }
  void died(std::size_t line) {
    const std::lock_guard lock(mutex_);
    ++lines_[line].runs;
  }

  std::vector<SweepLine> take() {
    for (std::size_t line = 0; line < lines_.size(); ++line)
      for (auto& [place, failure] : failures_[line]) lines_[line].failures.push_back(std::move(failure));
    return std::move(lines_);
  }

 private:
  std::mutex mutex_;
  std::vector<SweepLine> lines_;
  std::vector<std::map<std::size_t, SweepFailure>> failures_;  // by the case's place in the grid
};

}  // namespace

std::vector<SweepLine> sweep(const Operation& operation, const std::vector<const AlgorithmInfo*>& algorithms,
                             const std::vector<GridCase>& cases, const Execution& execution,
                             const std::function<void(Execution&)>& before_each, std::exception_ptr* ended_by) {
  Lines lines(operation, algorithms);
  const auto try_one = [&](std::size_t line, std::size_t place) {
    const GridCase& c = cases[place];
    const AlgorithmInfo& algorithm = *algorithms[line];
    Execution alone = execution;
    alone.workers = 1;
    alone.name =
        command_of(execution.name.empty() ? "toruscope" : execution.name, operation.traits, algorithm.name, c);
    before_each(alone);
    SweepFailure failure;
    try {
      if (algorithm.refusal(operation.question(*c.topology, c.machine->parameters, c.workload))) {
        lines.refused(line);
        return;
      }
      const Verdict v = operation.verify(algorithm, c.topology, c.machine->parameters, alone, c.workload);
      lines.ran(line, v, algorithm, c.workload.staggered);
      failure.code = v.code();
      failure.faults = v.faults;
    } catch (const HostLimitError&) {
      throw;
    } catch (const InterruptedError&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const Error& e) {
      lines.died(line);
      failure.code = e.code();
      failure.faults = {e.what()};
    } catch (const std::exception& e) {  // from a refusal, formula or bound of somebody else's
      lines.died(line);
      failure.code = ExitCode::program_error;
      failure.faults = {operation.name + "/" + algorithm.name + ": threw: " + e.what()};
    }
    if (failure.code == ExitCode::ok) return;
    failure.command = alone.name;
    lines.failed(line, place, std::move(failure));
  };
  const auto try_all = [&](std::size_t place) {
    for (std::size_t line = 0; line < algorithms.size(); ++line) try_one(line, place);
  };

  const int workers = execution.workers == 0 ? core::processors() : execution.workers;
  try {
    core::in_turn(workers, cases.size(), try_all);
  } catch (...) {
    if (ended_by == nullptr) throw;
    *ended_by = std::current_exception();
  }
  return lines.take();
}

}  // namespace toruscope::collectives
