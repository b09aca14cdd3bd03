// SPDX-License-Identifier: Apache-2.0
// Typed memory and messages: what a send reads, where a receive puts what has come.

#pragma once

#include "mpi/requests.hpp"
#include "mpi/state.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::mpi {

inline int source_of(int source) {
  return source == MPI_ANY_SOURCE ? any_source : source;
}
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
std::span<std::byte> block_of(void* data, std::size_t count, const Type& type);
/// A packed copy in a vector.
std::vector<std::byte> packed_copy(const void* data, std::size_t count, const Type& type);

/// Puts a message where its receive says. Returns MPI_ERR_TRUNCATE if it is longer.
int store(std::span<const std::byte> body, void* data, std::size_t count, const Type& type);

/// Begins a send of the engine.
Request send_later(State& state, Comm& comm, const Pending& send);

// Checks of arguments. Errors: MPI_ERR_COUNT, MPI_ERR_RANK, MPI_ERR_TAG.
void check_count(int count);
void check_destination(const Comm& comm, int rank);
void check_source(const Comm& comm, int rank);
void check_send_tag(int tag);
void check_receive_tag(int tag);
void check_root(const Comm& comm, int root);

}  // namespace toruscope::mpi
