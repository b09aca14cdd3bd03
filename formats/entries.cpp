// SPDX-License-Identifier: Apache-2.0
#include "formats/entries.hpp"

#include "formats/made_entry.hpp"
#include "formats/player.hpp"
#include "formats/schedule_check.hpp"

#include <fmt/core.h>
#include <memory>

namespace toruscope::formats {

namespace {

using SchedulePtr = std::shared_ptr<const Schedule>;

template <class Entry>
Entry entry_of(const std::string& name, const SchedulePtr& schedule) {
  const std::optional<Rank> root =
      has_root(schedule->collective) ? std::optional(schedule->root) : std::nullopt;
  auto entry = made_entry<Entry>(name, static_cast<int>(schedule->gpus.size()), root);
  entry.summary = fmt::format("the schedule {} of a file", schedule->name);
  entry.source = "MSCCL XML: Cowan et al., \"MSCCLang\", ASPLOS 2023";
  return entry;
}

/// The vector of the GPU when its steps are done.
std::span<std::byte> result(Player& player, const Schedule& s, Rank rank) {
  const bool is_in_output = s.writes_output(s.gpus[static_cast<std::size_t>(rank)]);
  return player.chunks(is_in_output ? BufferKind::output : BufferKind::input, 0, s.chunks);
}

Allreduce allreduce(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Allreduce>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const Schedule& s = *schedule;
    Player player(comm, s, chunk_of(data.size(), op.element, s.chunks), &op);
    fill_chunks(data, player.chunks(BufferKind::input, 0, s.chunks), op.element);
    player.run();
    copy(result(player, s, comm.rank()).first(data.size()), data);
  };
  return entry;
}

Allgather allgather(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Allgather>(name, schedule);
  entry.run = [schedule](Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all) {
    const int per_block = schedule->chunks_per_block();
    Player player(comm, *schedule, chunk_of(block.size(), 1, per_block), nullptr);
    fill_chunks(block, player.chunks(BufferKind::input, 0, per_block), 1);
    if (schedule->in_place)
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

Broadcast broadcast(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Broadcast>(name, schedule);
  entry.run = [schedule](Communicator& comm, Rank root, std::span<std::byte> data) {
    const Schedule& s = *schedule;
    Player player(comm, s, chunk_of(data.size(), 1, s.chunks), nullptr);
    if (comm.rank() == root) {
      fill_chunks(data, player.chunks(BufferKind::input, 0, s.chunks), 1);
      fill_chunks(data, player.chunks(BufferKind::output, 0, s.chunks), 1);
    }
    player.run();
    copy(result(player, s, comm.rank()).first(data.size()), data);
  };
  return entry;
}

Reduce reduce(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Reduce>(name, schedule);
  entry.run = [schedule](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    const Schedule& s = *schedule;
    Player player(comm, s, chunk_of(data.size(), op.element, s.chunks), &op);
    fill_chunks(data, player.chunks(BufferKind::input, 0, s.chunks), op.element);
    player.run();
    if (comm.rank() == root) copy(result(player, s, root).first(data.size()), data);
  };
  return entry;
}

Scatter scatter(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Scatter>(name, schedule);
  entry.run = [schedule](Communicator& comm, Rank root, std::span<const std::byte> all,
                         std::span<std::byte> block) {
    const int per_block = schedule->chunks_per_block();
    Player player(comm, *schedule, chunk_of(block.size(), 1, per_block), nullptr);
    if (comm.rank() == root) {
      for (Rank r = 0; r < comm.size(); ++r)
        fill_chunks(block_of(all, r, block.size()), player.chunks(BufferKind::input, r * per_block, per_block),
                    1);
      fill_chunks(block_of(all, root, block.size()), player.chunks(BufferKind::output, 0, per_block), 1);
    }
    player.run();
    copy(player.chunks(BufferKind::output, 0, per_block).first(block.size()), block);
  };
  return entry;
}

Gather gather(const std::string& name, const SchedulePtr& schedule) {
  auto entry = entry_of<Gather>(name, schedule);
  entry.run = [schedule](Communicator& comm, Rank root, std::span<const std::byte> block,
                         std::span<std::byte> all) {
    const int per_block = schedule->chunks_per_block();
    Player player(comm, *schedule, chunk_of(block.size(), 1, per_block), nullptr);
    fill_chunks(block, player.chunks(BufferKind::input, 0, per_block), 1);
    if (comm.rank() == root)
      fill_chunks(block, player.chunks(BufferKind::output, root * per_block, per_block), 1);
    player.run();
    if (comm.rank() == root)
      for (Rank r = 0; r < comm.size(); ++r)
        copy(player.chunks(BufferKind::output, r * per_block, per_block).first(block.size()),
             block_of(all, r, block.size()));
  };
  return entry;
}

}  // namespace

void add_schedule(Catalogue& catalogue, const std::string& name, const Schedule& schedule) {
  check_schedule(schedule);
  const Makers<SchedulePtr> makers{.allreduce = allreduce,
                                   .allgather = allgather,
                                   .reduce_scatter = reduce_scatter,
                                   .alltoall = alltoall,
                                   .broadcast = broadcast,
                                   .reduce = reduce,
                                   .scatter = scatter,
                                   .gather = gather};
  add_made(catalogue, makers, name, std::make_shared<const Schedule>(schedule));
}

}  // namespace toruscope::formats
