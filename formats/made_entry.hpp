// SPDX-License-Identifier: Apache-2.0
// Common part of the entries of all schedules: for whom they are, and how data lie in their chunks.

#pragma once

#include "collectives/shapes/value_blocks.hpp"
#include "formats/schedule.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <fmt/core.h>
#include <optional>
#include <span>
#include <string>

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

/// Functions that make the entries of a form of schedules.
template <class SchedulePtr>
struct Makers {
  Allreduce (*allreduce)(const std::string& name, const SchedulePtr& schedule);
  Allgather (*allgather)(const std::string& name, const SchedulePtr& schedule);
  ReduceScatter (*reduce_scatter)(const std::string& name, const SchedulePtr& schedule);
  Alltoall (*alltoall)(const std::string& name, const SchedulePtr& schedule);
  Broadcast (*broadcast)(const std::string& name, const SchedulePtr& schedule);
  Reduce (*reduce)(const std::string& name, const SchedulePtr& schedule);
  Scatter (*scatter)(const std::string& name, const SchedulePtr& schedule);
  Gather (*gather)(const std::string& name, const SchedulePtr& schedule);
};

/// Adds the entry of the schedule's collective.
template <class SchedulePtr>
void add_made(Catalogue& catalogue, const Makers<SchedulePtr>& make, const std::string& name,
              const SchedulePtr& schedule) {
  switch (schedule->collective) {
    case Collective::allreduce:
      return catalogue.add(make.allreduce(name, schedule));
    case Collective::allgather:
      return catalogue.add(make.allgather(name, schedule));
    case Collective::reduce_scatter:
      return catalogue.add(make.reduce_scatter(name, schedule));
    case Collective::alltoall:
      return catalogue.add(make.alltoall(name, schedule));
    case Collective::broadcast:
      return catalogue.add(make.broadcast(name, schedule));
    case Collective::reduce:
      return catalogue.add(make.reduce(name, schedule));
    case Collective::scatter:
      return catalogue.add(make.scatter(name, schedule));
    case Collective::gather:
      return catalogue.add(make.gather(name, schedule));
  }
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

}  // namespace toruscope::formats
