// SPDX-License-Identifier: Apache-2.0

#include "mpi/transfers.hpp"

#include <string>
#include <utility>

namespace toruscope::mpi {

Packed::Packed(const void* data, std::size_t count, const Type& type) {
  if (type.is_dense()) {
    bytes_ = {static_cast<const std::byte*>(data) + type.layout->first(), count * type.size()};
    if (bytes_.empty()) bytes_ = {};
    return;
  }
  copy_ = packed_copy(data, count, type);
  bytes_ = copy_;
  is_copy_ = true;
}

std::vector<std::byte> packed_copy(const void* data, std::size_t count, const Type& type) {
  std::vector<std::byte> copy(count * type.size());
  pack(*type.layout, type.extent, count, static_cast<const std::byte*>(data), copy.data());
  return copy;
}

int store(std::span<const std::byte> body, void* data, std::size_t count, const Type& type) {
  unpack(*type.layout, type.extent, count, body, static_cast<std::byte*>(data));
  return body.size() > count * type.size() ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

Request send_later(Comm& comm, const Pending& send) {
  const int to = comm.partner_in_messages(send.partner);
  Packed packed(send.data, send.count, *send.type);
  const auto limit = comm.messages.parameters().eager;
  // A send of the engine to oneself waits for its receive only if it is synchronous.
  const bool is_long_to_self =
      to == comm.messages.rank() && limit && std::cmp_greater(packed.bytes().size(), *limit);
  if (send.mode == Mode::synchronous || is_long_to_self)
    return comm.messages.issend(to, packed.bytes(), send.tag);
  if (packed.is_copy()) return comm.messages.isend(to, packed.take(), send.tag);
  return comm.messages.isend(to, packed.bytes(), send.tag);
}

// --- checks --------------------------------------------------------------------------------------

void refuse_rank(const Comm& comm, const char* what, int rank) {
  refuse(MPI_ERR_RANK, std::string(what) + " " + std::to_string(rank) +
                           " is no rank of this communicator (ranks are 0.." +
                           std::to_string(comm.partners() - 1) + ")");
}
void refuse_tag(int tag) {
  refuse(MPI_ERR_TAG,
         "tag " + std::to_string(tag) + " is out of range (tags are 0.." + std::to_string(kMaxTag) + ")");
}
void refuse_count(int count) {
  refuse(MPI_ERR_COUNT, "the count is " + std::to_string(count) + ", below 0");
}
void check_root(const Comm& comm, int root) {
  if (root < 0 || root >= comm.partners())
    refuse(MPI_ERR_ROOT, "root " + std::to_string(root) + " is no rank of " +
                             (comm.remote ? "the other group" : "this communicator") + " (ranks are 0.." +
                             std::to_string(comm.partners() - 1) + ")");
}

}  // namespace toruscope::mpi
