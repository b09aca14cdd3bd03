// SPDX-License-Identifier: Apache-2.0
// Allreduce that knows islands: within them, across, within. Each PE combines a piece of its
// island's vectors, then that piece with the PEs of its place in all islands; then the pieces are
// collected.
//
//   hier:complete:2/complete:3, 6 blocks
//     within   PEs 0, 2, 4 keep the first half of their island's sum, PEs 1, 3, 5 the second
//     across   0, 2, 4, and 1, 3, 5: an allreduce of halves
//     within   0 <-> 1, 2 <-> 3, 4 <-> 5: the other half
//
// Across     islands: a direct exchange of pieces, and back. islands_halving: Rabenseifner's
//            algorithm. islands_doubling: recursive doubling. Of several levels all but the last
//            are "within".
// Invariant  After a stage a PE has the sum of a piece over an interval of islands, joined in the
//            order of places: rank order is kept where islands are intervals of ranks. Each piece
//            is summed once, or by PEs that group it alike: all PEs end with the same bits.
// Rounds     islands: one for each level and way, of q - 1 messages among q.
// Volume     of q PEs an island, A islands: 2 (q-1)/q n within, 2 (A-1)/A n/q across, the bound.
// Parts      Long vectors go in parts, one within while another is across (islands/cost.hpp).
// Restricted to all PEs of a network with islands of equal size. Any number of ports.
// Source     Karonis, de Supinski, Foster, Gropp, Lusk, Bresnahan, IPDPS 2000, for levels; Thakur,
//            Rabenseifner, Gropp, IJHPCA 19(1), 2005, for what goes across; the parts are ours.

#include "collectives/building_blocks.hpp"
#include "collectives/islands/cost.hpp"
#include "collectives/islands/stages.hpp"
#include "collectives/shapes/deal.hpp"
#include "collectives/shapes/folded.hpp"
#include "collectives/shapes/route_load.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <vector>

