// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allgather around the rings of a torus, one dimension after the other, as many
// parts of the data at once as there are ports for. Part (i, +) works in the dimensions i, i+1, ..
// and always sends to the next PE, part (i, -) to the one before.
//
//   torus 3x4, 4 ports     part     stage 0              stage 1
//                          (0, +)   down the columns     right along the rows
//                          (0, -)   up                   left
//                          (1, +)   right                down
//                          (1, -)   left                 up
//
// Stages     In each a part goes around the rings of one dimension, no two parts by the same links.
//            Round t of a stage is one round of all parts: parts in shorter dimensions end and rest
//            until the longest has ended. Unaligned: no part rests.
// Blocks     Reduce-scatter: PE v sends on the sums of the blocks that agree with v in the
//            dimensions done and lie 1 + t places behind v in this one. Allgather: the reverse,
//            stages in reverse order.
// Parts      One on one port. All 2 D with a port for each link, D of one direction on hypercubes,
//            whose neighbours share one link each way; with fewer ports D, or both directions of
//            one order. One way: D of one direction, for any number of ports.
// Invariant  All PEs send equal messages in a round, so all are at the same round at one time. Sums
//            are joined in the order of the rings: the operator must commute.
// Order      The dimensions in which bytes cost least come first (shapes/dimension_order.hpp).
// Rounds     Sum over stages of N_max - 1, N_max the longest side; unaligned: of N_i - 1.
// Volume     (p - 1) / parts blocks on each link if all sides are equal: with 2 D parts the bound.
// Links      None is shared, but by the two directions of a part in a dimension of 2 beside longer
//            ones; unaligned: also where sides differ.
// Source     Jain, Sabharwal, "Optimal Bucket Algorithms for Large MPI Collectives on Torus
//            Interconnects", Int. Conf. Supercomputing, 2010; one part: Barnett, Littlefield,
//            Payne, van de Geijn, Int. Parallel Processing Symposium 1993.
// Allreduce  The reduce-scatter, then the allgather, of blocks of ceil(n/p) values: twice the
//            rounds. bucket_dimensions: D parts, all in one direction, twice the volume of 2 D
//            parts by half the links. bucket_unaligned: 2 sum (N_i - 1) rounds, as parts in a short
//            dimension do not wait for those in a long one; where sides differ they share links.
// Restricted to a torus; bucket_dimensions, bucket_unaligned: D >= 2 with D ports or more.

#include "collectives/shapes/bucket_parts.hpp"
#include "collectives/shapes/dimension_order.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_slice.hpp"
#include "collectives/shapes/ring_cost.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// Parts on this machine, which begin with the cheapest dimensions.
BucketParts parts_on(const std::vector<int>& sides, int ports, BucketForm form, const Parameters& machine) {
  std::vector<int> order(sides.size());
  std::iota(order.begin(), order.end(), 0);
  return {sides, ports, form, cheapest_first(std::move(order), machine, sides.size())};
}

/// The values of every block that go with a part: as many in all parts, or, where dimensions differ
/// in cost, in proportion to the speed of the dimension in which the part begins, where most is
/// moved.
Range range_of(std::size_t block, std::size_t element, const BucketParts& parts, std::size_t part,
               const Parameters& machine) {
  const std::size_t sides = parts.sides().size();
  if (machine.tw_of.size() != sides) return share_of(block, element, part, parts.count());
  constexpr std::int64_t kUnit = 1 << 16;
  const auto speed = [&](std::size_t other) {
    const std::int64_t slowness = at_cheapest(kUnit, machine, sides, parts.dimension(other, 0));
    return static_cast<std::size_t>(kUnit * kUnit / slowness);
  };
  std::size_t before = 0;
  std::size_t all = 0;
  for (std::size_t other = 0; other < parts.count(); ++other) {
    if (other < part) before += speed(other);
    all += speed(other);
  }
  const std::size_t values = element == 0 ? 0 : block / element;
  const auto up_to = [&](std::size_t speeds) {
    return values / all * speeds + values % all * speeds / all;  // no overflow
  };
  const std::size_t begin = up_to(before);
  return {begin * element, (up_to(before + speed(part)) - begin) * element};
}

/// Blocks that agree with this PE in earlier stages, and lie `places` behind it in this one.
GridSlice behind(const Communicator& comm, const BucketParts& parts, std::size_t part, int stage, int places) {
  const std::vector<int>& sides = comm.sides();
  std::vector<int> fixed(sides.size(), kAnyCoordinate);
  for (int done = 0; done < stage; ++done) {
    const int d = parts.dimension(part, done);
    fixed[index(d)] = comm.coordinate(d);
  }
  const int d = parts.dimension(part, stage);
  fixed[index(d)] = core::mod(comm.coordinate(d) - parts.direction(part) * places, sides[index(d)]);
  return {sides, std::move(fixed)};
}

