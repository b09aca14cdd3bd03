// SPDX-License-Identifier: Apache-2.0
// All-to-all on a torus by all its links at once, at their lower bound: the dimensions rotate.
//
//   torus 3x4, each block in 2 shares     share   stage 0              stage 1
//                                         0       along the columns    along the rows
//                                         1       along the rows       along the columns
//
// Stage         Each share goes around the rings of one dimension, no two shares around the same.
//               On a ring every PE has p/N shares for each of the N PEs, which go the shorter way;
//               those for the opposite PE go half each way. In each round all that is under way
//               moves to the next PE, one message in each direction.
// Invariant     After its stages a share is at a PE with its destination's coordinates in the
//               dimensions done. Its blocks are ordered by the origin's coordinates there, by the
//               destination's in all others.
// Rounds        D floor(N/2), N the longest side.
// Volume        Each link carries about N p/8 blocks, its bound: the longest dimension never idles.
// Links         None is shared: all PEs send equal messages, and are at the same round at one time.
// Restricted to a torus. With fewer ports than links the messages of a round wait for each other.
// Source        the bound: Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, Lemma 1; all
//               ports: Liu, Gu, Ren, Tao, Int. Multi-Symposiums on Computer and Computational
//               Sciences, 2006. Rotation and halves are ours.

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_slice.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// Shares of a block, each with its first dimension; the dimensions change from stage to stage.
class Rotation {
 public:
  explicit Rotation(const std::vector<int>& sides) : sides_(sides) {
    for (int d = 0; d < static_cast<int>(sides.size()); ++d)
      if (sides[static_cast<std::size_t>(d)] > 1) long_.push_back(d);
  }

  [[nodiscard]] std::size_t stages() const { return long_.size(); }
  [[nodiscard]] int dimension(std::size_t share, std::size_t stage) const {
    return long_[(share + stage) % stages()];
  }
  [[nodiscard]] int side(std::size_t share, std::size_t stage) const {
    return sides_[static_cast<std::size_t>(dimension(share, stage))];
  }
  [[nodiscard]] int rounds() const {
    return sides_.empty() ? 0 : *std::max_element(sides_.begin(), sides_.end()) / 2;
  }

 private:
  const std::vector<int>& sides_;
  std::vector<int> long_;  // dimensions
};

/// The part of a share that goes one way around a ring to the PE `places` further on that way: all,
/// half for the opposite PE of an even ring, or nothing.
Range way_share(const Range& whole, int side, int places, bool forwards) {
  if (2 * places > side || (side == 2 && !forwards)) return {};
  if (2 * places < side || side == 2) return whole;
  const Range half = share_of(whole.bytes, 1, forwards ? 0 : 1, 2);
  return {whole.begin + half.begin, half.bytes};
}

/// One share in one direction of one stage: blocks under way, the nearest destination's first.
class Stream {
 public:
  Stream(Communicator& comm, std::span<std::byte> blocks, std::size_t block, const Range& share, int dimension,
         bool forwards)
      : comm_(comm),
        blocks_(blocks),
        block_(block),
        share_(share),
        dimension_(dimension),
        forwards_(forwards),
        side_(comm.sides()[static_cast<std::size_t>(dimension)]),
        last_(side_ == 2 ? (forwards ? 1 : 0) : side_ / 2),
        bundle_(static_cast<std::size_t>(comm.size() / side_)) {
    moving_ = comm.buffer(size_from(1));
    std::size_t at = 0;
    for (int places = 1; places <= last_; ++places) {
      const Range range = way_share(share_, side_, places, forwards_);
      for_each_range(blocks_, block_, box(places), range, moving_, at,
                     [&](const std::byte* from, std::byte* into) { std::copy_n(from, range.bytes, into); });
      at += range.bytes * bundle_;
    }
  }

  [[nodiscard]] bool is_over(int t) const { return t >= last_; }
  void post(Round& round, ExactReceives& receives, int t) {
    round.send(comm_.shift(dimension_, forwards_ ? 1 : -1), std::move(moving_));
    moving_ = comm_.buffer(size_from(t + 1));
    receives.post(round, comm_.shift(dimension_, forwards_ ? -1 : 1), moving_);
  }
  /// Keeps the blocks for this PE: they come from 1 + t places behind.
  void keep(int t) {
    const Range range = way_share(share_, side_, t + 1, forwards_);
    for_each_range(blocks_, block_, box(-(t + 1)), range, moving_, 0,
                   [&](std::byte* into, const std::byte* from) { std::copy_n(from, range.bytes, into); });
    moving_ = comm_.copy_of(std::span<const std::byte>(moving_).subspan(range.bytes * bundle_));
  }

