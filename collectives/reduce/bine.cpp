// SPDX-License-Identifier: Apache-2.0
// Reduction up a Bine tree, and a variant for long vectors: broadcast/bine.cpp played backwards.
//
//   bine                  whole messages, by rising steps
//       ring 8   1 -> 0, 2 -> 3, 5 -> 4, 6 -> 7      7 -> 0, 4 -> 3      3 -> 0
//   bine_scatter_gather   partners of rising steps exchange blocks of their sums, to PEs nearer to
//                         the root only those that they can use; then blocks go up the tree
//
// Rounds     bine: ceil(log2 p), on a torus of even sides the sum of ceil(log2 N_i);
//            bine_scatter_gather: 2 log2 p.
// Volume     bine: n/q bytes in each round, by q parts; bine_scatter_gather: 2 (p - 1) blocks of
//            ceil(n/p) bytes, padded at the end (shapes/value_blocks.hpp).
// Restricted to an even number of PEs, bine_scatter_gather to a power of two; an operator that
//            commutes: a PE's sum skips PEs between others. Any root, network.
// Source     shapes/bine.hpp.

#include "collectives/shapes/bine.hpp"

#include "collectives/shapes/by_round.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

void combine_into(std::span<const std::byte> theirs, std::span<std::byte> mine, const Combine& op) {
  op.combine(theirs.data(), mine.data(), mine.data(), mine.size() / op.element);
}

void send_up_bine(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const BineTrees trees(comm);
  Buffer sum = comm.copy_of(data);
  const auto share = [&](const BineTrees::Message& message) {
    const Range range =
        share_of(data.size(), op.element, static_cast<std::size_t>(message.part), trees.count());
    return std::span<std::byte>(sum).subspan(range.begin, range.bytes);
  };
  std::vector<BineTrees::Message> all = trees.messages(root, comm.rank());
  std::stable_sort(all.begin(), all.end(),
                   [](const BineTrees::Message& a, const BineTrees::Message& b) { return a.round > b.round; });
  ExactReceives receives;
  for_each_round(all.begin(), all.end(), [&](auto first, auto last) {
    const std::span<const BineTrees::Message> messages(first, last);
    std::vector<Buffer> theirs(messages.size());
    comm.round([&](Round& round) {
      for (std::size_t i = 0; i < messages.size(); ++i) {
        const std::span<std::byte> mine = share(messages[i]);
        if (!messages[i].tells) {
          round.send(messages[i].partner, mine);
          continue;
        }
        theirs[i] = comm.buffer(mine.size());
        receives.post(round, messages[i].partner, theirs[i]);
      }
    });
    receives.finish(comm);
    for (std::size_t i = 0; i < messages.size(); ++i)
      if (messages[i].tells) combine_into(theirs[i], share(messages[i]), op);
  });
  if (comm.rank() == root) copy(sum, data);
}

void exchange_and_gather(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const int p = comm.size();
  const BineBlocks tree(p);
  const int place = core::mod(comm.rank() - root, p);
  const int told = tree.told_in(place);
  Buffer all = value_blocks(comm, data, op.element);
  const std::size_t block = all.size() / static_cast<std::size_t>(p);
  const auto exchange = [&](int partner, const std::vector<int>& given, const std::vector<int>& taken) {
    exchange_blocks(comm, (partner + root) % p, all, block, given, taken,
                    [&op](std::span<const std::byte> theirs, std::span<std::byte> mine) {
                      combine_into(theirs, mine, op);
                    });
  };

  for (int step = 0; step < tree.steps(); ++step) {
    const int partner = tree.partner(place, step);
    const bool keeps_partners = told < step;
    const bool partner_keeps_mine = tree.told_in(partner) < step;
    exchange(partner, keeps_partners ? std::vector<int>() : tree.reached(partner, step + 1),
             partner_keeps_mine ? std::vector<int>() : tree.reached(place, step + 1));
  }
  for (int step = tree.steps() - 1; step > told; --step) {
    const int partner = tree.partner(place, step);
    exchange(partner, {}, tree.reached(partner, step + 1));
  }
  if (told >= 0) exchange(tree.partner(place, told), tree.reached(place, told + 1), {});
  if (comm.rank() == root) copy(std::span<const std::byte>(all).first(data.size()), data);
}

}  // namespace

void bine(Reduce& entry) {
  claim_bine_trees(entry);
  entry.summary = "the Bine broadcast backwards: a binomial tree of short edges";
  entry.run = send_up_bine;
}

void bine_scatter_gather(Reduce& entry) {
  entry.summary = "partners of a Bine tree combine blocks of the vector, which then go up the tree";
  claim_long_bine(entry, [](const Case& c) { return value_block(c.bytes, c.element, c.p); });
  entry.predicted = [formula = entry.predicted](const Case& c) {
    return combines_at_once(c) && formula ? formula(c) : std::optional<Prediction>();
  };
  // About as many: all other blocks.
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    return (c.p - 1) * static_cast<std::int64_t>(value_block(c.bytes, c.element, c.p));
  };
  entry.run = exchange_and_gather;
}

}  // namespace toruscope::collectives
