// SPDX-License-Identifier: Apache-2.0
// Collectives of blocks and broadcast that know islands: one stage for each level, direct
// exchanges.
//
//   reduce_scatter   within, then across: ever fewer blocks, each on its way once
//   allgather        across, then within: a PE's block crosses once, not once for each PE there
//   alltoall         within: all blocks for a place, whatever their island; then across, by rails
//   broadcast        the root's pieces within its island, then across, then an allgather back
//
// Rounds     One of q - 1 messages for each level of q; broadcast: two for each.
// Volume     reduce_scatter, allgather: p - 1 blocks, A - 1 of them across A islands. alltoall:
//            (q-1) A within, (A-1) q across, with q + A - 2 startups in place of p - 1.
// Parts      Long blocks go in parts (islands/cost.hpp).
// Invariant  Sums are joined in the order of places: rank order, where islands are intervals of
//            ranks.
// Restricted to all PEs of a network with islands of equal size. Any number of ports.
// Source     Karonis, de Supinski, Foster, Gropp, Lusk, Bresnahan, IPDPS 2000, for levels; alltoall
//            by stages: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; parts are
//            ours.

#include "collectives/islands/cost.hpp"
#include "collectives/islands/stages.hpp"
#include "collectives/shapes/deal.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

#include <vector>

