// SPDX-License-Identifier: Apache-2.0
// Broadcasts by Bine trees, where messages go 2/3 as far as in binomial ones: whole, or in blocks.
//
//   bine                     whole messages, by falling steps
//       ring 8   0 -> 3      0 -> 7, 3 -> 4      0 -> 1, 3 -> 2, 4 -> 5, 7 -> 6
//   bine_scatter_allgather   p blocks of the vector down the tree of rising steps; then partners of
//                            falling steps exchange blocks that the other does not have yet
//       ring 8, blocks that PE 0 sends   1 2 5 6 to 1   4 7 to 7   3 to 3
//                                        0 to 3     0 3 to 7     0 3 4 7 to 1
//
// Rounds     bine: ceil(log2 p), on a torus of even sides the sum of ceil(log2 N_i);
//            bine_scatter_allgather: 2 log2 p.
// Volume     bine: n/q bytes in each round, by q parts; the other: 2 (p - 1) blocks of ceil(n/p).
// Restricted to an even number of PEs; bine_scatter_allgather to a power of two. Any root, network.
// Source     shapes/bine.hpp.

#include "collectives/shapes/bine.hpp"

#include "collectives/shapes/by_round.hpp"
#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void send_down_bine(Communicator& comm, Rank root, std::span<std::byte> data) {
  std::size_t parts = 0;
  std::vector<BineTrees::Message> all;
  {  // frees the trees before the PE waits: a million PEs' would take half a GiB
    const BineTrees trees(comm);
    parts = trees.count();
    all = trees.messages(root, comm.rank());
  }
  ExactReceives receives;
  for_each_round(all.begin(), all.end(), [&](auto first, auto last) {
    comm.round([&](Round& round) {
      for (const BineTrees::Message& message : std::span(first, last)) {
        const Range range = share_of(data.size(), 1, static_cast<std::size_t>(message.part), parts);
        const std::span<std::byte> share = data.subspan(range.begin, range.bytes);
        if (message.tells)
          round.send(message.partner, share);
        else
          receives.post(round, message.partner, share);
      }
    });
    receives.finish(comm);
  });
}

std::size_t bine_block(std::size_t bytes, int p) {
  return (bytes + static_cast<std::size_t>(p) - 1) / static_cast<std::size_t>(p);
}

void scatter_and_exchange(Communicator& comm, Rank root, std::span<std::byte> data) {
  const int p = comm.size();
  const BineBlocks tree(p);
  const int place = core::mod(comm.rank() - root, p);
  const int told = tree.told_in(place);
  const std::size_t block = bine_block(data.size(), p);
  Buffer all = comm.buffer(block * static_cast<std::size_t>(p));
  if (comm.rank() == root) copy(data, all);
  const auto exchange = [&](int partner, const std::vector<int>& given, const std::vector<int>& taken) {
    exchange_blocks(comm, (partner + root) % p, all, block, given, taken,
                    [](std::span<const std::byte> theirs, std::span<std::byte> mine) { copy(theirs, mine); });
  };

  if (told >= 0) exchange(tree.partner(place, told), {}, tree.reached(place, told + 1));
  for (int step = told + 1; step < tree.steps(); ++step) {
    const int partner = tree.partner(place, step);
    exchange(partner, tree.reached(partner, step + 1), {});
  }
  for (int step = tree.steps() - 1; step >= 0; --step) {
    const int partner = tree.partner(place, step);
    const bool partner_has_mine = tree.told_in(partner) < step;
    const bool has_partners = told < step;
    exchange(partner, partner_has_mine ? std::vector<int>() : tree.reached(place, step + 1),
             has_partners ? std::vector<int>() : tree.reached(partner, step + 1));
  }
  copy(std::span<const std::byte>(all).first(data.size()), data);
}

}  // namespace

void bine(Broadcast& entry) {
  claim_bine_trees(entry);
  entry.summary = "a binomial tree of short edges: the partners of a PE lie on both sides of it in turn";
  entry.run = send_down_bine;
}

void bine_scatter_allgather(Broadcast& entry) {
  entry.summary = "blocks of the vector down a Bine tree, then its partners exchange what they lack";
  claim_long_bine(entry, [](const Case& c) { return bine_block(c.bytes, c.p); });
  entry.run = scatter_and_exchange;
}

}  // namespace toruscope::collectives
