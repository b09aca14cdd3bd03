// SPDX-License-Identifier: Apache-2.0
#include "formats/player.hpp"

#include "runtime/pe/wait_note.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

bool is_pending(const Request& request) {
  return request.is_pending();
}

}  // namespace

Player::Player(Communicator& comm, const Schedule& schedule, std::size_t chunk_bytes, const Combine* op)
    : comm_(comm.separate()),
      schedule_(schedule),
      gpu_(schedule.gpus[static_cast<std::size_t>(comm.rank())]),
      chunk_(chunk_bytes),
      op_(op),
      blocks_(gpu_.blocks.size()),
      requests_(gpu_.blocks.size()) {
  const auto made = [&](BufferKind buffer) {
    return comm.buffer(static_cast<std::size_t>(schedule.chunks_of(gpu_, buffer)) * chunk_);
  };
  if (!schedule.has_one_memory(gpu_)) input_ = made(BufferKind::input);
  output_ = made(BufferKind::output);
  scratch_ = made(BufferKind::scratch);
}

std::span<std::byte> Player::chunks(BufferKind buffer, int first, int count) {
  const bool is_in_output = buffer == BufferKind::input && schedule_.has_one_memory(gpu_);
  if (is_in_output && schedule_.collective == Collective::allgather)
    first += comm_.rank() * schedule_.chunks_per_block();
  Buffer& memory = buffer == BufferKind::scratch                  ? scratch_
                   : buffer == BufferKind::input && !is_in_output ? input_
                                                                  : output_;
  return std::span<std::byte>(memory).subspan(static_cast<std::size_t>(first) * chunk_,
                                              static_cast<std::size_t>(count) * chunk_);
}

std::string Player::place_of(std::size_t block) const {
  const std::size_t step = blocks_[block].next;
  const std::string line =
      schedule_.file.empty() ? "" : fmt::format("{}:{}: ", schedule_.file, plan(block).steps[step].line);
  return fmt::format("{}GPU {}, thread block {}, step {}", line, comm_.rank(), block, step);
}

std::vector<std::string> Player::awaited() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (is_pending(requests_[i]))
      lines.push_back(fmt::format("{}: a {} GPU {}", place_of(i),
                                  blocks_[i].is_sending ? "send to" : "receive from",
                                  blocks_[i].is_sending ? plan(i).to : plan(i).from));
  return lines;
}

void Player::run() {
  const core::WaitNote note([this] { return awaited(); });
  for (;;) {
    for (std::size_t before = 1, after = 0; before != after;) {
      const auto steps_done = [&] {
        std::size_t sum = 0;
        for (const Block& block : blocks_) sum += block.next;
        return sum;
      };
      before = steps_done();
      for (std::size_t block = 0; block < blocks_.size(); ++block) advance(block);
      after = steps_done();
    }
    if (std::none_of(requests_.begin(), requests_.end(), is_pending)) break;
    complete(comm_.wait_any(requests_));
  }
  for (std::size_t block = 0; block < blocks_.size(); ++block)
    if (blocks_[block].next < plan(block).steps.size())
      comm_.fail(
          fmt::format("the schedule {} does not end: {} waits for thread block {}, step {}, which never ends",
                      schedule_.name, place_of(block), plan(block).steps[blocks_[block].next].needed_block,
                      plan(block).steps[blocks_[block].next].needed_step));
}

bool Player::may_begin(const Step& step) const {
  return step.needed_block < 0 ||
         blocks_[static_cast<std::size_t>(step.needed_block)].next > static_cast<std::size_t>(step.needed_step);
}

void Player::advance(std::size_t index) {
  Block& block = blocks_[index];
  while (!is_pending(requests_[index]) && block.next < plan(index).steps.size()) {
    const Step& step = plan(index).steps[block.next];
    if (!may_begin(step)) return;
    if (receives(step.kind)) {
      receive(index, step);
    } else if (step.kind == StepKind::s) {
      send(index, chunks(step.source, step.source_chunk, step.chunks));
    } else {
      if (step.kind != StepKind::nop) {
        const auto from = chunks(step.source, step.source_chunk, step.chunks);
        const auto into = chunks(step.destination, step.destination_chunk, step.chunks);
        if (combines(step.kind))
          combine(from, into, into);
        else
          copy(from, into);
      }
      ++block.next;
    }
  }
}

void Player::receive(std::size_t index, const Step& step) {
  Block& block = blocks_[index];
  block.received = comm_.buffer(static_cast<std::size_t>(step.chunks) * chunk_);
  requests_[index] = comm_.irecv(plan(index).from, block.received, plan(index).channel);
}

void Player::send(std::size_t index, std::span<const std::byte> data) {
  blocks_[index].is_sending = true;
  requests_[index] = comm_.isend(plan(index).to, data, plan(index).channel);
}

void Player::complete(std::size_t index) {
  Block& block = blocks_[index];
  const Step& step = plan(index).steps[block.next];
  if (!block.is_sending) {
    store(block, step);
    if (sends(step.kind)) {
      send(index, block.received);
      return;
    }
  }
  block.is_sending = false;
  ++block.next;
}

void Player::store(Block& block, const Step& step) {
  if (combines(step.kind))
    combine(chunks(step.source, step.source_chunk, step.chunks), block.received, block.received);
  if (step.kind != StepKind::rrs)
    copy(block.received, chunks(step.destination, step.destination_chunk, step.chunks));
}

void Player::combine(std::span<const std::byte> left, std::span<const std::byte> right,
                     std::span<std::byte> into) const {
  op_->combine(left.data(), right.data(), into.data(), into.size() / op_->element);
}

}  // namespace toruscope::formats
