// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/bucket.hpp"

#include "collectives/shapes/bucket.hpp"
#include "collectives/shapes/value_blocks.hpp"

namespace toruscope::collectives {

Allreduce allreduce_bucket() {
  Allreduce entry;
  entry.name = "bucket";
  entry.summary =
      "parts of the vector around the rings of one dimension after the other, by all links that have ports, "
      "and back";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/k) tw, k parts at once: 1, 2, D or 2 D";
  claim_buckets(entry, [](const Case& c) {
    RingRounds all = bucket_rounds(c, value_block(c.bytes, c.element, c.p), c.element);
    const RingRounds back = all;
    return all += back;
  });
  entry.run = in_value_blocks(reduce_scatter_in_buckets, allgather_in_buckets);
  return entry;
}

}  // namespace toruscope::collectives
