// SPDX-License-Identifier: Apache-2.0
// Complete exchange with few startups on a torus of 2^d x 2^d, a rival of AT2: the data of m =
// 2^(d-3) PEs are gathered at one of them, the carrier; carriers exchange halves of what they hold
// with the mirror images of their places; then the data are spread and exchanged at once.
//
//   gather    d - 3 steps within rows of m PEs
//   mirror    6 steps, c <-> M - 1 - c for M = N, N/2, N/4, in one dimension, then in the other
//   spread    for b = m/2, .., 1: a step within rows by b, then one within columns by b
//
//   d = 3     all PEs are carriers:   0 <-> 7, 3 <-> 4 in some rows, 1 <-> 6, 2 <-> 5 in others
//
// Carriers      Let f(c) be c folded into 0 .. n-1, n = N/4, by the mirrors of N and N/2. A PE (r,
//               c) with f(r) = f(c) is a carrier that begins with columns, one with f(r) + f(c) = n
//               - 1 one that begins with rows: one of each in a row of n, so that in a step each
//               line has one carrier that crosses each border.
// Invariant     A carrier holds all blocks of its sources for a rectangle around itself; each step
//               halves the rectangle, and joins the sources of both partners.
// Rounds        3d - 3, each a synchronised step.
// Volume        11 2^(d-3) - 5 halves of a PE's blocks: 2^(2d-1) each. For d = 3, 4, 5 that is the
//               formula of Suh and Yalamanchili, {9 2^(3d-4) + (d^2 - 5d + 3) 2^(2d-1)}: 192, 2176
//               and 19968 blocks; from d = 6 on, where theirs has less, it is not theirs.
// Restricted to a torus of two equal sides, powers of two from 8 on.
// Source        Suh, Yalamanchili, "All-to-All Communication with Minimum Start-Up Costs in 2D/3D
//               Tori and Meshes", IEEE TPDS 9(5), 1998, constructed from the cost that Liu et al.
//               2005, Table 1, print of it.

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace toruscope::collectives {

namespace {

/// Rows and columns around a PE: aligned blocks of these sizes.
struct Rectangle {
  int rows = 0;
  int columns = 0;
};

enum class CarrierPart { rests, gives, takes, exchanges };

/// One PE's part in one step, and the rectangle of its destinations afterwards.
struct CarrierStep {
  CarrierPart part = CarrierPart::rests;
  Rank partner = 0;
  Rectangle after;
};

class CarrierPlan {
 public:
  explicit CarrierPlan(int side) : side_(side), cell_(side / 4), run_(side / 8) {}

  [[nodiscard]] int steps() const { return 3 * std::countr_zero(static_cast<unsigned>(side_)) - 3; }

  [[nodiscard]] CarrierStep step(Rank rank, int number) const {
    const int row = rank / side_;
    const int column = rank % side_;
    const int in_run = place_in_run(row, column);
    const int gathers = std::countr_zero(static_cast<unsigned>(run_));
    if (number < gathers) {
      const int bit = 1 << number;
      if (in_run % bit != 0) return {CarrierPart::rests, rank, {side_, side_}};
      return {(in_run & bit) != 0 ? CarrierPart::gives : CarrierPart::takes,
              rank_at(row, column ^ bit),
              {side_, side_}};
    }
    if (number < gathers + 6) return mirror(row, column, number - gathers, in_run == 0);
    const int bit = run_ >> (1 + (number - gathers - 6) / 2);
    const bool is_in_row = (number - gathers - 6) % 2 == 0;
    const Rectangle after{is_in_row ? 2 * bit : bit, bit};
    if (in_run % bit != 0) return {CarrierPart::rests, rank, after};
    if (!is_in_row) return {CarrierPart::exchanges, rank_at(row ^ bit, column), after};
    return {(in_run & bit) != 0 ? CarrierPart::takes : CarrierPart::gives, rank_at(row, column ^ bit), after};
  }

  /// PEs whose blocks this one holds before a step, in the order in which it has them.
  [[nodiscard]] std::vector<Rank> sources(Rank rank, int number) const {
    if (number == 0) return {rank};
    const CarrierStep last = step(rank, number - 1);
    std::vector<Rank> held;
    if (last.part == CarrierPart::gives && is_gather(number - 1)) return held;
    held = sources(rank, number - 1);
    if (last.part == CarrierPart::rests || last.part == CarrierPart::gives) return held;
    const std::vector<Rank> theirs = sources(last.partner, number - 1);
    held.insert(held.end(), theirs.begin(), theirs.end());
    return held;
  }
  [[nodiscard]] bool is_gather(int number) const {
    return number < std::countr_zero(static_cast<unsigned>(run_));
  }

 private:
  [[nodiscard]] Rank rank_at(int row, int column) const { return row * side_ + column; }
  [[nodiscard]] int folded(int place) const {
    if (place >= side_ / 2) place = side_ - 1 - place;
    return place >= side_ / 4 ? side_ / 2 - 1 - place : place;
  }
  [[nodiscard]] bool begins_with_columns(int row, int column) const { return folded(row) == folded(column); }
  [[nodiscard]] bool is_carrier(int row, int column) const {
    return begins_with_columns(row, column) || folded(row) + folded(column) == cell_ - 1;
  }
  /// The bits in which a column differs from that of the carrier of its run of m in this row.
  [[nodiscard]] int place_in_run(int row, int column) const {
    const int first = column / run_ * run_;
    int carrier = first;
    while (!is_carrier(row, carrier)) ++carrier;
    return column ^ carrier;
  }
  [[nodiscard]] CarrierStep mirror(int row, int column, int turn, bool carries) const {
    const int size = side_ >> (turn / 2);
    const auto image = [&](int place) { return place / size * size + size - 1 - place % size; };
    const bool is_second = turn % 2 == 1;
    const bool by_columns = (turn >= 4 || begins_with_columns(row, column)) != is_second;
    const int half = size / 2;
    Rectangle after{half, half};
    if (!is_second) (by_columns ? after.rows : after.columns) = size;
    if (!carries) return {CarrierPart::rests, rank_at(row, column), after};
    return {CarrierPart::exchanges, by_columns ? rank_at(row, image(column)) : rank_at(image(row), column),
            after};
  }

  int side_;
  int cell_;  // n
  int run_;   // m
};

/// Blocks for a rectangle around a PE, of each source in turn.
class RectangleBlocks {
 public:
  RectangleBlocks(int side, std::size_t block) : side_(side), block_(block) {}

  /// Appends to `into` those of one source for the rectangle around `there`, from those that it has
  /// for the larger rectangle around it.
  void append(std::span<const std::byte> of_source, const Rectangle& have, Rank there, const Rectangle& want,
              Buffer& into) const {
    const int row = there / side_;
    const int column = there % side_;
    const int first_row = row / want.rows * want.rows - row / have.rows * have.rows;
    const int first_column = column / want.columns * want.columns - column / have.columns * have.columns;
    for (int r = first_row; r < first_row + want.rows; ++r)
      into.append(of_source.subspan(bytes(r * have.columns + first_column), bytes(want.columns)));
  }
  [[nodiscard]] std::size_t bytes(int blocks) const { return static_cast<std::size_t>(blocks) * block_; }
  [[nodiscard]] std::size_t bytes(const Rectangle& of) const { return bytes(of.rows * of.columns); }

 private:
  int side_;
  std::size_t block_;
};

void exchange_by_carriers(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                          std::size_t block) {
  const int side = comm.sides().front();
  const CarrierPlan plan(side);
  const RectangleBlocks blocks(side, block);
  const Rank me = comm.rank();
  Buffer held = comm.copy_of(send);
  std::size_t sources = 1;
  Rectangle now{side, side};
  for (int number = 0; number < plan.steps(); ++number) {
    comm.synchronize();
    const CarrierStep step = plan.step(me, number);
    const bool is_gather = plan.is_gather(number);
    const auto those_for = [&](Rank there, const Rectangle& want) {
      Buffer all;
      for (std::size_t s = 0; s < sources; ++s)
        blocks.append(std::span<const std::byte>(held).subspan(s * blocks.bytes(now), blocks.bytes(now)), now,
                      there, want, all);
      return all;
    };
    const bool gives = step.part == CarrierPart::gives || step.part == CarrierPart::exchanges;
    const bool takes = step.part == CarrierPart::takes || step.part == CarrierPart::exchanges;
    // The partner's rectangle has the size of this PE's.
    Buffer message = gives ? those_for(step.partner, step.after) : Buffer();
    if (step.part == CarrierPart::gives && is_gather) {
      held = Buffer();
      sources = 0;
    } else {
      held = those_for(me, step.after);
    }
    const std::size_t theirs = takes ? plan.sources(step.partner, number).size() : 0;
    Buffer arrived = comm.buffer(theirs * blocks.bytes(step.after));
    ExactReceives receives;
    if (gives || takes)
      comm.round([&](Round& round) {
        if (gives) round.send(step.partner, std::move(message));
        if (takes) receives.post(round, step.partner, arrived);
      });
    receives.finish(comm);
    held.append(arrived);
    sources += theirs;
    now = step.after;
  }
  const std::vector<Rank> order = plan.sources(me, plan.steps());
  for (std::size_t s = 0; s < order.size(); ++s)
    copy(std::span<const std::byte>(held).subspan(s * block, block),
         receive.subspan(static_cast<std::size_t>(order[s]) * block, block));
}

std::optional<std::string> refusal_of_carriers(const Case& c) {
  if (c.is_torus && c.sides.size() == 2 && c.sides[0] == c.sides[1] && c.sides[0] >= 8 &&
      std::has_single_bit(static_cast<unsigned>(c.sides[0])))
    return std::nullopt;
  return "needs a torus of two equal sides, powers of two from 8 on, got " + grid_to_string(c);
}

std::optional<Prediction> cost_of_carriers(const Case& c) {
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  const std::int64_t side = c.sides.front();
  const std::int64_t run = side / 8;
  const int d = std::countr_zero(static_cast<unsigned>(side));
  const std::int64_t blocks = (11 * run - 5) * (c.p / 2);
  const std::int64_t hops = 3 * (run - 1) + 4 * (side / 2 - 1) + 2 * (side / 4 - 1);
  return chain(c, 3 * d - 3, blocks * static_cast<std::int64_t>(c.bytes), hops);
}

}  // namespace

void suh_yalamanchili(Alltoall& entry) {
  entry.summary =
      "carriers gather the data of 2^(d-3) PEs, exchange halves with their mirror images, and spread them";
  entry.restrictions = "a torus of 2^d x 2^d, d >= 3";
  entry.formula = "(3d-3) ts + (11 2^(d-3) - 5) 2^(2d-1) m tw; that of the source for d = 3, 4, 5";
  entry.source =
      "Suh, Yalamanchili, IEEE Trans. Parallel and Distributed Systems 9(5), 1998, constructed from its cost "
      "as "
      "Liu et al. 2005 print it";
  entry.synchronisation = Synchronisation::round;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_carriers;
  entry.predicted = cost_of_carriers;
  entry.run = exchange_by_carriers;
}

}  // namespace toruscope::collectives
