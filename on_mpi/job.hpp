// SPDX-License-Identifier: Apache-2.0
// The processes of this command as MPI started them. Everything that includes mpi.h lies behind
// this header, so that one library is compiled for an MPI.
//
// Threads     one for each rank; all functions but rank, size, seconds and stop are called by all.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::on_mpi {

/// From MPI_Init to MPI_Finalize.
class Job {
 public:
  Job(int* argc, char*** argv);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  /// Without end(): nothing; MPI_Abort has the last word.
  ~Job() = default;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  /// "Open MPI v4.1.4", the first words of what MPI says of itself.
  [[nodiscard]] static std::string library();
  [[nodiscard]] static double seconds();  ///< MPI_Wtime

  void barrier() const;
  [[nodiscard]] double largest(double value) const;
  [[nodiscard]] int least(int value) const;

  /// The ranks as the PEs of a machine.
  [[nodiscard]] Communicator world(const TopologyPtr& topology, const Parameters& parameters,
                                   std::uint64_t seed, std::shared_ptr<const Catalogue> algorithms) const;
  /// Waits for what has been sent. Returns how many messages nobody has received here, on `comm`.
  [[nodiscard]] int unreceived(Communicator& comm) const;

  void end();
  /// Ends all processes of the command at once.
  [[noreturn]] static void stop(int code);

 private:
  int rank_ = 0;
  int size_ = 1;
};

/// Gives the entry a name and a program: the MPI library's own collective. Without a name MPI has
/// none that does the same.
void fill_own(Alltoall& entry);
void fill_own(Allgather& entry);
void fill_own(Allreduce& entry);
void fill_own(Barrier& entry);
void fill_own(Broadcast& entry);
void fill_own(Gather& entry);
void fill_own(Reduce& entry);
void fill_own(ReduceScatter& entry);
void fill_own(Scatter& entry);
template <class Entry>
void fill_own(Entry&) {}

}  // namespace toruscope::on_mpi
