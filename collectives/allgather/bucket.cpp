// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus by all its links, around the rings of one dimension after the other (shapes/bucket.hpp).
//
// Rounds     sum (N - 1), N the longest side of each stage.     Volume     p - 1 blocks over the parts.
// Restricted to a torus.

#include "collectives/shapes/bucket.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void bucket(Allgather& entry) {
  entry.summary =
      "parts of the blocks around the rings of one dimension after the other, by all links that have ports";
  entry.formula = "equal sides: D (N-1) ts + (p-1) ceil(m/q) tw, q parts at once: 1, 2, D or 2 D";
  claim_buckets(entry, [](const Case& c) { return bucket_phases(c, BucketForm::usual, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_in_buckets(comm, all, 1);
  };
}

}  // namespace toruscope::collectives
