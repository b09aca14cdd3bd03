// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/measure.hpp"

#include "collectives/definitions.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstring>
#include <fmt/core.h>
#include <functional>
#include <utility>

namespace toruscope::on_mpi {

namespace {

constexpr std::size_t kLong = 8192;  // bytes above which OSU takes a tenth of the calls

/// Bytes that a call changes, and what they were.
class Kept {
 public:
  template <class T>
  void keep(const T&) {}
  void keep(std::span<std::byte> bytes) { kept_.push_back({bytes, {bytes.begin(), bytes.end()}}); }
  void restore() const {
    for (const auto& [bytes, content] : kept_)
      if (!bytes.empty()) std::memcpy(bytes.data(), content.data(), bytes.size());
  }

 private:
  std::vector<std::pair<std::span<std::byte>, std::vector<std::byte>>> kept_;
};

/// Takes the place of an algorithm's program: calls it as often as it must be, and times it.
class Clock {
 public:
  Clock(const Job& job, const Timing& timing, std::size_t bytes)
      : job_(job),
        warm_up_(timing.warm_up_of(bytes)),
        calls_(timing.calls_of(bytes)),
        repeats_(timing.repeats) {}

  template <class... Arguments>
  std::function<void(Arguments...)> around(std::function<void(Arguments...)> program) {
    return [this, program = std::move(program)](Arguments... arguments) {
      Kept kept;
      (kept.keep(arguments), ...);
      const auto call = [&] {
        kept.restore();
        job_.barrier();
        const double start = Job::seconds();
        program(arguments...);
        return Job::seconds() - start;
      };
      for (int i = 0; i < warm_up_; ++i) (void)call();
      for (int repeat = 0; repeat < repeats_; ++repeat) {
        double sum = 0;
        for (int i = 0; i < calls_; ++i) sum += call();
        means_.push_back(job_.largest(sum / calls_));
      }
    };
  }

  [[nodiscard]] Times times() const {
    std::vector<double> sorted = means_;
    std::sort(sorted.begin(), sorted.end());
    return {sorted.front(), sorted[sorted.size() / 2], sorted.back()};
  }

 private:
  const Job& job_;
  const int warm_up_;
  const int calls_;
  const int repeats_;
  std::vector<double> means_;
};

template <class Entry>
Measured run(const Job& job, Communicator& comm, Entry entry, const Question& question, const Timing& timing) {
  Clock clock(job, timing, question.of.bytes);
  entry.run = clock.around(std::move(entry.run));
  const collectives::Given given =
      collectives::given(Entry::kOperation, question.of, question.workload, Data::carried);
  const collectives::Attempt attempt = collectives::attempt(entry, comm, given);
  Measured measured{clock.times(), attempt.wrong ? attempt.wrong() : ""};
  if (const int left = job.unreceived(comm); left > 0 && measured.wrong.empty())
    measured.wrong = core::counted(left, "message") + " for it nobody has received";
  return measured;
}

/// Calls `with` with a null pointer of the operation's type.
template <class With>
void with_type(const collectives::Operation& operation, const With& with) {
  const auto try_all = [&]<class... Entry>(Entry*... each) {
    const bool is_known = ((operation.name == Entry::kOperation.name && (with(each), true)) || ...);
    if (!is_known) throw ConfigError(operation.name + ": it is not known on real MPI");
  };
  try_all(static_cast<Alltoall*>(nullptr), static_cast<Alltoallv*>(nullptr), static_cast<Broadcast*>(nullptr),
          static_cast<Reduce*>(nullptr), static_cast<Barrier*>(nullptr), static_cast<Scan*>(nullptr),
          static_cast<Exscan*>(nullptr), static_cast<Gather*>(nullptr), static_cast<Gatherv*>(nullptr),
          static_cast<Scatter*>(nullptr), static_cast<Scatterv*>(nullptr), static_cast<Allgather*>(nullptr),
          static_cast<Allgatherv*>(nullptr), static_cast<Allreduce*>(nullptr),
          static_cast<ReduceScatter*>(nullptr), static_cast<ReduceScatterv*>(nullptr),
          static_cast<Shift*>(nullptr), static_cast<Pingpong*>(nullptr), static_cast<Bandwidth*>(nullptr),
          static_cast<Bibandwidth*>(nullptr), static_cast<Sendrecv*>(nullptr), static_cast<MultiPair*>(nullptr),
          static_cast<Bisection*>(nullptr));
}

}  // namespace

int Timing::warm_up_of(std::size_t bytes) const {
  return warm_up.value_or(bytes > kLong ? 5 : 20);
}

int Timing::calls_of(std::size_t bytes) const {
  return calls.value_or(bytes > kLong ? 20 : 200);
}

Measured measure(const Job& job, Communicator& comm, const AlgorithmInfo& algorithm, const Question& question,
                 const Timing& timing) {
  Measured measured;
  with_type(question.operation, [&]<class Entry>(Entry*) {
    measured = run(job, comm, static_cast<const Entry&>(algorithm), question, timing);
  });
  return measured;
}

std::optional<Measured> measure_own(const Job& job, Communicator& comm, const Question& question,
                                    const Timing& timing, std::string& name) {
  std::optional<Measured> measured;
  if (question.workload.operands != Operands::sum) return measured;
  with_type(question.operation, [&]<class Entry>(Entry*) {
    Entry entry;
    fill_own(entry);
    name = entry.name;
    if (!name.empty()) measured = run(job, comm, std::move(entry), question, timing);
  });
  return measured;
}

}  // namespace toruscope::on_mpi