namespace toruscope::collectives {

namespace {

/// Bytes from .. from + bytes of every block.
struct BlockPart {
  std::size_t from = 0;
  std::size_t bytes = 0;
};

std::span<std::byte> nested_block(const IslandPlan& plan, Buffer& blocks, Rank rank) {
  const std::size_t bytes = blocks.size() / static_cast<std::size_t>(plan.pes());
  return std::span(blocks).subspan(static_cast<std::size_t>(plan.nested(rank)) * bytes, bytes);
}

template <class Bytes>
std::span<Bytes> part_of(std::span<Bytes> all, std::size_t block, Rank rank, const BlockPart& part) {
  return all.subspan(static_cast<std::size_t>(rank) * block + part.from, part.bytes);
}

/// Copies the part of every block into nested order.
Buffer nested_from(Communicator& comm, const IslandPlan& plan, std::span<const std::byte> all,
                   const BlockPart& part) {
  const auto p = static_cast<std::size_t>(plan.pes());
  Buffer blocks = comm.buffer(part.bytes * p);
  for (Rank r = 0; r < plan.pes(); ++r)
    copy(part_of(all, all.size() / p, r, part), nested_block(plan, blocks, r));
  return blocks;
}
void nested_into(const IslandPlan& plan, Buffer& blocks, std::span<std::byte> all, const BlockPart& part) {
  const std::size_t block = all.size() / static_cast<std::size_t>(plan.pes());
  for (Rank r = 0; r < plan.pes(); ++r)
    copy(std::span<const std::byte>(nested_block(plan, blocks, r)), part_of(all, block, r, part));
}

/// Exchanges, in every stage, the blocks of each place with the PE there.
void alltoall_in_stages(Communicator& comm, IslandStages& stages, Buffer& blocks) {
  const IslandPlan& plan = stages.plan();
  const std::size_t block = blocks.size() / static_cast<std::size_t>(plan.pes());
  std::size_t run = blocks.size();  // bytes of the later stages' blocks
  for (int stage = 0; stage < stages.count(); ++stage) {
    const auto q = static_cast<std::size_t>(plan.radix(stage));
    const std::size_t period = run;
    run /= q;
    const auto each_run = [&](int place, Buffer& message, bool gathers) {
      std::size_t at = 0;
      for (std::size_t begin = static_cast<std::size_t>(place) * run; at < message.size();
           begin += period, at += run) {
        const std::span<std::byte> here = std::span(blocks).subspan(begin, run);
        const std::span<std::byte> there = std::span(message).subspan(at, run);
        gathers ? copy(here, there) : copy(there, here);
      }
    };
    std::vector<Buffer> in(q, comm.buffer(blocks.size() / q));
    std::vector<Buffer> out = in;
    for (int place = 0; place < plan.radix(stage); ++place)
      each_run(place, out[static_cast<std::size_t>(place)], true);
    stages.exchange(
        stage, [&](int to) { return std::span<const std::byte>(out[static_cast<std::size_t>(to)]); },
        [&](int from) { return std::span<std::byte>(in[static_cast<std::size_t>(from)]); });
    for (int place = 0; place < plan.radix(stage); ++place)
      if (place != plan.place(comm.rank(), stage) && block > 0)
        each_run(place, in[static_cast<std::size_t>(place)], false);
  }
}

/// Spreads pieces of the root's data: in each stage the PEs that have some, in the root's islands.
void scatter_in_stages(Communicator& comm, IslandStages& stages, Rank root, std::span<std::byte> data) {
  const IslandPlan& plan = stages.plan();
  const auto agrees_from = [&](int stage) {
    for (; stage < plan.stages(); ++stage)
      if (plan.place(comm.rank(), stage) != plan.place(root, stage)) return false;
    return true;
  };
  for (int stage = 0; stage < plan.stages(); ++stage) {
    const int there = plan.place(root, stage);
    if (agrees_from(stage)) {
      comm.round([&](Round& round) {
        for (int d = 1; d < plan.radix(stage); ++d) {
          const int place = (there + d) % plan.radix(stage);
          round.send(plan.partner(comm.rank(), stage, place), stages.piece(data, stage, place));
        }
      });
    } else if (agrees_from(stage + 1)) {
      comm.recv(plan.partner(comm.rank(), stage, there), stages.own_piece(data, stage));
    }
    data = stages.own_piece(data, stage);
  }
}

/// Runs `code(comm, part)` for each part of `bytes` bytes, of whole elements, side by side.
template <class Code>
void in_block_parts(Communicator& comm, std::size_t bytes, std::size_t element, int parts, const Code& code) {
  if (parts == 1) {
    code(comm, BlockPart{0, bytes});
    return;
  }
  const EvenDeal deal(bytes / element, parts);
  std::vector<Request> all;
  for (std::size_t i = 0; i < deal.runs; ++i) {
    const BlockPart part{deal.first(i) * element, deal.count(i) * element};
    all.push_back(start(comm, [part, &code](Communicator& own) { code(own, part); }));
  }
  comm.wait_all(all);
}

std::int64_t longest_of(std::size_t bytes, std::size_t element, int parts) {
  return static_cast<std::int64_t>(EvenDeal(bytes / element, parts).longest() * element);
}

/// Steps of a reduce-scatter of p blocks of `block` bytes; those of an allgather the other way
/// round.
IslandSteps steps_of_blocks(const Case& c, std::int64_t block) {
  const auto plan = island_plan(*c.network);
  IslandSteps steps;
  std::int64_t held = block * plan->pes();
  for (int stage = 0; stage < plan->stages(); ++stage) steps.push_back({stage, held /= plan->radix(stage)});
  return steps;
}

}  // namespace

void islands(ReduceScatter& entry) {
  const auto steps = [](const Case& c, int parts) {
    return steps_of_blocks(c, longest_of(c.bytes, c.element, parts));
  };
  claim_islands(entry, steps);
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (auto reason = needs_islands(c)) return reason;
    return island_plan(*c.network)->keeps_rank_order() ? std::nullopt : needs_commutative_operator(c);
  };
  entry.summary = "direct exchanges within the islands, then across them, with ever fewer blocks";
  entry.formula = "islands of q, A of them, private links, one part: (q+A-2) ts + (p-1) m tw";
  entry.combined = [](const Case& c) { return std::optional((c.p - 1) * static_cast<std::int64_t>(c.bytes)); };
  entry.run = [steps](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                      const Combine& op) {
    const int parts = island_parts(case_of(comm, mine.size(), 0, op.element), steps);
    in_block_parts(comm, mine.size(), op.element, parts, [&](Communicator& own, const BlockPart& part) {
      IslandStages stages(own);
      Buffer blocks = nested_from(own, stages.plan(), all, part);
      copy(std::span<const std::byte>(stages.reduce_scatter(blocks, stages.count(), op)),
           mine.subspan(part.from, part.bytes));
    });
  };
}

