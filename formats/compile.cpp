// SPDX-License-Identifier: Apache-2.0
// Three passes: cut into chunks; find a place for each value on each PE; write the steps.

#include "formats/compile.hpp"

#include "formats/chunks.hpp"
#include "formats/places.hpp"
#include "formats/step_writer.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::formats {

namespace {

constexpr std::int64_t kMostMoves = 1 << 22;

class Compiler {
 public:
  Compiler(const CollectiveTrace& trace, const std::string& name)
      : trace_(trace), chunking_(trace), actions_(static_cast<std::size_t>(trace.pes)) {
    schedule_.name = name;
    schedule_.collective = trace.collective;
    schedule_.chunks = chunking_.per_block() * (trace.collective == Collective::allreduce ? 1 : trace.pes);
    schedule_.in_place = trace.collective != Collective::alltoall;
    schedule_.gpus.resize(static_cast<std::size_t>(trace.pes));
  }

  Schedule compile() {
    cut_messages();
    list_actions();
    std::vector<std::vector<std::vector<ChunkMove>>> own_moves;
    for (Rank pe = 0; pe < trace_.pes; ++pe) {
      const auto i = static_cast<std::size_t>(pe);
      PlacedPe placed = place_chunks(trace_, chunking_, pe, messages_, actions_[i]);
      own_moves.push_back(std::move(placed.own_moves));
      Gpu& gpu = schedule_.gpus[i];
      gpu.input = trace_.collective == Collective::allgather ? 0 : schedule_.chunks;
      gpu.output = combines_of(trace_.collective) ? 0 : schedule_.chunks;
      gpu.scratch = placed.scratch;
    }
    for (Rank pe = 0; pe < trace_.pes; ++pe) write_gpu(pe, own_moves[static_cast<std::size_t>(pe)]);
    return std::move(schedule_);
  }

 private:
  static bool combines_of(Collective collective) {
    return collective == Collective::allreduce || collective == Collective::reduce_scatter;
  }

  void cut_messages() {
    std::int64_t moves = 0;
    for (const TracedMessage& traced : trace_.messages) {
      ChunkMessage& message = messages_.emplace_back();
      message.traced = &traced;
      for (const CarriedRun& run : traced.runs)
        chunking_.for_each(run.first, run.count, [&](int chunk) {
          message.chunks.push_back({run.value, chunk});
        });
      moves += static_cast<std::int64_t>(message.chunks.size());
      if (moves > kMostMoves)
        refuse_schedule(
            fmt::format("messages move more than {} chunks; give a --block that divides evenly among the "
                        "PEs, or fewer of these",
                        kMostMoves));
    }
  }

  void list_actions() {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const TracedMessage& m = *messages_[i].traced;
      actions_[static_cast<std::size_t>(m.from)].push_back({m.posted, PeAction::Kind::send, i, i});
      actions_[static_cast<std::size_t>(m.to)].push_back({m.end, PeAction::Kind::take, i, i});
    }
    for (std::size_t pe = 0; pe < actions_.size(); ++pe) {
      for (std::size_t i = 0; i < trace_.combinations[pe].size(); ++i)
        actions_[pe].push_back({trace_.combinations[pe][i].when, PeAction::Kind::combine, i, i});
      std::sort(actions_[pe].begin(), actions_[pe].end(),
                [](const PeAction& a, const PeAction& b) { return a.key() < b.key(); });
      check_order(actions_[pe]);
    }
  }

  /// Checks that thread blocks take messages in the order in which they were sent.
  void check_order(const std::vector<PeAction>& actions) const {
    std::map<Rank, std::size_t> last;
    for (const PeAction& action : actions) {
      if (action.kind != PeAction::Kind::take) continue;
      const TracedMessage& m = *messages_[action.index].traced;
      const auto [found, is_first] = last.emplace(m.from, action.index);
      if (!is_first && found->second > action.index)
        refuse_schedule(
            fmt::format("PE {} takes messages from PE {} in another order than they were sent, and the "
                        "form's channels keep the order",
                        m.to, m.from));
      found->second = action.index;
    }
  }

  void write_gpu(Rank pe, const std::vector<std::vector<ChunkMove>>& own_moves) {
    StepWriter writer(schedule_.gpus[static_cast<std::size_t>(pe)]);
    const std::vector<PeAction>& actions = actions_[static_cast<std::size_t>(pe)];
    for (std::size_t at = 0; at < actions.size(); ++at) {
      if (actions[at].kind != PeAction::Kind::combine) {
        const ChunkMessage& message = messages_[actions[at].index];
        const bool sends_it = actions[at].kind == PeAction::Kind::send;
        for_each_run(with_sources(message), [&](const ChunkMove& first, int chunks) {
          const Step step = step_of(first, chunks, sends_it ? StepKind::s : first.kind);
          sends_it ? writer.send(message.traced->to, step) : writer.receive(message.traced->from, step);
        });
      }
      for_each_run(own_moves[at], [&](const ChunkMove& first, int chunks) {
        writer.local(step_of(first, chunks, first.kind));
      });
    }
    for_each_run(own_moves.back(),
                 [&](const ChunkMove& first, int chunks) { writer.local(step_of(first, chunks, first.kind)); });
  }

  static std::vector<ChunkMove> with_sources(const ChunkMessage& message) {
    std::vector<ChunkMove> moves = message.moves;
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].from = message.sources[i];
    return moves;
  }

  /// Calls use(run) for runs of moves of one kind whose places follow each other at both ends.
  template <class Use>
  static void for_each_run(const std::vector<ChunkMove>& moves, const Use& use) {
    for (std::size_t first = 0; first < moves.size();) {
      std::size_t end = first + 1;
      const auto follows = [&](const ChunkPlace& before, const ChunkPlace& place) {
        return place.buffer == before.buffer && place.chunk == before.chunk + 1;
      };
      while (end < moves.size() && moves[end].kind == moves[first].kind &&
             follows(moves[end - 1].from, moves[end].from) && follows(moves[end - 1].to, moves[end].to))
        ++end;
      use(moves[first], static_cast<int>(end - first));
      first = end;
    }
  }

  static Step step_of(const ChunkMove& move, int chunks, StepKind kind) {
    Step step;
    step.kind = kind;
    // Combines what is received with what lies at its place; other steps name both ends.
    const ChunkPlace& source = kind == StepKind::rrc || kind == StepKind::r ? move.to : move.from;
    step.source = source.buffer;
    step.source_chunk = source.chunk;
    step.destination = move.to.buffer;
    step.destination_chunk = move.to.chunk;
    step.chunks = chunks;
    return step;
  }

  const CollectiveTrace& trace_;
  Chunking chunking_;
  std::vector<ChunkMessage> messages_;
  std::vector<std::vector<PeAction>> actions_;  // of each PE
  Schedule schedule_;
};

}  // namespace

Schedule compiled(const CollectiveTrace& trace, const std::string& name) {
  return Compiler(trace, name).compile();
}

}  // namespace toruscope::formats
