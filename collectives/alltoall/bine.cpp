// SPDX-License-Identifier: Apache-2.0
// All-to-all in ceil(log2 p) rounds by Swing's partners on the ring of ranks: a block takes the way
// of its destination's sums in a reduce-scatter (shapes/butterfly.hpp), without being combined.
//
//   p = 8     round 0   0 -> 1    blocks for 1 2 5 6      7 -> 6    blocks for 6 5 2 1      ...
//             round 1   0 -> 7    all that PE 0 holds for 4 7
//             round 2   0 -> 3    all that PE 0 holds for 3
//
// Invariant  In each round PE v hands its partner all blocks, its own and received ones, whose
//            destinations the partner still reaches and v does not. The two hold mirror images:
//            block (o, d) of v is block (v + partner - o, v + partner - d) of its partner. So every
//            PE has p blocks all the time.
// Rounds     ceil(log2 p).
// Volume     p/2 log2 p blocks for powers of two: Bruck's, but partners are nearer on a ring.
// Restricted to an even number of PEs.
// Source     De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing
//            Communication Locality", SC 2025.

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/remembered.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace toruscope::collectives {

namespace {

std::shared_ptr<const Butterfly> swing_of_ranks(int p) {
  return butterfly_on(Pairing::swing, {p}, 1);
}

/// The blocks that a PE holds: as many places as PEs.
class HeldBlocks {
 public:
  struct Block {
    Rank origin;
    Rank destination;
  };

  HeldBlocks(int p, Rank me) : me_(me) {
    for (int away = 0; away < p; ++away)  // mirror images in the same places
      blocks_.push_back({me, core::mod(me % 2 == 0 ? me + away : me - away, p)});
  }

  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  /// The places of the blocks that leave in a step.
  [[nodiscard]] std::vector<std::size_t> leaving(const Butterfly& butterfly, int step) const {
    const GridBox destinations = butterfly.sent(0, step, me_);
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < blocks_.size(); ++place)
      if (destinations.contains(blocks_[place].destination)) places.push_back(place);
    return places;
  }
  /// The partner's blocks, the mirror images, take these places.
  void exchange(const std::vector<std::size_t>& places, Rank partner) {
    const auto p = static_cast<int>(blocks_.size());
    for (const std::size_t place : places) {
      Block& block = blocks_[place];
      block = {core::mod(me_ + partner - block.origin, p), core::mod(me_ + partner - block.destination, p)};
    }
  }

 private:
  std::vector<Block> blocks_;  // by place
  Rank me_;
};

void hand_on_by_swing(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                      std::size_t block) {
  const std::shared_ptr<const Butterfly> butterfly = swing_of_ranks(comm.size());
  HeldBlocks held(comm.size(), comm.rank());
  const auto at = [block](auto all, std::size_t place) { return all.subspan(place * block, block); };
  Buffer memory = comm.buffer(send.size());
  const std::span<std::byte> data(memory);
  for (std::size_t place = 0; place < held.blocks().size(); ++place)
    copy(at(send, static_cast<std::size_t>(held.blocks()[place].destination)), at(data, place));
  ExactReceives receives;
  for (int step = 0; step < butterfly->steps(); ++step) {
    const Rank partner = butterfly->partner(0, step, comm.rank());
    const std::vector<std::size_t> places = held.leaving(*butterfly, step);
    Buffer out = comm.buffer(places.size() * block);
    Buffer in = comm.buffer(out.size());
    for (std::size_t i = 0; i < places.size(); ++i) copy(at(data, places[i]), at(std::span<std::byte>(out), i));
    comm.round([&](Round& round) {
      round.send(partner, std::move(out));
      receives.post(round, partner, in);
    });
    receives.finish(comm);
    for (std::size_t i = 0; i < places.size(); ++i) copy(at(std::span<std::byte>(in), i), at(data, places[i]));
    held.exchange(places, partner);
  }
  for (std::size_t place = 0; place < held.blocks().size(); ++place)
    copy(at(data, place), at(receive, static_cast<std::size_t>(held.blocks()[place].origin)));
}

/// Blocks that a PE sends in all rounds: for each distance, the rounds before it comes within reach
/// of the later ones, as the next partner counts.
std::int64_t blocks_by_swing(int p) {
  const int rounds = ceil_log(2, p);
  std::vector<std::vector<bool>> reached(static_cast<std::size_t>(rounds) + 1,
                                         std::vector<bool>(static_cast<std::size_t>(p)));
  const auto after = [&](int distance, int round) {  // counted from the partner
    return static_cast<std::size_t>(core::mod(static_cast<int>(swing_step(round) % p) - distance, p));
  };
  reached.back()[0] = true;
  for (int round = rounds - 1; round >= 0; --round) {
    const auto& later = reached[static_cast<std::size_t>(round) + 1];
    for (int distance = 0; distance < p; ++distance)
      reached[static_cast<std::size_t>(round)][static_cast<std::size_t>(distance)] =
          later[static_cast<std::size_t>(distance)] || later[after(distance, round)];
  }
  std::int64_t blocks = 0;
  for (int first = 0; first < p; ++first)
    for (int round = 0, distance = first; round < rounds; ++round)
      if (!reached[static_cast<std::size_t>(round) + 1][static_cast<std::size_t>(distance)]) {
        distance = static_cast<int>(after(distance, round));
        ++blocks;
      }
  return blocks;
}

std::optional<Ticks> estimate_by_swing(const Case& c) {
  const std::shared_ptr<const Butterfly> butterfly = swing_of_ranks(c.p);
  HeldBlocks held(c.p, 0);
  Estimate estimate(c);
  for (int step = 0; step < butterfly->steps(); ++step) {
    const std::vector<std::size_t> places = held.leaving(*butterfly, step);
    const std::int64_t bytes = static_cast<std::int64_t>(places.size()) * static_cast<std::int64_t>(c.bytes);
    const Rank partner = butterfly->partner(0, step, 0);
    if (is_ring(c))
      estimate.add(butterfly_phase(*butterfly, {c.p}, step, {bytes}));
    else
      estimate.shift(std::min(partner, c.p - partner), bytes);
    held.exchange(places, partner);
  }
  return estimate.time();
}

}  // namespace

void bine(Alltoall& entry) {
  entry.summary =
      "blocks go by Swing's partners 1, 1, 3, 5, 11, .. ranks away, each in the last round that still gets it "
      "home";
  entry.restrictions = "an even number of PEs";
  entry.formula = "ceil(log2 p) ts + blocks that move, in all rounds, m tw; p = 2^d: d (ts + p/2 m tw)";
  entry.source =
      "De Sensi, Pasqualoni, Piarulli, Bonato et al., \"Bine Trees\", Int. Conf. High Performance Computing, "
      "Networking, Storage and Analysis (SC), 2025";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (c.p == 1 || c.p % 2 == 0) return std::nullopt;
    return "needs an even number of PEs, got " + std::to_string(c.p);
  };
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
    const int rounds = ceil_log(2, c.p);
    return chain(c, rounds, blocks_by_swing(c.p) * static_cast<std::int64_t>(c.bytes), rounds);
  };
  entry.estimated = [](const Case& c) {
    return remembered(c, [](const Case& asked) { return estimate_by_swing(asked); });
  };
  entry.run = hand_on_by_swing;
}

}  // namespace toruscope::collectives
