// SPDX-License-Identifier: Apache-2.0
// Scatter down a Bine tree, and its reversal, the gather: the blocks below a PE are an interval.
//
//   ring 8, root 0   0 -> 3 (blocks 2 3 4 5)   0 -> 7 (6 7), 3 -> 4 (4 5)
//                    0 -> 1 (1), 3 -> 2 (2), 4 -> 5 (5), 7 -> 6 (6)
//
// Invariant  (scatter) After the steps down to s an informed PE holds the blocks of 2^s places. For
//            an even place v they begin at v less the odd powers of two below 2^s, for an odd one
//            at v less the even powers.
// Rounds     log2 p.     Volume   p - 1 blocks on the critical path.
// Places     Ranks counted from the root, which turns its blocks once in its memory.
// Restricted to a power of two of PEs; any root, network.
// Links      On a ring none is shared.
// Source     shapes/bine.hpp.

#include "collectives/shapes/bine.hpp"

#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstdlib>

namespace toruscope::collectives {

namespace {

/// The first (maybe negative) of the 2^steps places that `place` tells, or is, in steps < `steps`.
constexpr int first_below(int place, int steps) {
  constexpr unsigned kOddPowers = 0xAAAAAAAAU;
  const unsigned powers = place % 2 == 0 ? kOddPowers : ~kOddPowers;
  return place - static_cast<int>(powers & ((1U << static_cast<unsigned>(steps)) - 1));
}
static_assert(first_below(0, 3) == -2 && first_below(3, 2) == 2 && first_below(4, 1) == 4);

/// Messages of a PE, and the blocks that it holds: those of 2^s places when it is told in step s.
class BineWay {
 public:
  struct Message {
    Rank partner;
    bool tells;
    std::size_t first;  ///< of its blocks, where this PE's begin with 0
    std::size_t count;  ///< blocks
  };

  BineWay(const Communicator& comm, Rank root) : p_(comm.size()), root_(root) {
    const BineTrees tree(p_);
    const int place = core::mod(comm.rank() - root, p_);
    if (place == 0) hold(place, tree.rounds());
    for (const BineTrees::Message& message : tree.messages(root, comm.rank())) {
      const int step = tree.rounds() - 1 - message.round;
      if (!message.tells) hold(place, step);
      const int from = message.tells ? first_below(bine_partner(place, step), step) : first_;
      messages_.push_back(
          {message.partner, message.tells, static_cast<std::size_t>(from - first_), std::size_t{1} << step});
    }
    own_ = static_cast<std::size_t>(place - first_);
  }

  /// Messages in the order of the scatter.
  [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }
  [[nodiscard]] std::size_t held() const { return held_; }
  /// The place of this PE's own block among those held.
  [[nodiscard]] std::size_t own() const { return own_; }
  /// The rank whose block is the first held.
  [[nodiscard]] Rank first_rank() const { return core::mod(root_ + first_, p_); }

 private:
  void hold(int place, int step) {
    first_ = first_below(place, step);
    held_ = std::size_t{1} << step;
  }

  int p_;
  Rank root_;
  int first_ = 0;
  std::size_t held_ = 0;
  std::size_t own_ = 0;
  std::vector<Message> messages_;
};

template <class Byte>
std::span<Byte> bine_piece(std::span<Byte> blocks, const BineWay::Message& message, std::size_t block) {
  return blocks.subspan(message.first * block, message.count * block);
}

void deal_bine(Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> mine) {
  const std::size_t block = mine.size();
  const BineWay way(comm, root);
  Buffer held = comm.buffer(way.held() * block);
  const std::span<std::byte> blocks(held);
  if (comm.rank() == root) copy_rotated(all, static_cast<std::size_t>(way.first_rank()) * block, blocks);
  ExactReceives receives;
  for (const BineWay::Message& message : way.messages()) {
    comm.round([&](Round& round) {
      if (message.tells)
        round.send(message.partner, bine_piece(blocks, message, block));
      else
        receives.post(round, message.partner, blocks);
    });
    receives.finish(comm);
  }
  copy(blocks.subspan(way.own() * block, block), mine);
}

void collect_bine(Communicator& comm, Rank root, std::span<const std::byte> mine, std::span<std::byte> all) {
  const std::size_t block = mine.size();
  const BineWay way(comm, root);
  Buffer held = comm.buffer(way.held() * block);
  const std::span<std::byte> blocks(held);
  copy(mine, blocks.subspan(way.own() * block, block));
  ExactReceives receives;
  for (auto message = way.messages().rbegin(); message != way.messages().rend(); ++message) {
    comm.round([&](Round& round) {
      if (message->tells)
        receives.post(round, message->partner, bine_piece(blocks, *message, block));
      else
        round.send(message->partner, blocks);
    });
    receives.finish(comm);
  }
  if (comm.rank() == root)
    copy_rotated(held, static_cast<std::size_t>(core::mod(-way.first_rank(), comm.size())) * block, all);
}

std::optional<Prediction> cost_of_bine(const Case& c) {
  if (!is_plain_k_port_machine(c) || (!c.is_complete && !is_ring(c))) return std::nullopt;
  const int rounds = ceil_log2(c.p);
  return chain(c, rounds, (c.p - 1) * static_cast<std::int64_t>(c.bytes),
               c.is_complete ? rounds : bine_links(rounds));
}

std::optional<Ticks> estimate_of_bine(const Case& c, Fan fan) {
  Estimate estimate(c);
  for (int step = 0; step < ceil_log2(c.p); ++step)
    estimate.add((estimate.*fan)({std::abs(swing_step(step))},
                                 (std::int64_t{1} << step) * static_cast<std::int64_t>(c.bytes)));
  return estimate.time();
}

void claim_bine(AlgorithmInfo& entry) {
  entry.restrictions = "a power of two of PEs";
  entry.formula = "log2 p ts + (p-1) m tw";
  entry.source = kBineSource;
  entry.conflict_free = no_conflicts_on_rings();
  entry.refusal = needs_power_of_two;
  entry.predicted = cost_of_bine;
}

}  // namespace

void bine(Scatter& entry) {
  claim_bine(entry);
  entry.summary = "every PE that holds blocks hands half of them on, to a partner on either side of it in turn";
  entry.estimated = [](const Case& c) { return estimate_of_bine(c, &Estimate::fan_out); };
  entry.run = deal_bine;
}

void bine(Gather& entry) {
  claim_bine(entry);
  entry.summary = "the scatter backwards: partners on either side hand a PE what they have collected";
  entry.estimated = [](const Case& c) { return estimate_of_bine(c, &Estimate::fan_in); };
  entry.run = collect_bine;
}

}  // namespace toruscope::collectives
