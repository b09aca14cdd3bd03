// SPDX-License-Identifier: Apache-2.0
#include "formats/rounds.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace toruscope::formats {

namespace {

struct Place {
  BufferKind buffer = BufferKind::input;
  int chunk = 0;

  [[nodiscard]] Place behind(int chunks) const { return {buffer, chunk + chunks}; }
  friend bool operator==(const Place&, const Place&) = default;
};

/// A step of a GPU.
struct StepRef {
  int block = -1, step = -1;
};

/// Chunks of a message that lie together.
struct Run {
  Place place;
  int chunks = 0;
};

/// Makes the thread blocks of one GPU, message by message in the order of the rounds.
class Writer {
 public:
  Writer(const RoundSchedule& rounds, Rank rank, Gpu& gpu) : rounds_(rounds), rank_(rank), gpu_(gpu) {
    const int blocks = rounds.chunks_per_block * rounds.pes;
    switch (rounds.collective) {
      case Collective::allreduce:
        gpu.input = blocks;
        break;
      case Collective::broadcast:
      case Collective::reduce:
        gpu.input = rounds.chunks_per_block;
        break;
      case Collective::allgather:
        gpu.output = blocks;
        break;
      case Collective::reduce_scatter:
        gpu.input = blocks;
        break;
      case Collective::alltoall:
        gpu.input = gpu.output = blocks;
        break;
      case Collective::scatter:
        gpu.input = blocks;
        gpu.output = rounds.chunks_per_block;
        break;
      case Collective::gather:
        gpu.input = rounds.chunks_per_block;
        gpu.output = blocks;
        break;
    }
  }

  void begin_round() {
    if (!round_.empty()) before_ = std::exchange(round_, {});
    arrived_in_round_.clear();
  }

  void send(const RoundMessage& message) {
    const int block = block_of({true, message.to});
    std::vector<StepRef> needed = needed_at_begin();
    if (!rounds_.keeps_rounds)
      for (const int chunk : message.chunks) add_if_there(needed, arrived_, chunk);
    const std::vector<Run> runs = runs_of(message.chunks);
    if (runs.size() == 1) {
      add(block, {.kind = StepKind::s, .chunks = runs[0].chunks}, runs[0].place, runs[0].place, needed);
      return;
    }
    const Place together = scratch(static_cast<int>(message.chunks.size()));
    int copied = 0;
    for (const Run& run : runs) {
      add(block, {.kind = StepKind::cpy, .chunks = run.chunks}, run.place, together.behind(copied),
          std::exchange(needed, {}));
      copied += run.chunks;
    }
    add(block, {.kind = StepKind::s, .chunks = copied}, together, together, {});
  }

  void receive(const RoundMessage& message) {
    const int block = block_of({false, message.from});
    std::vector<StepRef> needed = needed_at_begin();
    // Waits until what is there is whole: another thread block may just be adding to it.
    if (message.combines)
      for (const int chunk : message.chunks)
        add_if_there(needed, rounds_.keeps_rounds ? arrived_in_round_ : arrived_, chunk);
    const std::vector<Run> runs = runs_of(message.chunks);
    if (runs.size() == 1) {
      add(block, {.kind = message.combines ? StepKind::rrc : StepKind::r, .chunks = runs[0].chunks},
          runs[0].place, runs[0].place, needed);
    } else {
      const auto count = static_cast<int>(message.chunks.size());
      const Place together = scratch(count);
      add(block, {.kind = StepKind::r, .chunks = count}, together, together, needed);
      int copied = 0;
      for (const Run& run : runs) {
        add(block, {.kind = message.combines ? StepKind::re : StepKind::cpy, .chunks = run.chunks},
            together.behind(copied), run.place, {});
        copied += run.chunks;
      }
    }
    for (const int chunk : message.chunks) arrived_[chunk] = arrived_in_round_[chunk] = last_step(block);
  }

 private:
  using Direction = std::pair<bool, Rank>;  // to the partner, or from it

  int block_of(Direction direction) {
    const auto [found, is_new] = blocks_.emplace(direction, static_cast<int>(gpu_.blocks.size()));
    if (is_new) {
      ThreadBlock block;
      (direction.first ? block.to : block.from) = direction.second;
      gpu_.blocks.push_back(block);
    }
    return found->second;
  }

  [[nodiscard]] StepRef last_step(int block) const {
    return {block, static_cast<int>(gpu_.blocks[static_cast<std::size_t>(block)].steps.size()) - 1};
  }

  /// Steps that a message waits for whatever its chunks.
  [[nodiscard]] std::vector<StepRef> needed_at_begin() const {
    std::vector<StepRef> needed;
    if (rounds_.keeps_rounds)
      for (const auto& [block, step] : before_) needed.push_back({block, step});
    return needed;
  }