namespace toruscope::collectives {

namespace {

enum class Across { direct, halving, doubling };

/// Stages of direct exchanges.
int direct_stages(const IslandPlan& plan, Across across) {
  return plan.stages() - (across == Across::direct ? 0 : 1);
}

/// Pieces into which these cut the vector.
int pieces_of(const IslandPlan& plan, Across across) {
  return across == Across::direct ? plan.pes() : plan.pes() / plan.radix(plan.stages() - 1);
}

/// The entry that runs across.
Allreduce entry_across(Across across) {
  return described<Allreduce>(across == Across::halving ? rabenseifner : recursive_doubling);
}

void allreduce_on_islands(Communicator& comm, std::span<std::byte> data, const Combine& op, Across across) {
  IslandStages stages(comm);
  const IslandPlan& plan = stages.plan();
  const int within = direct_stages(plan, across);
  Buffer blocks = value_blocks(comm, data, op.element, pieces_of(plan, across));
  const std::span<std::byte> mine = stages.reduce_scatter(blocks, within, op);
  if (across != Across::direct) {
    std::vector<Rank> others;
    for (int place = 0; place < plan.radix(within); ++place)
      others.push_back(plan.partner(comm.rank(), within, place));
    Communicator rail = comm.subset(others);
    entry_across(across).run(rail, mine, op);
  }
  stages.allgather(blocks, within);
  copy(std::span<const std::byte>(blocks).first(data.size()), data);
}

/// Its own formula, for a piece and the PEs of one place, each with a link to each other.
std::optional<Prediction> cost_across(const Case& c, Across across) {
  const auto plan = island_plan(*c.network);
  Case rail = c;
  rail.p = plan->radix(plan->stages() - 1);
  rail.sides = {rail.p};
  rail.bytes = value_block(c.bytes, c.element, pieces_of(*plan, across));
  rail.is_complete = true;
  return entry_across(across).predicted(rail);
}

/// Time of halving and doubling among the PEs of one place, for a piece of `bytes`.
IslandTime time_across(const Case& c, const IslandPlan& plan, Across across, std::int64_t bytes) {
  const int stage = plan.stages() - 1;
  const int q = plan.radix(stage);
  Estimate estimate(c);
  Ticks busy;
  const auto add = [&](int distance, std::int64_t length) {
    Phase phase{.bytes = length};
    if (walks_routes(c)) {
      const RouteLoad load = partners_load(c, [&](Rank r) {
        const int other = plan.place(r, stage) ^ distance;
        return other < q ? plan.partner(r, stage, other) : r;
      });
      phase.hops = load.hops;
      phase.congestion = load.congestion;
    }
    busy += estimate.time_of(phase).turn;
    estimate.add(phase);
  };
  const int power = largest_power(q);
  if (power != q)
    for (int i = 0; i < 2; ++i) add(1, bytes);
  for (int bit = 1; bit < power; bit *= 2) {
    if (across == Across::doubling) add(bit, bytes);
    if (across == Across::halving)
      for (int i = 0; i < 2; ++i) add(bit, ceil_div(bytes, 2 * bit));
  }
  return {stage, estimate.time(), busy};
}

/// Bytes of the longest of `parts` of the vector.
std::size_t longest_part(const Case& c, int parts) {
  return EvenDeal(c.bytes / c.element, parts).longest() * c.element;
}

IslandSteps steps_of_allreduce(const Case& c, Across across, int parts) {
  const auto plan = island_plan(*c.network);
  const int pieces = pieces_of(*plan, across);
  auto held = static_cast<std::int64_t>(value_block(longest_part(c, parts), c.element, pieces)) * pieces;
  IslandSteps steps;
  for (int stage = 0; stage < direct_stages(*plan, across); ++stage)
    steps.push_back({stage, held /= plan->radix(stage)});
  for (int stage = direct_stages(*plan, across) - 1; stage >= 0; --stage)
    steps.push_back(steps[static_cast<std::size_t>(stage)]);
  return steps;
}

Ticks time_of_allreduce(const Case& c, Across across, int parts) {
  const auto plan = island_plan(*c.network);
  std::vector<IslandTime> times;
  for (const IslandStep& step : steps_of_allreduce(c, across, parts)) times.push_back(island_time(c, step));
  if (across != Across::direct) {
    const std::size_t piece = value_block(longest_part(c, parts), c.element, pieces_of(*plan, across));
    times.push_back(time_across(c, *plan, across, static_cast<std::int64_t>(piece)));
  }
  return time_in_parts(c, parts, times);
}

int parts_of_allreduce(const Case& c, Across across) {
  return best_parts(c, [&](int parts) { return time_of_allreduce(c, across, parts); });
}

void run_in_parts(Communicator& comm, std::span<std::byte> data, const Combine& op, Across across) {
  const int parts = parts_of_allreduce(case_of(comm, data.size(), 0, op.element), across);
  if (parts == 1) {
    allreduce_on_islands(comm, data, op, across);
    return;
  }
  const EvenDeal deal(data.size() / op.element, parts);
  std::vector<Request> all;
  for (std::size_t i = 0; i < deal.runs; ++i) {
    const std::span<std::byte> part = data.subspan(deal.first(i) * op.element, deal.count(i) * op.element);
    all.push_back(
        start(comm, [part, &op, across](Communicator& own) { allreduce_on_islands(own, part, op, across); }));
  }
  comm.wait_all(all);
}

void go_by_islands(Allreduce& entry, Across across) {
  entry.restrictions = "all PEs of a network with islands of equal size";
  entry.source =
      "Karonis, de Supinski, Foster, Gropp, Lusk, Bresnahan, IPDPS 2000 (levels); Thakur, Rabenseifner, Gropp, "
      "Int. J. High Performance Computing Applications 19(1), 2005 (across); parts are ours";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (auto reason = needs_islands(c)) return reason;
    return island_plan(*c.network)->keeps_rank_order() ? std::nullopt : needs_commutative_operator(c);
  };
  entry.predicted = [across](const Case& c) -> std::optional<Prediction> {
    if (!c.network || parts_of_allreduce(c, across) > 1) return std::nullopt;
    const auto within = island_cost(c, steps_of_allreduce(c, across, 1));
    return across == Across::direct ? within : in_turn(within, cost_across(c, across));
  };
  entry.estimated = [across](const Case& c) -> std::optional<Ticks> {
    if (!c.network) return std::nullopt;
    return time_of_allreduce(c, across, parts_of_allreduce(c, across));
  };
  if (across == Across::direct)
    entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
      return (c.p - 1) * static_cast<std::int64_t>(value_block(c.bytes, c.element, c.p));
    };
  entry.run = [across](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    run_in_parts(comm, data, op, across);
  };
}

}  // namespace

void islands(Allreduce& entry) {
  go_by_islands(entry, Across::direct);
  entry.summary = "direct exchanges of pieces within the islands, across them, and back; long vectors in parts";
  entry.formula =
      "islands of q, A of them, private links, one part: 2 (q+A-2) ts + 2 ((q-1) A + A-1) ceil(m/p) tw";
}

void islands_halving(Allreduce& entry) {
  go_by_islands(entry, Across::halving);
  entry.summary = "direct exchanges within the islands, and Rabenseifner's algorithm across them";
  entry.formula =
      "islands of q, private links, one part: 2 (q-1) ts + 2 (q-1) ceil(m/q) tw, and rabenseifner of ceil(m/q)";
}

void islands_doubling(Allreduce& entry) {
  go_by_islands(entry, Across::doubling);
  entry.summary = "direct exchanges within the islands, and recursive doubling across them";
  entry.formula =
      "islands of q, private links, one part: 2 (q-1) ts + 2 (q-1) ceil(m/q) tw, and recursive_doubling of "
      "ceil(m/q)";
}

}  // namespace toruscope::collectives
