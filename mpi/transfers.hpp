// SPDX-License-Identifier: Apache-2.0
// Typed memory and messages: what a send reads, where a receive puts what has come.

#pragma once

#include "mpi/requests.hpp"
#include "mpi/state.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::mpi {

inline Tag tag_of(int tag) {
  return tag == MPI_ANY_TAG ? any_tag : tag;
}

/// Elements as one block of bytes: those of the program, or a packed copy.
class Packed {
 public:
  Packed(const void* data, std::size_t count, const Type& type);
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  [[nodiscard]] bool is_copy() const { return is_copy_; }
  /// The copy itself, which a message can take over.
  [[nodiscard]] std::vector<std::byte>&& take() { return std::move(copy_); }

 private:
  std::vector<std::byte> copy_;
  std::span<const std::byte> bytes_;
  bool is_copy_ = false;
};

/// Bytes of `count` elements at `data`, if they are one block.
inline std::span<std::byte> block_of(void* data, std::size_t count, const Type& type) {
  const std::size_t bytes = count * type.size();
  if (bytes == 0) return {};
  return {static_cast<std::byte*>(data) + type.layout->first(), bytes};
}
/// A packed copy in a vector.
std::vector<std::byte> packed_copy(const void* data, std::size_t count, const Type& type);

/// Puts a message where its receive says. Returns MPI_ERR_TRUNCATE if it is longer.
int store(std::span<const std::byte> body, void* data, std::size_t count, const Type& type);

/// Begins a send of the engine.
Request send_later(Comm& comm, const Pending& send);

// Checks of arguments. Errors: MPI_ERR_COUNT, MPI_ERR_RANK, MPI_ERR_TAG.
[[noreturn]] void refuse_count(int count);
[[noreturn]] void refuse_rank(const Comm& comm, const char* what, int rank);
[[noreturn]] void refuse_tag(int tag);
inline void check_count(int count) {
  if (count < 0) refuse_count(count);
}
inline void check_destination(const Comm& comm, int rank) {
  if ((rank < 0 || rank >= comm.partners()) && rank != MPI_PROC_NULL) refuse_rank(comm, "destination", rank);
}
inline void check_source(const Comm& comm, int rank) {
  if ((rank < 0 || rank >= comm.partners()) && rank != MPI_PROC_NULL && rank != MPI_ANY_SOURCE)
    refuse_rank(comm, "source", rank);
}
inline void check_send_tag(int tag) {
  if (tag < 0 || tag > kMaxTag) refuse_tag(tag);
}
inline void check_receive_tag(int tag) {
  if (tag != MPI_ANY_TAG) check_send_tag(tag);
}
void check_root(const Comm& comm, int root);

}  // namespace toruscope::mpi
