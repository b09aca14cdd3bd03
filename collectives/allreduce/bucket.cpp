// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus by all its links: a reduce-scatter in buckets, then an allgather (shapes/bucket.hpp).
//
// Rounds     2 sum (N - 1), N the longest side of each stage.     Volume     2 (p - 1) blocks of ceil(n/p) values over the parts.
// Dimensions D parts, all in one direction: twice the volume of 2 D parts by half the links.
// Unaligned  2 sum (N_i - 1) rounds: parts in a short dimension do not wait for those in a long one. Where sides differ they share
//            links.
// Restricted to a torus and an operator that commutes; dimensions, unaligned: D >= 2 with D ports or more.

#include "collectives/shapes/bucket.hpp"

#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void go_in_buckets(Allreduce& entry, BucketForm form) {
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
}

}  // namespace

void bucket(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::usual);
  entry.summary =
      "parts of the vector around the rings of one dimension after the other, by all links that have ports, "
      "and back";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1, 2, D or 2 D";
}

void bucket_dimensions(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::one_way);
  entry.summary = "bucket with one part for each dimension to begin with, all in the positive direction";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/D) tw";
}

void bucket_unaligned(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::unaligned);
  entry.summary =
      "bucket whose parts do not wait for each other at the end of a stage: fewer rounds, shared links";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: D or 2 D";
}

}  // namespace toruscope::collectives
