// SPDX-License-Identifier: Apache-2.0
// Cost of a pipelined broadcast, for a PE and in all: formulas (1) to (6) and (9).
//
//   D(m)         a block's way to a child: ts + x + th + L + tr
//   sp(m)        from one send of a PE to its next: its port is busy, or held apart by the gap
//   interval     from one block to the next: the slowest of PEs, work W included, and links
//                root    max(d sp, d ts + W)
//                others  max(d sp, tr + (d-1) sp + its last send, tr + d ts + W, g)
//                link    x
//   time         depth D + o sp + (P-1) interval + W               P equal blocks, o odd sides
//
// On a square torus of even sides, with buffered injection and Tsnd = Trcv <= g, time is the
// paper's n D + (P-1) max(4g, Trcv + 3 Tsnd + W) + W, which leaves the link out.
// Source       pipelined_torus.cpp; intervals of any source and sides: docs/errata.md.

#pragma once

#include "collectives/shapes/segments.hpp"
#include "collectives/shapes/torus_tree.hpp"

#include <toruscope/catalogue.hpp>

#include <optional>

namespace toruscope::collectives {

class PipelinedCost {
 public:
  /// Precondition: a torus of at most two dimensions.
  explicit PipelinedCost(const Case& c);

  /// Time of the parts without work. Nothing unless every premise holds: ports that do not disturb
  /// each other, no waits in the network, no block that overtakes the last one's time.
  [[nodiscard]] std::optional<Prediction> predicted(const Segments& parts) const;
  /// Approximation of that time on any machine.
  [[nodiscard]] Ticks estimated(const Segments& parts) const;

  /// Bytes of each of `count` blocks.
  [[nodiscard]] std::size_t block_of(std::size_t count) const { return (case_.bytes + count - 1) / count; }
  /// Formula (6) in ticks, and its interval; m: bytes of a block, W = work m / bytes.
  [[nodiscard]] double time(std::size_t block, Ticks work) const;
  /// The number of blocks up to `most` for which time is least; ties: the fewest.
  [[nodiscard]] std::size_t best_count(Ticks work, std::size_t most) const;
  /// Formula (9), in bytes.
  [[nodiscard]] double printed_block(Ticks work) const;
  /// Formula (9) with its three cases, and no longer than a link carries in an interval.
  [[nodiscard]] double corrected_block(Ticks work) const;

 private:
  [[nodiscard]] Ticks message(std::size_t bytes) const;
  [[nodiscard]] Ticks spacing(std::size_t bytes) const;
  [[nodiscard]] Ticks last_send(std::size_t bytes) const;
  [[nodiscard]] Ticks interval(std::size_t bytes) const;
  [[nodiscard]] Ticks interval_of_others(std::size_t bytes) const;
  [[nodiscard]] double work_interval() const;
  [[nodiscard]] double longest_block(Ticks work) const;

  const Case& case_;
  const Costs& costs_;
  TorusTree tree_;
  bool is_buffered_;
};

}  // namespace toruscope::collectives