void islands(Allgather& entry) {
  const auto steps = [](const Case& c, int parts) {
    const IslandSteps back = steps_of_blocks(c, longest_of(c.bytes, 1, parts));
    return IslandSteps(back.rbegin(), back.rend());
  };
  claim_islands(entry, steps);
  entry.summary = "direct exchanges across the islands, then within them, with all that was gathered so far";
  entry.formula = "islands of q, A of them, private links, one part: (q+A-2) ts + (p-1) m tw";
  entry.run = [steps](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    const int parts = island_parts(case_of(comm, mine.size()), steps);
    in_block_parts(comm, mine.size(), 1, parts, [&](Communicator& own, const BlockPart& part) {
      IslandStages stages(own);
      Buffer blocks = own.buffer(part.bytes * static_cast<std::size_t>(own.size()));
      copy(mine.subspan(part.from, part.bytes), nested_block(stages.plan(), blocks, own.rank()));
      stages.allgather(blocks, stages.count());
      nested_into(stages.plan(), blocks, all, part);
    });
  };
}

void islands(Alltoall& entry) {
  const auto steps = [](const Case& c, int parts) {
    const auto plan = island_plan(*c.network);
    IslandSteps all;
    for (int stage = 0; stage < plan->stages(); ++stage)
      all.push_back({stage, longest_of(c.bytes, 1, parts) * (c.p / plan->radix(stage))});
    return all;
  };
  claim_islands(entry, steps);
  entry.summary = "blocks for one place within the islands, then across them: few, long messages";
  entry.formula = "islands of q, A of them, private links, one part: (q+A-2) ts + ((q-1) A + (A-1) q) m tw";
  entry.run = [steps](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                      std::size_t block) {
    const int parts = island_parts(case_of(comm, block), steps);
    in_block_parts(comm, block, 1, parts, [&](Communicator& own, const BlockPart& part) {
      IslandStages stages(own);
      Buffer blocks = nested_from(own, stages.plan(), send, part);
      alltoall_in_stages(own, stages, blocks);
      nested_into(stages.plan(), blocks, receive, part);
    });
  };
}

void islands(Broadcast& entry) {
  // Every stage scatters the pieces of its level, then collects them on the way back.
  const auto steps = [](const Case& c, int parts) {
    const std::int64_t block = ceil_div(longest_of(c.bytes, 1, parts), c.p);
    IslandSteps all = steps_of_blocks(c, block);
    const IslandSteps back(all.rbegin(), all.rend());
    all.insert(all.end(), back.begin(), back.end());
    return all;
  };
  claim_islands(entry, steps);
  entry.summary = "pieces of the data within the root's island, then across, then collected on all PEs";
  entry.formula = "islands of q, A of them, private links, one part: 2 (q+A-2) ts + 2 (p-1) ceil(m/p) tw";
  entry.run = [steps](Communicator& comm, Rank root, std::span<std::byte> data) {
    const int parts = island_parts(case_of(comm, data.size(), root), steps);
    in_block_parts(comm, data.size(), 1, parts, [&](Communicator& own, const BlockPart& part) {
      IslandStages stages(own);
      const std::span<std::byte> bytes = data.subspan(part.from, part.bytes);
      const std::size_t whole = value_block(bytes.size(), 1, own.size()) * static_cast<std::size_t>(own.size());
      Buffer blocks = own.buffer(whole);
      copy(std::span<const std::byte>(bytes), std::span(blocks).first(bytes.size()));
      scatter_in_stages(own, stages, root, blocks);
      stages.allgather(blocks, stages.count());
      copy(std::span<const std::byte>(blocks).first(bytes.size()), bytes);
    });
  };
}

}  // namespace toruscope::collectives
