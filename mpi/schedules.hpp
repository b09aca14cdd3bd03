// SPDX-License-Identifier: Apache-2.0
// Ibarrier and Ibcast: stages of sends and receives, each of which begins when the one before it is
// over. Like a real MPI without a thread of its own they go on inside calls of MPI alone.
//
// Not here    Operations started beside the program (rules.md, T13): they refuse what MPI programs
//             do meanwhile.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::mpi {

struct Comm;

struct Transfer {
  enum class Way { send, receive };
  Way way = Way::send;
  int partner = 0;
  std::span<std::byte> data{};
};
using Stage = std::vector<Transfer>;

class Schedule {
 public:
  /// `memory` is what its transfers use, if that is not the program's.
  Schedule(const Comm& comm, Tag tag, std::vector<Stage> stages, std::vector<std::byte> memory = {});

  /// Transfers of its present stage.
  [[nodiscard]] std::vector<Request>& requests() { return requests_; }
  /// Begins the next stages until there is something to wait for. True: it is over.
  bool advance();
  /// The memory of the transfers; empty if it is the program's.
  [[nodiscard]] std::span<const std::byte> memory() const { return memory_; }

 private:
  void begin_stage(const Stage& stage);

  Communicator comm_;
  Tag tag_;
  std::vector<Stage> stages_;
  std::size_t next_ = 0;
  std::vector<std::byte> memory_;
  std::vector<Request> requests_;
};

/// Every rank hears of every other one in ceil(log2 p) stages. (Hensgen, Finkel, Manber 1988.)
std::vector<Stage> barrier_stages(int rank, int size);
/// A binomial tree.
std::vector<Stage> broadcast_stages(int rank, int size, int root, std::span<std::byte> data);

/// A tag of the library's own messages for the next schedule of a communicator.
Tag next_tag(Comm& comm);

}  // namespace toruscope::mpi
