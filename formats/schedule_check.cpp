// SPDX-License-Identifier: Apache-2.0
#include "formats/schedule_check.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

namespace toruscope::formats {

namespace {

class ScheduleCheck {
 public:
  explicit ScheduleCheck(const Schedule& schedule) : schedule_(schedule) {}

  void check() {
    for (std::size_t id = 0; id < schedule_.gpus.size(); ++id)
      for (const ThreadBlock& block : schedule_.gpus[id].blocks)
        for (const Step& step : block.steps) check_step({static_cast<Rank>(id), &block, &step});
    check_messages(sent_, received_, "sent and not received; add that step, or leave this one out");
    check_messages(received_, sent_, "received and not sent; add that step, or leave this one out");
  }

 private:
  struct Place {
    Rank gpu = 0;
    const ThreadBlock* block = nullptr;
    const Step* step = nullptr;
  };
  using Way = std::tuple<Rank, Rank, int>;  // from, to, channel
  using Messages = std::map<Way, std::vector<Place>>;

  [[noreturn]] void refuse(const Place& at, const std::string& why) const {
    if (!schedule_.file.empty())
      throw ConfigError(fmt::format("{}:{}: <step>: {}", schedule_.file, at.step->line, why));
    throw ConfigError(fmt::format("schedule {}: GPU {}, thread block {}, step {}: {}", schedule_.name, at.gpu,
                                  at.block - gpu(at).blocks.data(), at.step - at.block->steps.data(), why));
  }
  [[nodiscard]] const Gpu& gpu(const Place& at) const {
    return schedule_.gpus[static_cast<std::size_t>(at.gpu)];
  }

  void check_step(const Place& at) {
    check_wait(at);
    const Step& step = *at.step;
    if (step.kind == StepKind::nop) return;
    if (step.chunks < 1) refuse(at, fmt::format("it has {} chunks, and should have 1 or more", step.chunks));
    if (formats::combines(step.kind) && !formats::combines(schedule_.collective))
      refuse(at, fmt::format("it combines, which is no part of {}; take s, r and cpy",
                             to_string(schedule_.collective)));
    const bool reads = step.kind == StepKind::s || step.kind == StepKind::cpy || formats::combines(step.kind);
    if (reads) check_range(at, "reads", step.source, step.source_chunk);
    if (writes(step.kind)) check_range(at, "writes", step.destination, step.destination_chunk);
    if (sends(step.kind)) {
      check_partner(at, "sends to", at.block->to);
      sent_[{at.gpu, at.block->to, at.block->channel}].push_back(at);
    }
    if (receives(step.kind)) {
      check_partner(at, "receives from", at.block->from);
      received_[{at.block->from, at.gpu, at.block->channel}].push_back(at);
    }
  }

  void check_wait(const Place& at) const {
    const auto& blocks = gpu(at).blocks;
    const Step& step = *at.step;
    if (step.needed_block < 0) return;
    if (step.needed_block >= std::ssize(blocks))
      refuse(at, fmt::format("waits for thread block {}, and there are {}, from 0 on; correct depid",
                             step.needed_block, blocks.size()));
    const auto& needed = blocks[static_cast<std::size_t>(step.needed_block)].steps;
    if (step.needed_step < 0 || step.needed_step >= std::ssize(needed))
      refuse(at, fmt::format("waits for step {} of thread block {}, which has {}, from 0 on; correct deps",
                             step.needed_step, step.needed_block, needed.size()));
  }

  void check_range(const Place& at, const char* what, BufferKind buffer, int first) const {
    const int most = schedule_.chunks_of(gpu(at), buffer);
    const std::int64_t end = std::int64_t{first} + at.step->chunks;
    if (first < 0 || end > most)
      refuse(at,
             fmt::format("{} chunks {} .. {}, of a buffer of {}; correct the step, or give the GPU more chunks",
                         what, first, end - 1, most));
  }

