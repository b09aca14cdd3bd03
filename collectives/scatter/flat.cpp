// SPDX-License-Identifier: Apache-2.0
#include "collectives/scatter/flat.hpp"

#include "collectives/shapes/flat.hpp"

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

template <class Entry>
Entry described_flat() {
  Entry entry;
  entry.name = "flat";
  entry.restrictions = "none";
  entry.formula = "ceil((p-1)/k) (ts + m tw)";
  entry.source =
      "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.4 (the naive way)";
  return entry;
}

}  // namespace

Scatter scatter_flat() {
  auto entry = described_flat<Scatter>();
  entry.summary = "the root sends every PE its block itself, k at a time";
  entry.conflict_free = never_in_conflict();
  entry.predicted = one_to_all_cost;
  entry.estimated = one_to_all_estimate;
  entry.run = deal_flat;
  return entry;
}

Gather gather_flat() {
  auto entry = described_flat<Gather>();
  entry.summary = "every PE sends its block to the root";
  entry.predicted = all_to_one_cost;
  entry.estimated = all_to_one_estimate;
  entry.run = collect_flat;
  return entry;
}

}  // namespace toruscope::collectives
