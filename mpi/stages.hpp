// SPDX-License-Identifier: Apache-2.0
// The stages of a rank in non-blocking collective operations, on packed bytes.

#pragma once

#include "mpi/schedules.hpp"

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace toruscope::mpi {

/// Where a rank stands among how many.
struct Place {
  int rank = 0;
  int size = 1;
};
Place place_on(const Comm& comm);
using Bytes = std::span<std::byte>;
/// One block for each rank.
using ByteBlocks = std::vector<Bytes>;

/// Every rank hears of every other one in ceil(log2 p) stages. (Hensgen,
/// Finkel, Manber 1988.)
Stages barrier_stages(Place at);
/// A binomial tree.
Stages broadcast_stages(Place at, int root, Bytes data);

/// Each block by itself. `own` is the rank's block on all but the root, `all`
/// those of the root.
Stages gather_stages(Place at, int root, Bytes own, const ByteBlocks& all);
Stages scatter_stages(Place at, int root, const ByteBlocks& all, Bytes own);
/// Around a ring; all[rank] is there at the beginning.
Stages allgather_stages(Place at, const ByteBlocks& all);
/// All at once. The rank's own block is not moved.
Stages alltoall_stages(Place at, const ByteBlocks& sent, const ByteBlocks& got);

/// left = left op right, on equally many bytes. The operator need not commute.
struct Operands {
  Bytes data{};   ///< this rank's, which becomes the result
  Bytes other{};  ///< as many bytes, for what another rank sends
  std::function<void(Bytes left, Bytes right, Bytes into)> combine{};
};
/// A binomial tree to rank 0.
Stages reduce_stages(Place at, const Operands& on);
/// Recursive doubling; where p is no power of two, the first ranks in pairs.
/// (Thakur, Rabenseifner, Gropp 2005, section 4.4.)
Stages allreduce_stages(Place at, const Operands& on);
/// Ranks that are 1, 2, 4 ... apart. (Hillis, Steele 1986.)
Stages scan_stages(Place at, const Operands& on);
/// The same behind a shift by one rank; rank 0 keeps its data.
Stages exscan_stages(Place at, const Operands& on);

/// One operation behind the other.
Stages joined(Stages first, Stages second);

}  // namespace toruscope::mpi
