// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce_scatter/bucket.hpp"

#include "collectives/shapes/bucket.hpp"

namespace toruscope::collectives {

ReduceScatter reduce_scatter_bucket() {
  ReduceScatter entry;
  entry.name = "bucket";
  entry.summary =
      "parts of the blocks around the rings of one dimension after the other, by all links that have ports";
  entry.formula = "equal sides: D (N-1) ts + (p-1) ceil(m/q) tw, q parts at once: 1, 2, D or 2 D";
  claim_buckets(entry, [](const Case& c) { return bucket_phases(c, BucketForm::usual, c.bytes, c.element); });
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_in_buckets(comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
  return entry;
}

}  // namespace toruscope::collectives
