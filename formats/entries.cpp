// SPDX-License-Identifier: Apache-2.0
#include "formats/entries.hpp"

#include "collectives/shapes/value_blocks.hpp"
#include "formats/player.hpp"

#include <fmt/format.h>
#include <memory>
#include <utility>

namespace toruscope::formats {

namespace {

using SchedulePtr = std::shared_ptr<const Schedule>;

template <class Entry>
Entry entry_of(const std::string& name, const SchedulePtr& schedule) {
  Entry entry;
  const auto gpus = static_cast<int>(schedule->gpus.size());
  entry.name = name;
  entry.summary = fmt::format("the schedule {} of a file", schedule->name);
  entry.restrictions = fmt::format("{} PEs", gpus);
  if constexpr (Entry::kOperation.combines) entry.restrictions += "; an operator that commutes";
  entry.source = "MSCCL XML: Cowan et al., \"MSCCLang\", ASPLOS 2023";
  entry.conflict_free = {"nowhere", [](const Case&) { return false; }};
  entry.refusal = [gpus](const Case& c) -> std::optional<std::string> {
    if (c.p != gpus) return fmt::format("is a schedule for {} PEs, got {}", gpus, c.p);
    if (Entry::kOperation.combines && !c.commutative)
      return "combines in the order in which messages come; take an operator that commutes";
    return std::nullopt;
  };
  return entry;
}

/// Bytes of a chunk of which `chunks` hold `bytes`: whole elements.
std::size_t chunk_of(std::size_t bytes, std::size_t element, int chunks) {
  return collectives::value_block(bytes, element, chunks);
}

/// The block of a PE among those of all, of `block` bytes each.
template <class Bytes>
std::span<Bytes> block_of(std::span<Bytes> all, Rank r, std::size_t block) {
  return all.subspan(static_cast<std::size_t>(r) * block, block);
}

/// Bytes into the chunks that hold them; what is left of these is filled with the last element, so that an operator meets nothing
/// but values of the data.
void fill_chunks(std::span<const std::byte> data, std::span<std::byte> chunks, std::size_t element) {
  copy(data, chunks);
  if (data.empty()) return;
  for (std::size_t at = data.size(); at < chunks.size(); at += element)
    copy(data.last(element), chunks.subspan(at, element));
}

Allreduce allreduce(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Allreduce>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const Schedule& s = *schedule;
    Player player(comm, s, chunk_of(data.size(), op.element, s.chunks), &op);
    fill_chunks(data, player.chunks(BufferKind::input, 0, s.chunks), op.element);
    player.run();
    const bool is_in_output = s.writes_output(s.gpus[static_cast<std::size_t>(comm.rank())]);
    copy(player.chunks(is_in_output ? BufferKind::output : BufferKind::input, 0, s.chunks).first(data.size()),
         data);
  };
  return entry;
}

Allgather allgather(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Allgather>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all) {
    const int per_block = schedule->chunks_per_block();
    Player player(comm, *schedule, chunk_of(block.size(), 1, per_block), nullptr);
    fill_chunks(block, player.chunks(BufferKind::input, 0, per_block), 1);
    fill_chunks(block, player.chunks(BufferKind::output, comm.rank() * per_block, per_block), 1);
    player.run();
    for (Rank r = 0; r < comm.size(); ++r)
      copy(player.chunks(BufferKind::output, r * per_block, per_block).first(block.size()),
           block_of(all, r, block.size()));
  };
  return entry;
}

ReduceScatter reduce_scatter(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<ReduceScatter>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> block,
                         const Combine& op) {
    const Schedule& s = *schedule;
    const int per_block = s.chunks_per_block();
    Player player(comm, s, chunk_of(block.size(), op.element, per_block), &op);
    for (Rank r = 0; r < comm.size(); ++r)
      fill_chunks(block_of(all, r, block.size()), player.chunks(BufferKind::input, r * per_block, per_block),
                  op.element);
    player.run();
    const bool is_in_output = s.writes_output(s.gpus[static_cast<std::size_t>(comm.rank())]);
    const auto result = is_in_output ? player.chunks(BufferKind::output, 0, per_block)
                                     : player.chunks(BufferKind::input, comm.rank() * per_block, per_block);
    copy(result.first(block.size()), block);
  };
  return entry;
}

Alltoall alltoall(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Alltoall>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                         std::size_t block) {
    const int per_block = schedule->chunks_per_block();
    Player player(comm, *schedule, chunk_of(block, 1, per_block), nullptr);
    for (Rank r = 0; r < comm.size(); ++r)
      fill_chunks(block_of(send, r, block), player.chunks(BufferKind::input, r * per_block, per_block), 1);
    fill_chunks(block_of(send, comm.rank(), block),
                player.chunks(BufferKind::output, comm.rank() * per_block, per_block), 1);
    player.run();
    for (Rank r = 0; r < comm.size(); ++r)
      copy(player.chunks(BufferKind::output, r * per_block, per_block).first(block),
           block_of(receive, r, block));
  };
  return entry;
}

}  // namespace

void add_schedule(Catalogue& catalogue, const std::string& name, const Schedule& schedule) {
  const auto shared = std::make_shared<const Schedule>(schedule);
  switch (schedule.collective) {
    case Collective::allreduce:
      return catalogue.add(allreduce(name, shared));
    case Collective::allgather:
      return catalogue.add(allgather(name, shared));
    case Collective::reduce_scatter:
      return catalogue.add(reduce_scatter(name, shared));
    case Collective::alltoall:
      return catalogue.add(alltoall(name, shared));
  }
}

}  // namespace toruscope::formats
