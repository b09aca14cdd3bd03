// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/stage.hpp"

#include "collectives/alltoall/ring_program.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

/// One node's side of a complete exchange. Units lie in the array, the last message, or kept_.
class Exchange {
 public:
  Exchange(Carrier& carrier, const Line& ring, const SlotArray& array)
      : carrier_(carrier),
        ring_(ring),
        array_(array),
        unit_(array.unit()),
        is_mine_(static_cast<std::size_t>(ring.p), true) {}

  void run(const RingProgram& program, const AfterRound& after_round) {
    const int rounds = program.rounds(ring_.p);
    for (int t = 0; t < rounds; ++t) {
      const RingStep mine = program.step(ring_.p, ring_.place, t);
      Transfer transfer;
      transfer.message = take(mine.boxes);
      if (mine.from != kNobody) arrived_boxes_ = program.step(ring_.p, mine.from, t).boxes;
      if (mine.to != kNobody) transfer.to = ring_.at(mine.to);
      if (mine.from != kNobody) transfer.from = ring_.at(mine.from);
      carrier_.round({&transfer, 1});
      arrived_ = std::move(transfer.arrived);
      check_length();
      if (after_round) after_round(t);
    }
    keep_all_but({});
  }

 private:
  struct Kept {
    int origin;
    int destination;
    std::size_t at;
    friend bool operator<(const Kept& a, const Kept& b) {
      return std::pair(a.origin, a.destination) < std::pair(b.origin, b.destination);
    }
  };

  /// The message with the units of `boxes`. Other units of the last message are kept here.
  Buffer take(const std::vector<Box>& boxes) {
    Buffer message;
    if (shrink_to(boxes, {})) {
      keep_all_but(boxes);
      (void)shrink_to(boxes, arrived_);
      message = std::move(arrived_);
      message.shrink(bytes_of(boxes));
    } else {
      message = pack(boxes);
      keep_all_but(boxes);
    }
    arrived_.clear();
    arrived_boxes_.clear();
    return message;
  }

  /// True if each of `boxes` is the front of a box that arrived, in order. Moves those fronts
  /// together if there is a message.
  bool shrink_to(const std::vector<Box>& boxes, std::span<std::byte> message) const {
    std::size_t from = 0;
    std::size_t to = 0;
    auto next = boxes.begin();
    for (const Box& box : arrived_boxes_) {
      if (next != boxes.end() && box.shrinks_to(*next)) {
        const std::size_t length = bytes_of(*next++);
        if (!message.empty() && to < from) copy(message.subspan(from, length), message.subspan(to));
        to += length;
      }
      from += bytes_of(box);
    }
    return next == boxes.end() && !boxes.empty();
  }

  /// Copies units into a message; without data their places need not be known.
  Buffer pack(const std::vector<Box>& boxes) {
    Buffer message = carrier_.buffer(bytes_of(boxes));
    if (!has_data(message)) return message;
    std::byte* to = message.data();
    for_each_unit(boxes, [&](int o, int d) {
      if (o == ring_.place && is_mine_[static_cast<std::size_t>(d)]) {
        array_.copy_out(d, to);
        is_mine_[static_cast<std::size_t>(d)] = false;
      } else {
        const std::optional<std::size_t> arrived = find_in_message(o, d);
        copy_unit(arrived ? arrived_.data() + *arrived : kept_.data() + find_kept(o, d), to);
      }
      to += unit_;
    });
    return message;
  }

  void keep_all_but(const std::vector<Box>& sent) {
    if (!has_data(arrived_)) return;
    const std::byte* from = arrived_.data();
    for_each_unit(arrived_boxes_, [&](int o, int d) {
      if (d == ring_.place)
        accept(o, from);
      else if (!std::any_of(sent.begin(), sent.end(), [&](const Box& b) { return b.contains(o, d, ring_.p); }))
        keep(o, d, from);
      from += unit_;
    });
  }

  /// Stores a unit of origin o. Its slot may still hold what this node has for o: that is kept.
  void accept(int o, const std::byte* from) {
    if (is_mine_[static_cast<std::size_t>(o)]) {
      std::vector<std::byte> unit(unit_);
      array_.copy_out(o, unit.data());
      keep(ring_.place, o, unit.data());
      is_mine_[static_cast<std::size_t>(o)] = false;
    }
    array_.copy_in(o, from);
  }

  void keep(int o, int d, const std::byte* from) {
    index_.push_back({o, d, kept_.size()});
    index_is_sorted_ = false;
    kept_.insert(kept_.end(), from, from + unit_);
  }

