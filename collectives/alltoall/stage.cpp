// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/stage.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::detail {

namespace {

/// One node's side of a complete exchange: which units lie in the array, in the last message, or are kept for
/// the partner of the last round.
class Exchange {
 public:
  Exchange(Communicator& comm, const Line& ring, const SlotArray& array)
      : comm_(comm),
        ring_(ring),
        array_(array),
        unit_(array.unit()),
        kept_at_(static_cast<std::size_t>(ring.p), kNowhere) {}

  void run(const RingProgram& program) {
    const int rounds = program.rounds(ring_.p);
    for (int t = 0; t < rounds; ++t) {
      const RingStep mine = program.step(ring_.p, ring_.place, t);
      const RingStep theirs = program.step(ring_.p, mine.from, t);
      std::vector<std::byte> message = take(mine.box);
      comm_.round([&](Round& round) {
        round.send(ring_.at(mine.to), std::move(message));
        round.adopt(ring_.at(mine.from), arrived_);
      });
      arrived_box_ = theirs.box;
      check_length();
    }
    keep_all_but({});
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// The message with the units of `box`. What the last message brought beside them is kept here.
  std::vector<std::byte> take(const Box& box) {
    std::vector<std::byte> message;
    if (arrived_box_.shrinks_to(box)) {
      keep_all_but(box);
      message = std::move(arrived_);
      message.resize(bytes_of_box(box));
    } else {
      message = pack(box);
      keep_all_but(box);
    }
    return message;
  }

  std::vector<std::byte> pack(const Box& box) const {
    std::vector<std::byte> message(bytes_of_box(box));
    std::byte* to = message.data();
    for (int i = 0; i < box.destinations.count; ++i) {
      for (int k = 0; k < box.origins.count; ++k, to += unit_) {
        const int o = box.origins.at(k, ring_.p);
        const int d = box.destinations.at(i, ring_.p);
        if (o == ring_.place)
          array_.copy_out(d, to);
        else
          copy_unit(arrived_box_.contains(o, d, ring_.p) ? in_message(o, d) : kept_for_partner(o), to);
      }
    }
    return message;
  }

  void keep_all_but(const Box& sent) {
    for (int i = 0; i < arrived_box_.destinations.count; ++i) {
      for (int k = 0; k < arrived_box_.origins.count; ++k) {
        const int o = arrived_box_.origins.at(k, ring_.p);
        const int d = arrived_box_.destinations.at(i, ring_.p);
        if (!sent.contains(o, d, ring_.p)) keep(o, d);
      }
    }
  }

  void keep(int o, int d) {
    const std::byte* from = in_message(o, d);
    if (d == ring_.place) {
      array_.copy_in(o, from);
    } else {
      kept_at_[static_cast<std::size_t>(o)] = kept_.size();
      kept_.insert(kept_.end(), from, from + unit_);
    }
  }

  [[nodiscard]] const std::byte* in_message(int o, int d) const {
    const int index = arrived_box_.destinations.index(d, ring_.p) * arrived_box_.origins.count +
                      arrived_box_.origins.index(o, ring_.p);
    return arrived_.data() + static_cast<std::size_t>(index) * unit_;
  }
  [[nodiscard]] const std::byte* kept_for_partner(int o) const {
    const std::size_t at = kept_at_[static_cast<std::size_t>(o)];
    if (at == kNowhere) comm_.fail("alltoall: a ring program sends a block that its node does not hold");
    return kept_.data() + at;
  }
  void copy_unit(const std::byte* from, std::byte* to) const {
    if (unit_ > 0) std::memcpy(to, from, unit_);
  }
  [[nodiscard]] std::size_t bytes_of_box(const Box& box) const {
    return static_cast<std::size_t>(box.units()) * unit_;
  }
  void check_length() const {
    if (arrived_.size() != bytes_of_box(arrived_box_))
      comm_.fail("alltoall: expected " + std::to_string(bytes_of_box(arrived_box_)) +
                 " bytes in a round, got " + std::to_string(arrived_.size()) +
                 "; every PE must give blocks of the same size");
  }

  Communicator& comm_;
  const Line& ring_;
  const SlotArray& array_;
  std::size_t unit_;
  Box arrived_box_;
  std::vector<std::byte> arrived_;    ///< the last message: arrived_box_, unless it was passed on
  std::vector<std::byte> kept_;       ///< units for the partner of the last round
  std::vector<std::size_t> kept_at_;  ///< where in kept_ the unit of an origin begins
};

std::size_t product(std::span<const int> sides) {
  std::size_t n = 1;
  for (const int side : sides) n *= static_cast<std::size_t>(side);
  return n;
}

/// Bytes that belong to one index of axis i, and how often the axis occurs.
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
  std::copy(send.begin(), send.end(), receive.begin());
}

void exchange(Communicator& comm, const Line& ring, const RingProgram& program, const SlotArray& array) {
  Exchange(comm, ring, array).run(program);
}

void ring_stage(Communicator& comm, int dimension, int g, const RingProgram& program,
                std::span<std::byte> blocks, std::size_t block) {
  const Line line = along(comm.sides(), dimension, comm.rank());
  const Axis a = axis(comm.sides(), dimension, block);
  exchange(comm, line.every(g), program,
           {blocks.data(), line.p / g, static_cast<std::size_t>(g) * a.inner, a.outer});
}

void cell_stage(Communicator& comm, int dimension, int g, const RingProgram& program,
                std::span<std::byte> blocks, std::size_t block) {
  const Line line = along(comm.sides(), dimension, comm.rank());
  const Axis a = axis(comm.sides(), dimension, block);
  exchange(comm, line.cell(g), program,
           {blocks.data(), g, a.inner, a.outer * static_cast<std::size_t>(line.p / g)});
}

}  // namespace toruscope::detail
