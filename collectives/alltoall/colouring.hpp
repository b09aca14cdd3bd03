// SPDX-License-Identifier: Apache-2.0
// All-to-all on any torus by ring stages of coloured PEs: the frame of AT2, MTk, row-column and GT.
//
// Dimension i has a stride g_i that divides its side. The colour of a PE is (sum of x_i mod g_i)
// mod M. In stage t of M the PEs of colour c exchange along dimension (c+t) mod M, or rest if there
// is no such dimension: on a line of dimension i a ring of N_i/g_i PEs, of one residue mod g_i.
// Then, dimension by dimension, the PEs of each aligned cell of g_i exchange.
//
//   g = (k, .., k), M = k    MTk, for k = 2 AT2
//   g = (1, .., 1), M = k    row-column: one dimension after the other
//   any g_i | N_i, M         GT
//
// Rings of an even number of PEs run AR1, odd ones the two-way ring or AR1o(helpers).
//
// Invariant     Moves of a ring stage in dimension i are multiples of g_i: no block changes colour.
// Synchronised  after each stage: rings that end early would meet those of another dimension; after
//               each round in stages with AR1o.
// Links         At any time a line has one ring on it: no conflicts.
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, sections 4 and 5, for
//               MTk; the divisors and the odd rings are ours.

#pragma once

#include "collectives/alltoall/carrier.hpp"

#include <toruscope/catalogue.hpp>

#include <optional>
#include <vector>

namespace toruscope::collectives {

struct Colouring {
  int colours = 1;           ///< M, at least the number of dimensions
  std::vector<int> strides;  ///< g_i <= M, a divisor of side i
  int helpers = 0;           ///< of AR1o on odd rings of 5 or more; 0: the two-way ring
  /// none: for tests, or where all g_i are 1. round: as printed, dearer on unequal sides.
  Synchronisation synchronisation = Synchronisation::stage;
};

void exchange(Carrier& carrier, const Colouring& colouring, std::span<const std::byte> send,
              std::span<std::byte> receive, std::size_t block);

/// True if every round is followed by a synchronisation, and there are no cells.
bool synchronises_each_round(const Colouring& colouring, const std::vector<int>& sides);

/// A formula and whether it is exact on the machine of the case.
struct ColouringCost {
  Prediction prediction;
  bool is_exact = true;
};

/// Sum over the stages of their most expensive ring, and the cells. Not exact where AR1o meets
/// costs of hops, or where rings of one stage take equally long but differ in startups, bytes or
/// hops.
ColouringCost cost(const Colouring& colouring, const Case& c);
/// The cost if it is exact and the machine is the one that all formulas assume; else nothing.
std::optional<Prediction> exact_cost(const Colouring& colouring, const Case& c);

/// Sums of what lies on the critical path, stage by stage.
class StageSum {
 public:
  explicit StageSum(const Case& c) : case_(c) {}
  /// One ring of p PEs each in some dimensions at a time, in steps of `stride` PEs.
  struct Ring {
    int p = 1;
    int stride = 1;
  };
  void add_rings(const std::vector<Ring>& rings, int helpers);
  /// Cells of g PEs of a line of `side`.
  void add_cells(int side, int g);
  void add(std::int64_t startups, std::int64_t blocks, const Count& hops);
  [[nodiscard]] ColouringCost cost() const;

 private:
  void add(const Prediction& more);

  const Case& case_;
  Prediction sum_;
  bool is_exact_ = true;
};

}  // namespace toruscope::collectives