  [[nodiscard]] std::optional<std::size_t> find_in_message(int o, int d) const {
    std::size_t at = 0;
    for (const Box& box : arrived_boxes_) {
      if (box.contains(o, d, ring_.p))
        return at + static_cast<std::size_t>(box.destinations.index(d, ring_.p) * box.origins.count +
                                             box.origins.index(o, ring_.p)) *
                        unit_;
      at += bytes_of(box);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::size_t find_kept(int o, int d) {
    if (!index_is_sorted_) std::sort(index_.begin(), index_.end());
    index_is_sorted_ = true;
    const auto unit = std::lower_bound(index_.begin(), index_.end(), Kept{o, d, 0});
    if (unit == index_.end() || unit->origin != o || unit->destination != d)
      carrier_.comm().fail("alltoall: a ring program sends a block that its node does not hold");
    return unit->at;
  }
  void copy_unit(const std::byte* from, std::byte* to) const {
    if (unit_ > 0) std::memcpy(to, from, unit_);
  }

  /// Calls use(origin, destination) in the order in which units lie in a message.
  template <class Use>
  void for_each_unit(const std::vector<Box>& boxes, Use use) const {
    for (const Box& box : boxes)
      for (int i = 0; i < box.destinations.count; ++i)
        for (int k = 0; k < box.origins.count; ++k)
          use(box.origins.at(k, ring_.p), box.destinations.at(i, ring_.p));
  }
  [[nodiscard]] std::size_t bytes_of(const Box& box) const {
    return static_cast<std::size_t>(box.units()) * unit_;
  }
  [[nodiscard]] std::size_t bytes_of(const std::vector<Box>& boxes) const {
    std::size_t bytes = 0;
    for (const Box& box : boxes) bytes += bytes_of(box);
    return bytes;
  }
  void check_length() const {
    if (arrived_.size() != bytes_of(arrived_boxes_))
      carrier_.comm().fail("alltoall: expected " + std::to_string(bytes_of(arrived_boxes_)) +
                           " bytes in a round, got " + std::to_string(arrived_.size()) +
                           "; every PE must give blocks of the same size");
  }

  Carrier& carrier_;
  const Line& ring_;
  const SlotArray& array_;
  std::size_t unit_;
  std::vector<bool> is_mine_;  // slot d still holds this node's unit for d
  std::vector<Box> arrived_boxes_;
  Buffer arrived_;               ///< the last message: arrived_boxes_, unless it was passed on
  std::vector<std::byte> kept_;  ///< units for later rounds
  std::vector<Kept> index_;
  bool index_is_sorted_ = true;
};

std::size_t product(std::span<const int> sides) {
  std::size_t n = 1;
  for (const int side : sides) n *= static_cast<std::size_t>(side);
  return n;
}

/// Bytes of one index of axis i, and how often the axis occurs.
struct Axis {
  std::size_t inner;
  std::size_t outer;
};
Axis axis(const std::vector<int>& sides, int dimension, std::size_t block) {
  const std::span<const int> all(sides);
  const auto i = static_cast<std::size_t>(dimension);
  return {product(all.subspan(i + 1)) * block, product(all.first(i))};
}

}  // namespace

void SlotArray::copy_out(int slot, std::byte* to) const {
  const std::byte* from = data + static_cast<std::size_t>(slot) * run;
  const std::size_t stride = static_cast<std::size_t>(slots) * run;
  if (run > 0)
    for (std::size_t i = 0; i < runs; ++i) std::memcpy(to + i * run, from + i * stride, run);
}

void SlotArray::copy_in(int slot, const std::byte* from) const {
  std::byte* to = data + static_cast<std::size_t>(slot) * run;
  const std::size_t stride = static_cast<std::size_t>(slots) * run;
  if (run > 0)
    for (std::size_t i = 0; i < runs; ++i) std::memcpy(to + i * stride, from + i * run, run);
}

void begin_exchange(std::span<const std::byte> send, std::span<std::byte> receive) {
  copy(send, receive);
}

void exchange(Carrier& carrier, const Line& ring, const RingProgram& program, const SlotArray& array,
              const AfterRound& after_round) {
  Exchange(carrier, ring, array).run(program, after_round);
}

void ring_stage(Carrier& carrier, int dimension, int g, const RingProgram& program, std::span<std::byte> blocks,
                std::size_t block, const AfterRound& after_round) {
  const Communicator& comm = carrier.comm();
  const Line line = along(comm.sides(), dimension, comm.rank());
  const Axis a = axis(comm.sides(), dimension, block);
  exchange(carrier, line.every(g), program,
           {blocks.data(), line.p / g, static_cast<std::size_t>(g) * a.inner, a.outer}, after_round);
}

void cell_stage(Carrier& carrier, int dimension, int g, std::span<std::byte> blocks, std::size_t block) {
  Communicator& comm = carrier.comm();
  const Line line = along(comm.sides(), dimension, comm.rank());
  const Axis a = axis(comm.sides(), dimension, block);
  // Waits for all: hop costs delay a cell's first node, which messages that turn would meet.
  const AfterRound turn = [&comm, last = rounds_to_the_right(g) - 1](int t) {
    if (t == last) comm.synchronize();
  };
  exchange(carrier, line.cell(g), two_way_ring_program(),
           {blocks.data(), g, a.inner, a.outer * static_cast<std::size_t>(line.p / g)},
           g > 3 && g < line.p ? turn : AfterRound());
}

void halving_stage(Carrier& carrier, int dimension, int u, std::span<std::byte> blocks, std::size_t block) {
  const Communicator& comm = carrier.comm();
  const Line line = along(comm.sides(), dimension, comm.rank());
  const Axis a = axis(comm.sides(), dimension, block);
  exchange(carrier, line.cell(2 * u).every(u), two_way_ring_program(),
           {blocks.data(), 2, static_cast<std::size_t>(u) * a.inner,
            a.outer * static_cast<std::size_t>(line.p / (2 * u))});
}

}  // namespace toruscope::collectives
