// SPDX-License-Identifier: Apache-2.0
#include "collectives/allgather/bucket.hpp"

#include "collectives/shapes/bucket.hpp"

namespace toruscope::collectives {

Allgather allgather_bucket() {
  Allgather entry;
  entry.name = "bucket";
  entry.summary =
      "parts of the blocks around the rings of one dimension after the other, by all links that have ports";
  entry.formula = "equal sides: D (N-1) ts + (p-1) ceil(m/q) tw, q parts at once: 1, 2, D or 2 D";
  claim_buckets(entry, [](const Case& c) { return bucket_phases(c, BucketForm::usual, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_in_buckets(comm, all, 1);
  };
  return entry;
}

}  // namespace toruscope::collectives