 private:
  /// Blocks whose coordinate in this dimension is `places` further on in this direction.
  [[nodiscard]] GridSlice box(int places) const {
    std::vector<int> fixed(comm_.sides().size(), kAnyCoordinate);
    fixed[static_cast<std::size_t>(dimension_)] =
        core::mod(comm_.coordinate(dimension_) + (forwards_ ? places : -places), side_);
    return {comm_.sides(), std::move(fixed)};
  }
  /// Bytes for all PEs `places` or more further on.
  [[nodiscard]] std::size_t size_from(int places) const {
    std::size_t bytes = 0;
    for (; places <= last_; ++places) bytes += way_share(share_, side_, places, forwards_).bytes * bundle_;
    return bytes;
  }

  Communicator& comm_;
  std::span<std::byte> blocks_;
  std::size_t block_;
  Range share_;
  int dimension_;
  bool forwards_;
  int side_;
  int last_;  // places to the farthest PE that is reached this way
  std::size_t bundle_;
  Buffer moving_;
};

void exchange_rotating(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block) {
  const Rotation rotation(comm.sides());
  copy(send, receive);
  ExactReceives receives;
  for (std::size_t stage = 0; stage < rotation.stages(); ++stage) {
    std::vector<Stream> streams;
    for (std::size_t share = 0; share < rotation.stages(); ++share)
      for (const bool forwards : {true, false})
        streams.emplace_back(comm, receive, block, share_of(block, 1, share, rotation.stages()),
                             rotation.dimension(share, stage), forwards);
    for (int t = 0; t < rotation.rounds(); ++t) {
      comm.round([&](Round& round) {
        for (Stream& stream : streams)
          if (!stream.is_over(t)) stream.post(round, receives, t);
      });
      receives.finish(comm);
      for (Stream& stream : streams)
        if (!stream.is_over(t)) stream.keep(t);
    }
  }
}

/// Messages of a PE in a round: on a ring of N, p/N blocks for each PE beyond t places, each way.
struct RotatingRound {
  std::int64_t longest = 0;  ///< bytes of a message
  std::int64_t bytes = 0;    ///< of all messages
  std::int64_t messages = 0;
};

std::vector<RotatingRound> rotating_rounds(const Case& c) {
  const Rotation rotation(c.sides);
  const std::size_t shares = rotation.stages();
  std::vector<RotatingRound> all;
  for (std::size_t stage = 0; stage < shares; ++stage)
    for (int t = 0; t < rotation.rounds(); ++t) {
      RotatingRound& round = all.emplace_back();
      for (std::size_t share = 0; share < shares; ++share) {
        const std::int64_t side = rotation.side(share, stage);
        if (t >= side / 2) continue;
        const auto bytes = static_cast<std::int64_t>(share_of(c.bytes, 1, share, shares).bytes);
        const bool has_opposite = side % 2 == 0 && side > 2;
        const std::int64_t nearer = side == 2 ? 1 : (side - 1) / 2 - t;
        const std::int64_t message = c.p / side * (nearer * bytes + (has_opposite ? ceil_div(bytes, 2) : 0));
        const std::int64_t ways = side == 2 ? 1 : 2;
        round.longest = std::max(round.longest, message);
        round.bytes += ways * message;
        round.messages += ways;
      }
    }
  return all;
}

/// Rounds that take their longest message: there is a port for each.
RingRounds with_all_ports(const std::vector<RotatingRound>& rounds) {
  RingRounds all;
  for (const RotatingRound& round : rounds) all += {1, round.longest};
  return all;
}

/// A round takes its longest message if each link has a port; fewer ports share all messages.
Ticks rotating_estimate(const Case& c) {
  Estimate estimate(c);
  for (const auto& [longest, bytes, messages] : rotating_rounds(c)) {
    if (messages == 0) continue;
    const bool has_port_for_each = ports_of(c) >= messages;
    estimate.add({.bytes = has_port_for_each ? longest : ceil_div(bytes, messages), .messages = messages});
  }
  return estimate.time();
}

std::int64_t links_of_a_pe(const Case& c) {
  std::int64_t links = 0;
  for (const int side : c.sides) links += std::min(side - 1, 2);
  return links;
}

}  // namespace

void rotating(Alltoall& entry) {
  entry.summary = "shares of the blocks around the rings of all dimensions at once, each share in another one";
  entry.restrictions = "a torus";
  entry.formula =
      "ports for all links: D floor(N/2) ts + N p/8 m tw, odd N (N^2-1)/(8 N) p m tw, N the longest side";
  entry.source =
      "Liu, Gu, Ren, Tao, Int. Multi-Symposiums on Computer and Computational Sciences, 2006; rotation is ours";
  entry.conflict_free = never_in_conflict();
  entry.refusal = needs_torus;
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (ports_of(c) < links_of_a_pe(c) || (links_of_a_pe(c) > 1 && c.costs.tr != Ticks{})) return std::nullopt;
    return lines_cost(c, with_all_ports(rotating_rounds(c)));
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> { return rotating_estimate(c); };
  entry.run = exchange_rotating;
}

}  // namespace toruscope::collectives
