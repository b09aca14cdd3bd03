// SPDX-License-Identifier: Apache-2.0
// Common part of the entries of all schedules: for whom they are, and how data lie in their chunks.

#pragma once

#include "collectives/shapes/value_blocks.hpp"
#include "formats/schedule.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace toruscope::formats {

/// Makes an entry for so many PEs, and for one root if the schedule has one.
template <class Entry>
Entry made_entry(const std::string& name, int pes, std::optional<Rank> root) {
  Entry entry;
  entry.name = name;
  entry.restrictions = fmt::format("{} PEs", pes);
  if (root) entry.restrictions += fmt::format("; root {}", *root);
  if constexpr (Entry::kOperation.combines) entry.restrictions += "; an operator that commutes";
  entry.conflict_free = {"nowhere", [](const Case&) { return false; }};
  entry.refusal = [pes, root](const Case& c) -> std::optional<std::string> {
    if (c.p != pes) return fmt::format("is a schedule for {} PEs, got {}", pes, c.p);
    if (root && c.root != *root) return fmt::format("is a schedule for root {}, got {}", *root, c.root);
    if (Entry::kOperation.combines && !c.commutative)
      return "combines in the order in which messages come; take an operator that commutes";
    return std::nullopt;
  };
  return entry;
}

/// Bytes of a chunk of which `chunks` hold `bytes`: whole elements.
inline std::size_t chunk_of(std::size_t bytes, std::size_t element, int chunks) {
  return collectives::value_block(bytes, element, chunks);
}

/// The block of a PE among those of all, of `block` bytes each.
template <class Bytes>
std::span<Bytes> block_of(std::span<Bytes> all, Rank r, std::size_t block) {
  return all.subspan(static_cast<std::size_t>(r) * block, block);
}

/// Copies bytes into the chunks that hold them; the rest of these is filled with the last element,
/// so that an operator meets nothing but values of the data.
inline void fill_chunks(std::span<const std::byte> data, std::span<std::byte> chunks, std::size_t element) {
  copy(data, chunks);
  if (data.empty()) return;
  for (std::size_t at = data.size(); at < chunks.size(); at += element)
    copy(data.last(element), chunks.subspan(at, element));
}

/// What carries out a schedule of one form on one PE. `bytes` is the length of a block, or of the
/// vector of allreduce, broadcast and reduce. `op` is null unless the collective combines.
template <class Player, class Schedule>
concept Plays = requires(Player player, Communicator& comm, const Schedule& schedule, const Combine* op,
                         std::span<const std::byte> from, std::span<std::byte> to, Rank r) {
  Player(comm, schedule, std::size_t{}, op);
  player.load(from);     // the vector, or this PE's block
  player.load(r, from);  // this PE's block for r
  player.run();
  player.store(to);     // the vector, or the block that this PE is left with
  player.store(r, to);  // the block that came from r
};

/// Sets `entry.run`, whose arguments depend on the operation.
template <class Player, class Schedule, class Entry>
requires Plays<Player, Schedule>
void play(Entry& entry, const std::shared_ptr<const Schedule>& s) {
  using From = std::span<const std::byte>;
  using To = std::span<std::byte>;
  const auto load_all = [](Player& player, int pes, From all, std::size_t block) {
    for (Rank r = 0; r < pes; ++r) player.load(r, block_of(all, r, block));
  };
  const auto store_all = [](Player& player, int pes, To all, std::size_t block) {
    for (Rank r = 0; r < pes; ++r) player.store(r, block_of(all, r, block));
  };
  if constexpr (std::is_same_v<Entry, Allreduce>) {
    entry.run = [s](Communicator& comm, To data, const Combine& op) {
      Player player(comm, *s, data.size(), &op);
      player.load(data);
      player.run();
      player.store(data);
    };
  } else if constexpr (std::is_same_v<Entry, Broadcast>) {
    entry.run = [s](Communicator& comm, Rank root, To data) {
      Player player(comm, *s, data.size(), nullptr);
      if (comm.rank() == root) player.load(data);
      player.run();
      player.store(data);
    };
  } else if constexpr (std::is_same_v<Entry, Reduce>) {
    entry.run = [s](Communicator& comm, Rank root, To data, const Combine& op) {
      Player player(comm, *s, data.size(), &op);
      player.load(data);
      player.run();
      if (comm.rank() == root) player.store(data);
    };
  } else if constexpr (std::is_same_v<Entry, Allgather>) {
    entry.run = [s, store_all](Communicator& comm, From block, To all) {
      Player player(comm, *s, block.size(), nullptr);
      player.load(block);
      player.run();
      store_all(player, comm.size(), all, block.size());
    };
  } else if constexpr (std::is_same_v<Entry, Gather>) {
    entry.run = [s, store_all](Communicator& comm, Rank root, From block, To all) {
      Player player(comm, *s, block.size(), nullptr);
      player.load(block);
      player.run();
      if (comm.rank() == root) store_all(player, comm.size(), all, block.size());
    };
  } else if constexpr (std::is_same_v<Entry, ReduceScatter>) {
    entry.run = [s, load_all](Communicator& comm, From all, To block, const Combine& op) {
      Player player(comm, *s, block.size(), &op);
      load_all(player, comm.size(), all, block.size());
      player.run();
      player.store(block);
    };
  } else if constexpr (std::is_same_v<Entry, Scatter>) {
    entry.run = [s, load_all](Communicator& comm, Rank root, From all, To block) {
      Player player(comm, *s, block.size(), nullptr);
      if (comm.rank() == root) load_all(player, comm.size(), all, block.size());
      player.run();
      player.store(block);
    };
  } else {
    entry.run = [s, load_all, store_all](Communicator& comm, From send, To receive, std::size_t block) {
      Player player(comm, *s, block, nullptr);
      load_all(player, comm.size(), send, block);
      player.run();
      store_all(player, comm.size(), receive, block);
    };
  }
}

/// Adds the entry of the schedule's collective. `describe` gives it its summary and source.
template <class Player, class Schedule, class Describe>
void add_made(Catalogue& catalogue, const std::string& name, const Schedule& schedule, int pes,
              const Describe& describe) {
  const auto shared = std::make_shared<const Schedule>(schedule);
  const auto add = [&]<class Entry>(Entry) {
    const auto root = has_root(schedule.collective) ? std::optional(schedule.root) : std::nullopt;
    auto entry = made_entry<Entry>(name, pes, root);
    describe(entry);
    play<Player>(entry, shared);
    catalogue.add(std::move(entry));
  };
  switch (schedule.collective) {
    case Collective::allreduce:
      return add(Allreduce{});
    case Collective::allgather:
      return add(Allgather{});
    case Collective::reduce_scatter:
      return add(ReduceScatter{});
    case Collective::alltoall:
      return add(Alltoall{});
    case Collective::broadcast:
      return add(Broadcast{});
    case Collective::reduce:
      return add(Reduce{});
    case Collective::scatter:
      return add(Scatter{});
    case Collective::gather:
      return add(Gather{});
  }
}

}  // namespace toruscope::formats