/// In round t of a stage a part sends the blocks `first` + t places behind, and gets the next ones.
template <class TakeIn>
void send_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element, BucketForm form,
                  BucketParts::Way way, int first, const TakeIn& take_in) {
  const BucketParts parts = parts_on(comm.sides(), comm.ports(), form, comm.parameters());
  const std::size_t block = blocks.size() / index(comm.size());
  ExactReceives receives;
  for (int number = 0; number < parts.rounds(); ++number) {
    std::vector<Buffer> messages(parts.count());
    comm.round([&](Round& round) {
      for (std::size_t part = 0; part < parts.count(); ++part) {
        const auto step = parts.step(part, number, way);
        if (!step) continue;
        const Range range = range_of(block, element, parts, part, comm.parameters());
        const GridSlice out = behind(comm, parts, part, step->stage, first + step->t);
        const int d = parts.dimension(part, step->stage);
        Buffer message = comm.buffer(out.size() * range.bytes);
        for_each_range(blocks, block, out, range, message, 0,
                       [&](const std::byte* from, std::byte* into) { std::copy_n(from, range.bytes, into); });
        messages[part] = comm.buffer(message.size());
        round.send(comm.shift(d, parts.direction(part)), std::move(message));
        receives.post(round, comm.shift(d, -parts.direction(part)), messages[part]);
      }
    });
    receives.finish(comm);
    for (std::size_t part = 0; part < parts.count(); ++part) {
      const auto step = parts.step(part, number, way);
      if (!step) continue;
      const Range range = range_of(block, element, parts, part, comm.parameters());
      for_each_range(
          blocks, block, behind(comm, parts, part, step->stage, first + step->t + 1), range, messages[part], 0,
          [&](std::byte* into, const std::byte* from) { take_in(from, into, range.bytes); },
          way == BucketParts::Way::reduce_scatter ? combined_without_data(comm) : NoData::skipped);
    }
  }
}

struct LinkLoad {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

/// `blocks` are p blocks of whole values; this PE's becomes the sum, the others anything.
void reduce_scatter_in_buckets(Communicator& comm, std::span<std::byte> blocks, const Combine& op,
                               BucketForm form = BucketForm::usual) {
  send_buckets(comm, blocks, op.element, form, BucketParts::Way::reduce_scatter, 1,
               [&](const std::byte* theirs, std::byte* mine, std::size_t bytes) {
                 op.combine(theirs, mine, mine, bytes / op.element);
               });
}

/// `blocks` are p blocks; this PE's is filled in, afterwards all are.
void allgather_in_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                          BucketForm form = BucketForm::usual) {
  send_buckets(
      comm, blocks, element, form, BucketParts::Way::allgather, 0,
      [](const std::byte* theirs, std::byte* mine, std::size_t bytes) { std::copy_n(theirs, bytes, mine); });
}

/// Rounds of either, for blocks of `block` bytes.
std::vector<Phase> bucket_phases(const Case& c, BucketForm form, std::size_t block, std::size_t element) {
  const BucketParts parts = parts_on(c.sides, ports_of(c), form, c.parameters);
  const auto time = [&](const LinkLoad& load) {
    return load.messages * (c.costs.ts + c.costs.tm) + load.bytes * c.costs.tw;
  };
  const std::vector<int> changes = parts.changes();
  std::vector<Phase> phases;
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    std::map<std::pair<int, int>, LinkLoad> links;  // by dimension and direction
    std::int64_t messages = 0;
    for (std::size_t part = 0; part < parts.count(); ++part) {
      const auto step = parts.step(part, changes[i], BucketParts::Way::reduce_scatter);
      if (!step) continue;
      const bool has_two_ways = parts.side(part, step->stage) > 2;
      LinkLoad& link = links[{parts.dimension(part, step->stage), has_two_ways ? parts.direction(part) : 1}];
      ++link.messages;
      const auto bytes = parts.blocks(part, step->stage) *
                         static_cast<std::int64_t>(range_of(block, element, parts, part, c.parameters).bytes);
      link.bytes += at_cheapest(bytes, c.parameters, c.sides.size(), parts.dimension(part, step->stage));
      ++messages;
    }
    LinkLoad busiest;
    std::int64_t most_on_a_link = 0;
    for (const auto& [link, load] : links) {
      if (busiest.messages == 0 || time(load) > time(busiest)) busiest = load;
      most_on_a_link = std::max<std::int64_t>(most_on_a_link, load.messages);
    }
    const std::int64_t rounds = changes[i + 1] - changes[i];
    phases.push_back({.rounds = rounds,
                      .bytes = rounds * ceil_div(busiest.bytes, busiest.messages),
                      .hops = rounds,
                      .messages = messages,
                      .same_link = busiest.messages,
                      .congestion = most_on_a_link});
  }
  return phases;
}

