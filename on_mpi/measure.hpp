// SPDX-License-Identifier: Apache-2.0
// An algorithm over real MPI: its data verified as ever, its time measured as OSU's programs do.
//
// Time       Calls before the first that counts (warm-up). Then, in each of several repeats, some
//            calls, each behind a barrier whose time does not count: the mean of a rank's calls,
//            and of that the largest over all ranks. Told are minimum, median and maximum over the
//            repeats.
// Data       An operation that works in place gets its data anew before each call. The last call's
//            result is compared with the definition.

#pragma once

#include "collectives/operations.hpp"
#include "on_mpi/job.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::on_mpi {

struct Timing {
  std::optional<int> warm_up, calls;  ///< nothing: by the size; five repeats have the calls of OSU
  int repeats = 5;

  [[nodiscard]] int warm_up_of(std::size_t bytes) const;
  [[nodiscard]] int calls_of(std::size_t bytes) const;
};

/// Seconds of a call.
struct Times {
  double least = 0, median = 0, most = 0;
};

struct Measured {
  Times times;
  std::string wrong;  ///< of this rank's data; empty: right
};

/// What is run, for all operations alike.
struct Question {
  const collectives::Operation& operation;
  Case of;
  Workload workload;
};

/// Runs an entry of the operation's table. Called by all ranks.
/// Errors    whatever the algorithm throws; ProgramError for messages that nobody received.
Measured measure(const Job& job, Communicator& comm, const AlgorithmInfo& algorithm, const Question& question,
                 const Timing& timing);
/// The same of MPI's own collective; nothing where it has none, or for an operator that is no sum.
std::optional<Measured> measure_own(const Job& job, Communicator& comm, const Question& question,
                                    const Timing& timing, std::string& name);

}  // namespace toruscope::on_mpi