  void check_partner(const Place& at, const char* what, Rank partner) const {
    if (partner == at.gpu) refuse(at, fmt::format("GPU {} {} itself; take a step of type cpy", at.gpu, what));
    if (partner < 0 || partner >= std::ssize(schedule_.gpus))
      refuse(at, fmt::format("{} GPU {}, and GPUs are 0 to {}; name one of them", what, partner,
                             schedule_.gpus.size() - 1));
    if (at.block->channel < 0 || at.block->channel > kMaxTag)
      refuse(at, fmt::format("{} GPU {} on channel {}, and channels are 0 to {}; name one of them", what,
                             partner, at.block->channel, kMaxTag));
  }

  /// Compares the lengths of messages from one GPU to another, by channel, in the order of steps.
  void check_messages(const Messages& here, const Messages& there, const char* alone) const {
    for (const auto& [way, places] : here) {
      const auto match = there.find(way);
      const std::size_t partners = match == there.end() ? 0 : match->second.size();
      const auto& [from, to, channel] = way;
      if (places.size() > partners)
        refuse(places[partners], fmt::format("message {} from GPU {} to GPU {} on channel {} is {}",
                                             partners + 1, from, to, channel, alone));
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Step& step = *places[i].step;
        const Step& partner = *match->second[i].step;
        if (step.chunks != partner.chunks)
          refuse(places[i], fmt::format("{} chunks, and its partner{} has {}; give both as many", step.chunks,
                                        schedule_.file.empty() ? "" : fmt::format(" in line {}", partner.line),
                                        partner.chunks));
      }
    }
  }

  const Schedule& schedule_;
  Messages sent_, received_;
};

/// Chunks of the collective (RoundMessage); the largest number if there are more.
std::int64_t chunks_in_rounds(const RoundSchedule& s) {
  const bool is_one_vector = s.collective == Collective::broadcast || s.collective == Collective::reduce;
  if (is_one_vector) return s.chunks_per_block;
  std::int64_t chunks = std::int64_t{s.pes} * s.chunks_per_block;
  if (s.collective == Collective::alltoall && __builtin_mul_overflow(chunks, s.pes, &chunks))
    return std::numeric_limits<std::int64_t>::max();
  return chunks;
}

}  // namespace

void check_schedule(const Schedule& schedule) {
  ScheduleCheck(schedule).check();
}

void check_schedule(const RoundSchedule& schedule) {
  const std::int64_t all = chunks_in_rounds(schedule);
  if (all > std::numeric_limits<int>::max())
    throw ConfigError(fmt::format(
        "schedule {}: {} chunks are more than can be numbered; take fewer PEs, or fewer chunks per block",
        schedule.name, all));
  for (std::size_t round = 0; round < schedule.rounds.size(); ++round)
    for (const RoundMessage& message : schedule.rounds[round]) {
      const auto refuse_if = [&](bool is_wrong, const std::string& why) {
        if (is_wrong)
          throw ConfigError(fmt::format("schedule {}: round {}, from PE {} to PE {}: {}", schedule.name, round,
                                        message.from, message.to, why));
      };
      const Rank last = schedule.pes - 1;
      refuse_if(std::min(message.from, message.to) < 0 || std::max(message.from, message.to) > last,
                fmt::format("PEs are 0 to {}; name two of them", last));
      refuse_if(message.from == message.to, "a PE sends to itself; leave the message out");
      refuse_if(message.chunks.empty(), "a message has 1 chunk or more; leave it out");
      refuse_if(
          message.combines && !combines(schedule.collective),
          fmt::format("it combines, which is no part of {}; let it copy", to_string(schedule.collective)));
      for (const int chunk : message.chunks)
        refuse_if(chunk < 0 || chunk >= all,
                  fmt::format("chunk {}, and chunks are 0 to {}; name one of them", chunk, all - 1));
    }
}

}  // namespace toruscope::formats
