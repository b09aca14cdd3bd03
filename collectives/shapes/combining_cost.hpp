// SPDX-License-Identifier: Apache-2.0
// The time that combining takes: gamma for each byte.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace toruscope::collectives {

/// The operator; on a machine with gamma its calls take time, also without data.
inline Combine at_cost(Communicator& comm, Combine op) {
  if (comm.costs().gamma == Ticks{}) return op;
  op.combine = [&comm, combine = std::move(op.combine), element = op.element](
                   const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    combine(left, right, into, n);
    comm.compute_combining(static_cast<std::int64_t>(n * element));
  };
  return op;
}

}  // namespace toruscope::collectives
