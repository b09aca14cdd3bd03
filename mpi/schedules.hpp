// SPDX-License-Identifier: Apache-2.0
// Non-blocking collective operations: stages of sends and receives, each of which begins when the
// one before it is over. They go on inside calls of MPI that wait, test or probe.
//
// Not here    Operations started beside the program (rules.md, T13): they refuse what MPI programs
//             do meanwhile.

#pragma once

#include "mpi/include/mpi.h"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace toruscope::mpi {

struct Comm;
class State;

struct Transfer {
  enum class Way { send, receive };
  Way way = Way::send;
  int partner = 0;
  std::span<std::byte> data{};
};
/// Transfers that go together, then work on what they have brought.
struct Stage {
  std::vector<Transfer> transfers{};
  std::function<void()> after{};
};
using Stages = std::vector<Stage>;

class Schedule {
 public:
  /// `end` is called when it is over. It also keeps the memory of the transfers.
  Schedule(const Comm& comm, Tag tag, Stages stages, std::function<void()> end);

  /// Transfers of its present stage.
  [[nodiscard]] std::vector<Request>& requests() { return requests_; }
  /// Begins the next stages until there is something to wait for. True: it is over.
  bool advance();

 private:
  void begin_stage(const Stage& stage);

  Communicator comm_;
  Tag tag_;
  Stages stages_;
  std::size_t next_ = 0;
  std::function<void()> end_;
  std::vector<Request> requests_;
};

/// Begins a schedule on a communicator; the program gets its handle.
void post(State& state, MPI_Comm handle, Stages stages, std::function<void()> end, MPI_Request* request);

/// A tag of the library's own messages for the next schedule of a communicator.
Tag next_tag(Comm& comm);

}  // namespace toruscope::mpi
