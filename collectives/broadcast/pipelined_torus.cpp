// SPDX-License-Identifier: Apache-2.0
// Broadcast in parts down the tree of shapes/torus_tree.hpp: a PE receives a part, sends it to its
// children, and takes the next part when its sends are complete.
//
//   D(m)   a part's way to a child: ts + x + th + L + tr
//   sp(m)  from one send of a PE to its next: the time that its port is busy, or the gap
//   T      from one part to the next: d sp(m), d children of the root, or x if a link takes longer
//
//   time = (P-1) T + o sp + (floor(M/2) + floor(N/2)) D      P parts, o odd sides
//
// Links      Never shared.         Any root, any torus of at most two dimensions.
// Source     Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP
//            systems", 1995, formulas (1) to (6) without computation, corrected for odd and unequal
//            sides (docs/errata.md).

#include "collectives/broadcast/eager_pipeline.hpp"
#include "collectives/broadcast/pipelined_cost.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/remembered.hpp"
#include "collectives/shapes/segments.hpp"
#include "runtime/local_work.hpp"

#include <toruscope/pipelined_broadcast.hpp>

#include <cmath>

namespace toruscope {

namespace collectives {

namespace {

std::optional<std::string> refusal_of_pipelined_torus(const Case& c) {
  if (c.is_torus && long_dimensions(c.sides) <= 2) return std::nullopt;
  return "needs a torus of at most two dimensions, got " + grid_to_string(c);
}

Segments parts_of(const Case& c) {
  if (c.bytes == 0 || c.segment != 0) return {c.bytes, 1, c.segment};
  return remembered(c, [](const Case& asked) -> Segments {
    constexpr std::size_t kMostParts = 1024;
    const PipelinedCost cost(asked);
    return {asked.bytes, 1, cost.block_of(cost.best_count(Ticks{}, kMostParts))};
  });
}

}  // namespace

void broadcast_down_torus_tree(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
                               Overlap overlap, const BlockWork& work) {
  if (overlap == Overlap::eager) return broadcast_eagerly(comm, root, data, parts, work);
  const TorusTree tree(comm.sides(), root);
  const std::vector<Rank> children = tree.children(comm.rank());
  std::vector<Request> sends(children.size());
  const auto work_on = [&](std::size_t i) {
    if (work) core::call_program([&] { work(parts.of(data, i)); });
  };
  for (std::size_t i = 0; i < parts.count(); ++i) {
    const std::span<std::byte> part = parts.of(data, i);
    if (comm.rank() != root) comm.recv(tree.parent(comm.rank()), part);
    for (std::size_t child = 0; child < children.size(); ++child)
      sends[child] = comm.isend(children[child], part);
    if (overlap == Overlap::block) work_on(i);
    comm.wait_all(sends);
    if (overlap == Overlap::strict) work_on(i);
  }
  if (overlap == Overlap::after)
    for (std::size_t i = 0; i < parts.count(); ++i) work_on(i);
}

void pipelined_torus(Broadcast& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "part after part of long data down a tree of shortest paths, along the root's row and then the columns";
  entry.restrictions = "a torus of at most two dimensions";
  entry.formula = "((s-1) d + o + floor(M/2) + floor(N/2)) (ts + m/s tw), s parts, d neighbours, o odd sides";
  entry.source =
      "Liu, Li, Cui, Pipelining: an effective method to reduce the broadcast delay of MPP systems, 1995";
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_pipelined_torus;
  entry.predicted = [](const Case& c) { return PipelinedCost(c).predicted(parts_of(c)); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return PipelinedCost(c).estimated(parts_of(c));
  };
  entry.run_in_parts = [](Communicator& comm, Rank root, std::span<std::byte> data, std::size_t segment) {
    Case c = case_of(comm, data.size(), root);
    c.segment = segment;
    broadcast_down_torus_tree(comm, root, data, parts_of(c), Overlap::block, {});
  };
  entry.run = [run = entry.run_in_parts](Communicator& comm, Rank root, std::span<std::byte> data) {
    run(comm, root, data, 0);
  };
}

}  // namespace collectives

void detail::pipelined_broadcast_bytes(Communicator& comm, Rank root, std::span<std::byte> data,
                                       std::size_t block_bytes, const BlockWork& work, Overlap overlap) {
  const core::LibraryCall here("pipelined_broadcast", {data.size()});
  if (!here.begins()) return;
  if (root < 0 || root >= comm.size())
    comm.fail("pipelined_broadcast: root " + std::to_string(root) +
              " is not a rank of this communicator (ranks are 0.." + std::to_string(comm.size() - 1) + ")");
  choose(builtin_catalogue().broadcast(), "pipelined_torus", case_of(comm, data.size(), root));
  comm.enter_collective("pipelined_broadcast", "pipelined_torus", root, data.size());
  Communicator own = comm.separate();
  core::note_table("pipelined_broadcast", true);
  core::unless_given_up([&] {
    collectives::broadcast_down_torus_tree(own, root, data, {data.size(), 1, block_bytes}, overlap, work);
  });
}

std::size_t best_block(const Case& c, Ticks work, BlockRule rule) {
  core::note_table("pipelined_broadcast", false);
  choose(builtin_catalogue().broadcast(), "pipelined_torus", c);
  if (c.bytes <= 1) return c.bytes;
  constexpr std::size_t kMostBlocks = 65'536;
  const collectives::PipelinedCost cost(c);
  const auto whole = [&](double bytes) {  // infinite where bytes cost nothing
    if (!(bytes < static_cast<double>(c.bytes))) return c.bytes;
    return static_cast<std::size_t>(std::max(std::ceil(bytes), 1.0));
  };
  switch (rule) {
    case BlockRule::printed:
      return whole(cost.printed_block(work));
    case BlockRule::corrected: {
      const std::size_t fewer = c.bytes / whole(cost.corrected_block(work));
      const std::size_t one = cost.block_of(fewer);
      const std::size_t other = cost.block_of(std::min(fewer + 1, c.bytes));
      return cost.time(other, work) < cost.time(one, work) ? other : one;
    }
    case BlockRule::search:
      break;
  }
  return cost.block_of(cost.best_count(work, kMostBlocks));
}

}  // namespace toruscope