/// True if no two parts send by one link.
bool are_buckets_apart(const Case& c, BucketForm form) {
  const std::vector<Phase> phases = bucket_phases(c, form, 0, 1);
  return std::all_of(phases.begin(), phases.end(), [](const Phase& phase) { return phase.congestion == 1; });
}

/// Cost; nothing where parts share links, or a PE takes several messages a round and each costs tr.
std::optional<Prediction> bucket_cost(const Case& c, const std::vector<Phase>& phases) {
  RingRounds all;
  for (const Phase& phase : phases) {
    if (phase.congestion > 1 || (phase.messages > 1 && c.costs.tr != Ticks{})) return std::nullopt;
    all += {phase.rounds, phase.bytes};
  }
  return lines_cost(c, all);
}

std::optional<Ticks> bucket_estimate(const Case& c, const std::vector<Phase>& phases) {
  Estimate estimate(c);
  for (const Phase& phase : phases) estimate.add(phase);
  return estimate.time();
}

/// Refuses forms whose parts begin in different dimensions; the usual one fits any torus.
std::optional<std::string> refusal_of_buckets(const Case& c, BucketForm form) {
  if (const auto reason = needs_torus(c)) return reason;
  if (form == BucketForm::usual) return std::nullopt;
  const int dimensions = long_dimensions(c.sides);
  if (dimensions < 2) return "needs a torus of two dimensions or more, got " + grid_to_string(c);
  if (ports_of(c) >= dimensions) return std::nullopt;
  return "needs a port for each of the " + std::to_string(dimensions) + " dimensions, got " +
         std::to_string(ports_of(c));
}

/// Claims of an entry whose phases in a case are `phases`.
template <class Entry, class Phases>
void claim_buckets(Entry& entry, Phases phases, BucketForm form = BucketForm::usual) {
  entry.ignores_costs = false;
  claim_restrictions(entry,
                     form == BucketForm::usual ? "a torus" : "a torus of D >= 2 dimensions, D ports or more",
                     [form](const Case& c) { return refusal_of_buckets(c, form); });
  entry.summary =
      "parts of the blocks around the rings of one dimension after the other, by all links that have ports";
  entry.formula = "equal sides: D (N-1) ts + (p-1) ceil(m/q) tw, q parts at once: 1, 2, D or 2 D";
  entry.source =
      "Jain, Sabharwal, Int. Conf. Supercomputing, 2010; Barnett et al., Int. Parallel Processing Symposium, "
      "1993";
  entry.conflict_free = {form == BucketForm::one_way     ? "always"
                         : form == BucketForm::unaligned ? "if all sides are equal"
                                                         : "unless sides of 2 stand beside longer ones",
                         [form](const Case& c) { return are_buckets_apart(c, form); }};
  entry.predicted = [phases](const Case& c) { return bucket_cost(c, phases(c)); };
  entry.estimated = [phases](const Case& c) { return bucket_estimate(c, phases(c)); };
}

void go_in_buckets(Allreduce& entry, BucketForm form) {
  claim_buckets(
      entry,
      [form](const Case& c) {
        std::vector<Phase> all = bucket_phases(c, form, value_block(c.bytes, c.element, c.p), c.element);
        const std::vector<Phase> back = all;
        all.insert(all.end(), back.begin(), back.end());
        return all;
      },
      form);
  entry.run = in_value_blocks([form](Communicator& comm, std::span<std::byte> blocks,
                                     const Combine& op) { reduce_scatter_in_buckets(comm, blocks, op, form); },
                              [form](Communicator& comm, std::span<std::byte> blocks, std::size_t element) {
                                allgather_in_buckets(comm, blocks, element, form);
                              });
}

}  // namespace

void bucket(Allgather& entry) {
  claim_buckets(entry, [](const Case& c) { return bucket_phases(c, BucketForm::usual, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_in_buckets(comm, all, 1);
  };
}

void bucket(ReduceScatter& entry) {
  claim_buckets(entry, [](const Case& c) { return bucket_phases(c, BucketForm::usual, c.bytes, c.element); });
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_in_buckets(comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

void bucket(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::usual);
  entry.summary =
      "parts of the vector around the rings of one dimension after the other, by all links that have ports, "
      "and back";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1, 2, D or 2 D";
}

void bucket_dimensions(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::one_way);
  entry.summary = "bucket with one part for each dimension to begin with, all in the positive direction";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/D) tw";
}

void bucket_unaligned(Allreduce& entry) {
  go_in_buckets(entry, BucketForm::unaligned);
  entry.summary =
      "bucket whose parts do not wait for each other at the end of a stage: fewer rounds, shared links";
  entry.formula = "equal sides: 2 D (N-1) ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: D or 2 D";
}

}  // namespace toruscope::collectives
