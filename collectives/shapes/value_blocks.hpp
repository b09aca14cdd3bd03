// SPDX-License-Identifier: Apache-2.0
// A vector as p blocks of whole values of one length: the last ones are padded with copies of the
// last value, so that an operator meets only values of the vector.
//
//   5 values v w x y z, p = 4     v w | x y | z z | z z

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>

namespace toruscope::collectives {

/// Bytes of a block; `bytes` is a whole number of values.
inline std::size_t value_block(std::size_t bytes, std::size_t element, int p) {
  const auto blocks = static_cast<std::size_t>(p);
  return (bytes / element + blocks - 1) / blocks * element;
}

/// This number of blocks, one after the other.
inline Buffer value_blocks(const Communicator& comm, std::span<const std::byte> data, std::size_t element,
                           int count) {
  Buffer all = comm.copy_of(data);
  const std::size_t bytes = value_block(data.size(), element, count) * static_cast<std::size_t>(count);
  while (all.size() < bytes) all.append(data.last(element));
  return all;
}
/// One block for each PE.
inline Buffer value_blocks(const Communicator& comm, std::span<const std::byte> data, std::size_t element) {
  return value_blocks(comm, data, element, comm.size());
}

/// Allreduce by blocks: `reduce_scatter` leaves this PE its block's sum, `allgather` shares them.
template <class ReduceScatterBlocks, class AllgatherBlocks>
auto in_value_blocks(ReduceScatterBlocks reduce_scatter, AllgatherBlocks allgather) {
  return [reduce_scatter, allgather](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    Buffer blocks = value_blocks(comm, data, op.element);
    reduce_scatter(comm, blocks, op);
    allgather(comm, blocks, op.element);
    copy(std::span<const std::byte>(blocks).first(data.size()), data);
  };
}

}  // namespace toruscope::collectives
