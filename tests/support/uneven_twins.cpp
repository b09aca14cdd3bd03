// SPDX-License-Identifier: Apache-2.0
// Algorithms on blocks of different sizes that are deliberately wrong.

#include "tests/support/broken_twins.hpp"
#include "tests/support/built_in.hpp"

#include <algorithm>

namespace toruscope::test {

using Sizes = std::span<const std::size_t>;

Gatherv flips_a_bit_of_gathered_blocks() {
  auto twin = built_in<Gatherv>("flat");
  twin.name = "flips_a_bit";
  twin.summary = "wrong on purpose: one bit of the last block that is not empty";
  twin.run = [flat = twin.run](Communicator& comm, Rank root, std::span<const std::byte> block,
                               std::span<std::byte> all, Sizes sizes) {
    flat(comm, root, block, all, sizes);
    if (!all.empty()) all.back() ^= std::byte{0x10};
  };
  return twin;
}

Scatterv turns_blocks_round() {
  auto twin = built_in<Scatterv>("flat");
  twin.name = "turns_blocks_round";
  twin.summary = "wrong on purpose: every PE has its bytes in reverse";
  twin.run = [flat = twin.run](Communicator& comm, Rank root, std::span<const std::byte> all, Sizes sizes,
                               std::span<std::byte> block) {
    flat(comm, root, all, sizes, block);
    std::reverse(block.begin(), block.end());
  };
  return twin;
}

Allgatherv leaves_the_last_out() {
  auto twin = built_in<Allgatherv>("ring");
  twin.name = "leaves_the_last_out";
  twin.summary = "wrong on purpose: the last PE's block is zeros";
  twin.run = [ring = twin.run](Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all,
                               Sizes sizes) {
    ring(comm, block, all, sizes);
    std::fill(all.end() - static_cast<std::ptrdiff_t>(sizes.back()), all.end(), std::byte{});
    if (sizes.back() == 0 && !all.empty()) all.back() = std::byte{};
  };
  return twin;
}

ReduceScatterv swaps_operands_of_uneven_blocks() {
  ReduceScatterv twin;
  twin.name = "swaps_operands_of_blocks";
  twin.summary = "wrong on purpose: combines right with left";
  twin.run = [](Communicator& comm, std::span<const std::byte> all, Sizes sizes, std::span<std::byte> block,
                const Combine& op) {
    Combine swapped = op;
    swapped.combine = [&op](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
      op.combine(right, left, into, n);
    };
    built_in<ReduceScatterv>("pairwise").run(comm, all, sizes, block, swapped);
  };
  return twin;
}

void add_uneven_twins(Catalogue& table);

void add_uneven_twins(Catalogue& table) {
  table.add(flips_a_bit_of_gathered_blocks());
  table.add(turns_blocks_round());
  table.add(leaves_the_last_out());
  table.add(swaps_operands_of_uneven_blocks());
}

}  // namespace toruscope::test
