// SPDX-License-Identifier: Apache-2.0
// Reduction of long data along the ranks, from both ends to the root, in parts of the fastest size.
//
//   p = 5, root 3     0 -> 1 -> 2 -> 3 <- 4, part after part: shapes/pipeline.hpp
//
// Rounds     s + n - 2 messages on the way of the last part: s parts, n PEs on the longer side with
//            the root; a root between two ends takes two messages for each part.     Volume
//            (1 + (n-2)/s) m.
// Links      None is shared on a ring whose ranks stand in a row.   Any p, root, topology.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets), backwards.

#include "collectives/shapes/pipeline.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// Number of PEs on the longer side of the root, with the root.
int longer_side(Rank root, int p) {
  return std::max(root + 1, p - root);
}

Segments reduced_parts_of(const Costs& costs, int pes, std::size_t bytes, std::size_t element) {
  return best_segments(costs, pes, bytes, element, 0);
}

void exchange_pipelined(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Rank me = comm.rank();
  const Segments parts =
      reduced_parts_of(comm.costs(), longer_side(root, comm.size()), data.size(), op.element);
  Buffer sum = comm.copy_of(data);
  for (std::size_t i = 0; i < parts.count(); ++i) {
    const std::span<std::byte> part = parts.of(std::span<std::byte>(sum), i);
    const std::size_t n = part.size() / op.element;
    Buffer theirs = comm.buffer(part.size());
    if (me > 0 && me <= root) {
      comm.recv(me - 1, theirs);
      op.combine(theirs.data(), part.data(), part.data(), n);
    }
    if (me + 1 < comm.size() && me >= root) {
      comm.recv(me + 1, theirs);
      op.combine(part.data(), theirs.data(), part.data(), n);
    }
    if (me != root) comm.send(me < root ? me + 1 : me - 1, part);
  }
  if (me == root) copy(sum, data);
}

/// Exact cost; known if the root is at one end.
std::optional<Prediction> cost_of_pipelined(const Case& c) {
  if ((c.root != 0 && c.root != c.p - 1) || !combines_at_once(c)) return std::nullopt;
  return pipeline_cost(c, reduced_parts_of(c.costs, c.p, c.bytes, c.element));
}

/// A root between two ends takes two parts in turn, once the longer side's first one has come.
std::optional<Ticks> estimate_of_reduce(const Case& c) {
  Case side = c;
  side.p = longer_side(c.root, c.p);
  const Segments parts = reduced_parts_of(c.costs, side.p, c.bytes, c.element);
  const Ticks one = pipeline_estimate(side, parts);
  if (c.root == 0 || c.root == c.p - 1) return one;
  const auto count = static_cast<std::int64_t>(parts.count());
  const Ticks first = pipeline_estimate(side, {parts.longest, c.element, 0});
  const Ticks turn = Estimate(c).time_of({.bytes = static_cast<std::int64_t>(parts.longest)}).turn;
  return std::max({one + turn, first + 2 * (count - 1) * turn, 2 * count * turn});
}

}  // namespace

void pipelined_chain(Reduce& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "from both ends of the ranks to the root, part after part of long data: all PEs are at work at once";
  entry.restrictions = "none";
  entry.formula = "root 0 or p-1: (s+p-2) ts + (1 + (p-2)/s) m tw, s parts, about sqrt((p-2) m tw/ts)";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets), backwards";
  entry.conflict_free = no_conflicts_on_rings();
  entry.predicted = cost_of_pipelined;
  entry.estimated = estimate_of_reduce;
  // A part in each step of the chain.
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    const Segments parts = reduced_parts_of(c.costs, c.p, c.bytes, c.element);
    return static_cast<std::int64_t>((parts.count() + static_cast<std::size_t>(std::max(c.p - 2, 0))) *
                                     parts.longest);
  };
  entry.run = exchange_pipelined;
}

}  // namespace toruscope::collectives
