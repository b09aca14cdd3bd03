// SPDX-License-Identifier: Apache-2.0
// Scatter and gather without help: the root itself deals with everybody (shapes/flat.hpp).
//
//   p = 6, k = 2, root 1     1 -> 2, 3      1 -> 4, 5      1 -> 0     (gather: all send at once)
//
// Rounds     ceil((p-1)/k): above the startups' bound.     Volume   one block in each: the ports'
//            bound. Any p, k, root, topology.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, sections 4.1, 4.4.

#include "collectives/shapes/flat.hpp"

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

template <class Byte>
std::span<Byte> block_of(std::span<Byte> all, Rank r, std::size_t block) {
  return all.subspan(static_cast<std::size_t>(r) * block, block);
}

void deal_flat(Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> mine) {
  if (comm.rank() != root) {
    comm.recv(root, mine);
    return;
  }
  tell_all(comm, root, [&](Round& round, Rank to) { round.send(to, block_of(all, to, mine.size())); });
  copy(block_of(all, root, mine.size()), mine);
}

void collect_flat(Communicator& comm, Rank root, std::span<const std::byte> mine, std::span<std::byte> all) {
  if (comm.rank() != root) {
    comm.send(root, mine);
    return;
  }
  comm.round([&](Round& round) {
    for (Rank r = 0; r < comm.size(); ++r)
      if (r != root) round.recv(r, block_of(all, r, mine.size()));
  });
  copy(mine, block_of(all, root, mine.size()));
}

void deal_flat_uneven(Communicator& comm, Rank root, std::span<const std::byte> all, Sizes sizes,
                      std::span<std::byte> mine) {
  if (comm.rank() != root) {
    Buffer arrived;
    comm.adopt(root, arrived);
    check_size(comm, "scatterv", root, mine.size(), arrived.size());
    return copy(arrived, mine);
  }
  const auto blocks = cut(all, sizes);
  tell_all(comm, root, [&](Round& round, Rank to) { round.send(to, blocks[static_cast<std::size_t>(to)]); });
  copy(blocks[static_cast<std::size_t>(root)], mine);
}

void collect_flat_uneven(Communicator& comm, Rank root, std::span<const std::byte> mine,
                         std::span<std::byte> all, Sizes sizes) {
  if (comm.rank() != root) return comm.send(root, mine);
  const auto blocks = cut(all, sizes);
  ExactReceives receives;
  comm.round([&](Round& round) {
    for (Rank r = 0; r < comm.size(); ++r)
      if (r != root) receives.post(round, r, blocks[static_cast<std::size_t>(r)]);
  });
  receives.finish(comm);
  copy(mine, blocks[static_cast<std::size_t>(root)]);
}

void claim_flat(AlgorithmInfo& entry) {
  entry.restrictions = "none";
  entry.formula = "ceil((p-1)/k) (ts + m tw)";
  entry.source =
      "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.4 (the naive way)";
}

}  // namespace

void flat(Scatter& entry) {
  claim_flat(entry);
  entry.summary = "the root sends every PE its block itself, k at a time";
  entry.conflict_free = never_in_conflict();
  entry.predicted = one_to_all_cost;
  entry.estimated = one_to_all_estimate;
  entry.run = deal_flat;
}

void flat(Gather& entry) {
  claim_flat(entry);
  entry.summary = "every PE sends its block to the root";
  entry.predicted = all_to_one_cost;
  entry.estimated = all_to_one_estimate;
  entry.run = collect_flat;
}

void flat(Scatterv& entry) {
  take_claims(entry, described<Scatter>(flat), "scatter/flat");
  entry.run = deal_flat_uneven;
}

void flat(Gatherv& entry) {
  take_claims(entry, described<Gather>(flat), "gather/flat");
  entry.run = collect_flat_uneven;
}

}  // namespace toruscope::collectives
