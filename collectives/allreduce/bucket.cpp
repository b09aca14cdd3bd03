// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/bucket.hpp"

#include "collectives/shapes/bucket.hpp"
#include "collectives/shapes/value_blocks.hpp"

namespace toruscope::collectives {

namespace {

Allreduce in_buckets(const char* name, BucketForm form) {
  Allreduce entry;
  entry.name = name;
  claim_buckets(
      entry,
      [form](const Case& c) {
        std::vector<Phase> all = bucket_phases(c, form, value_block(c.bytes, c.element, c.p), c.element);
        const std::vector<Phase> back = all;
        all.insert(all.end(), back.begin(), back.end());
        return all;
      },
      form);
  entry.run = in_value_blocks([form](Communicator& comm, std::span<std::byte> blocks,
                                     const Combine& op) { reduce_scatter_in_buckets(comm, blocks, op, form); },
                              [form](Communicator& comm, std::span<std::byte> blocks, std::size_t element) {
                                allgather_in_buckets(comm, blocks, element, form);
                              });
  return entry;
}

}  // namespace

Allreduce allreduce_bucket() {
  Allreduce entry = in_buckets("bucket", BucketForm::usual);
  entry.summary =
      "parts of the vector around the rings of one dimension after the other, by all links that have ports, "
      "and back";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1, 2, D or 2 D";
  return entry;
}

Allreduce allreduce_bucket_dimensions() {
  Allreduce entry = in_buckets("bucket_dimensions", BucketForm::one_way);
  entry.summary = "bucket with one part for each dimension to begin with, all in the positive direction";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/D) tw";
  return entry;
}

Allreduce allreduce_bucket_unaligned() {
  Allreduce entry = in_buckets("bucket_unaligned", BucketForm::unaligned);
  entry.summary =
      "bucket whose parts do not wait for each other at the end of a stage: fewer rounds, shared links";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: D or 2 D";
  return entry;
}

}  // namespace toruscope::collectives