  static void add_if_there(std::vector<StepRef>& needed, const std::map<int, StepRef>& arrived, int chunk) {
    if (const auto found = arrived.find(chunk); found != arrived.end()) needed.push_back(found->second);
  }

  /// Adds a step, with a step that does nothing before it for each further step that it needs.
  void add(int index, Step step, Place source, Place destination, const std::vector<StepRef>& needed) {
    std::map<int, int> last;  // by thread block: its steps go in order
    for (const StepRef& ref : needed)
      if (ref.block != index) last[ref.block] = std::max(last[ref.block], ref.step);
    ThreadBlock& block = gpu_.blocks[static_cast<std::size_t>(index)];
    while (last.size() > 1) {
      const auto first = last.begin();
      block.steps.push_back(
          {.kind = StepKind::nop, .needed_block = first->first, .needed_step = first->second});
      last.erase(first);
    }
    if (!last.empty()) {
      step.needed_block = last.begin()->first;
      step.needed_step = last.begin()->second;
    }
    step.source = source.buffer;
    step.source_chunk = source.chunk;
    step.destination = destination.buffer;
    step.destination_chunk = destination.chunk;
    block.steps.push_back(step);
    round_[index] = last_step(index).step;
  }

  Place scratch(int chunks) {
    const Place place{BufferKind::scratch, gpu_.scratch};
    gpu_.scratch += chunks;
    return place;
  }

  [[nodiscard]] std::vector<Run> runs_of(const std::vector<int>& chunks) {
    std::vector<Run> runs;
    for (const int chunk : chunks) {
      const Place place = place_of(chunk);
      if (!runs.empty() && runs.back().place.behind(runs.back().chunks) == place)
        ++runs.back().chunks;
      else
        runs.push_back({place, 1});
    }
    return runs;
  }

  /// The place of the chunk on this GPU; one that only passes through gets a place of its own.
  Place place_of(int chunk) {
    const int c = rounds_.chunks_per_block;
    const int block = chunk / c, part = chunk % c;
    switch (rounds_.collective) {
      case Collective::allreduce:
      case Collective::broadcast:
      case Collective::reduce:
      case Collective::reduce_scatter:
        return {BufferKind::input, chunk};
      case Collective::allgather:
        return {BufferKind::output, chunk};
      case Collective::alltoall: {
        const int source = block / rounds_.pes, destination = block % rounds_.pes;
        if (source == rank_) return {BufferKind::input, destination * c + part};
        if (destination == rank_) return {BufferKind::output, source * c + part};
        break;
      }
      case Collective::scatter:
        if (rank_ == rounds_.root) return {BufferKind::input, chunk};
        if (block == rank_) return {BufferKind::output, part};
        break;
      case Collective::gather:
        if (block == rank_) return {BufferKind::input, part};
        if (rank_ == rounds_.root) return {BufferKind::output, chunk};
        break;
    }
    const auto [found, is_new] = passing_.emplace(chunk, Place{});
    if (is_new) found->second = scratch(1);
    return found->second;
  }

  const RoundSchedule& rounds_;
  const Rank rank_;
  Gpu& gpu_;
  std::map<Direction, int> blocks_;
  std::map<int, StepRef> arrived_, arrived_in_round_;  // by chunk
  std::map<int, Place> passing_;
  std::map<int, int> round_,
      // thread blocks of this round and of the last one that had any, with their last steps
      before_;
};

}  // namespace

Schedule schedule_of(const RoundSchedule& rounds) {
  Schedule schedule;
  schedule.name = rounds.name;
  schedule.collective = rounds.collective;
  const bool is_one_vector =
      rounds.collective == Collective::broadcast || rounds.collective == Collective::reduce;
  schedule.chunks = rounds.chunks_per_block * (is_one_vector ? 1 : rounds.pes);
  schedule.root = rounds.root;
  schedule.in_place = moves_vector(rounds.collective) || rounds.collective == Collective::allgather ||
                      rounds.collective == Collective::reduce_scatter;
  schedule.gpus.resize(static_cast<std::size_t>(rounds.pes));
  std::vector<Writer> writers;
  for (Rank rank = 0; rank < rounds.pes; ++rank)
    writers.emplace_back(rounds, rank, schedule.gpus[static_cast<std::size_t>(rank)]);
  for (const auto& round : rounds.rounds) {
    for (Writer& writer : writers) writer.begin_round();
    for (const RoundMessage& message : round) writers[static_cast<std::size_t>(message.from)].send(message);
    for (const RoundMessage& message : round) writers[static_cast<std::size_t>(message.to)].receive(message);
  }
  return schedule;
}

}  // namespace toruscope::formats
