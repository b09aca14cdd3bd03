// SPDX-License-Identifier: Apache-2.0
// Sends and receives of this rank that are under way.
//
//   send      is complete when its data may be changed. A blocking send and isend copy: no program
//             that ends on the emulated machine may wait for ever because MPI sends a long message
//             only when its receive is posted. A round sends from the program's memory.
//   receive   of known length: MPI_Irecv. Of unknown length (the message's memory becomes the
//             vector), or behind one of them that it could take the message of: kept in a list in
//             the order of posting; whatever MPI_Improbe finds goes to the first that it fits.
//
// Threads     one.

#pragma once

#include "on_mpi/calls/group.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace toruscope {
namespace core {

/// A non-blocking operation.
struct RequestState {
  enum class Kind { send, receive };
  Kind kind = Kind::send;
  const char* operation = "";
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request mpi = MPI_REQUEST_NULL;
  Rank partner = 0;
  Tag tag = 0;
  detail::Destination into{};
  bool is_listed = false;  ///< a receive without an MPI_Irecv
  bool is_done = false;
  Received got{};
  std::vector<std::byte> copy{};  ///< what is sent
  detail::OwnedBuffer owned{};    ///< or this
};

class Transport {
 public:
  static Transport& here();

  /// Begins a send from memory that stays until it is complete.
  void begin_send(RequestState& send, std::span<const std::byte> data, bool is_synchronous = false);
  /// Sends a copy: the call returns at once.
  void send_copy(MPI_Comm comm, Rank to, std::span<const std::byte> data, Tag tag);
  void send_owned(MPI_Comm comm, Rank to, detail::OwnedBuffer data, Tag tag);
  void begin_receive(RequestState& receive);
  /// True if it is complete by now; then is_done.
  bool test(RequestState& request);
  void wait(RequestState& request);
  /// A receive of known length, at once.
  Received receive(RequestState& receive);
  /// A send and a receive of known length at once; false, and nothing done, if receives are listed.
  bool exchange(MPI_Comm comm, Rank to, std::span<const std::byte> data, Rank from, std::span<std::byte> into,
                Tag tag);
  /// Ends a receive without a message; false if it has one.
  bool cancel(RequestState& receive);
  /// Waits until all sends of copies are complete.
  void finish_sends();

 private:
  struct Copy {
    MPI_Request mpi = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes{};
    detail::OwnedBuffer owned{};
  };
  void progress();
  void forget_sent();
  [[nodiscard]] bool is_behind(const RequestState& receive) const;

  std::vector<RequestState*> listed_;  ///< in the order of posting
  std::deque<std::unique_ptr<Copy>> copies_;
  std::vector<std::unique_ptr<Copy>> idle_;
};

}  // namespace core
}  // namespace toruscope
