// SPDX-License-Identifier: Apache-2.0
#include "formats/places.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace toruscope::formats {

namespace {

/// Finds a place for every value that comes to one PE, or is made there.
class Places {
 public:
  Places(const CollectiveTrace& trace, const Chunking& chunking, Rank pe, std::vector<ChunkMessage>& messages,
         const std::vector<PeAction>& actions)
      : trace_(trace),
        per_block_(chunking.per_block()),
        pe_(pe),
        messages_(messages),
        actions_(actions),
        combinations_(trace.combinations[static_cast<std::size_t>(pe)]),
        own_moves_(actions.size() + 1) {
    collect_uses(chunking);
    place_inputs();
    for (std::size_t at = 0; at < actions.size(); ++at) carry_out(at, chunking);
    place_results();
  }

  PlacedPe result() { return {std::move(own_moves_), scratch_}; }

 private:
  static constexpr std::size_t kEnd = std::numeric_limits<std::size_t>::max();

  void collect_uses(const Chunking& chunking) {
    for (std::size_t at = 0; at < actions_.size(); ++at) {
      const PeAction& action = actions_[at];
      if (action.kind == PeAction::Kind::send)
        for (const HeldChunk& h : messages_[action.index].chunks) uses_[h].push_back(at);
      if (action.kind != PeAction::Kind::combine) continue;
      const TracedCombination& c = combinations_[action.index];
      chunking.for_each(c.first, c.count, [&](int chunk) {
        uses_[{c.left, chunk}].push_back(at);
        uses_[{c.right, chunk}].push_back(at);
      });
    }
    for (const HeldChunk& h : results()) uses_[h].push_back(kEnd);
  }

  /// Chunks that the PE must have at the end.
  [[nodiscard]] std::vector<HeldChunk> results() const {
    std::vector<HeldChunk> all;
    const int p = trace_.pes;
    const auto add = [&](int value, int first) {
      for (int i = 0; i < per_block_; ++i) all.push_back({value, first + i});
    };
    switch (trace_.collective) {
      case Collective::allreduce:
        add(trace_.whole, 0);
        break;
      case Collective::reduce_scatter:
        add(trace_.whole, pe_ * per_block_);
        break;
      case Collective::allgather:
        for (int r = 0; r < p; ++r) add(r, 0);
        break;
      case Collective::alltoall:
        for (int r = 0; r < p; ++r) add(r * p + pe_, 0);
        break;
      default:  // no trace is of another
        break;
    }
    return all;
  }

  /// The place where a value belongs on this PE, if it belongs there.
  [[nodiscard]] std::optional<ChunkPlace> home_of(const HeldChunk& h) const {
    const int p = trace_.pes;
    switch (trace_.collective) {
      case Collective::allreduce:
      case Collective::reduce_scatter:
        return ChunkPlace{BufferKind::input, h.chunk};
      case Collective::allgather:
        return ChunkPlace{BufferKind::output, h.value * per_block_ + h.chunk};
      case Collective::alltoall:
        if (h.value % p != pe_) return std::nullopt;
        return ChunkPlace{BufferKind::output, h.value / p * per_block_ + h.chunk};
      default:
        return std::nullopt;
    }
  }

  void place_inputs() {
    const int p = trace_.pes;
    switch (trace_.collective) {
      case Collective::allreduce:
      case Collective::reduce_scatter: {
        const int chunks = trace_.collective == Collective::allreduce ? per_block_ : p * per_block_;
        for (int chunk = 0; chunk < chunks; ++chunk) put({pe_, chunk}, {BufferKind::input, chunk});
        break;
      }
      case Collective::allgather:
        for (int i = 0; i < per_block_; ++i) put({pe_, i}, *home_of({pe_, i}));
        break;
      case Collective::alltoall:
        for (int r = 0; r < p; ++r)
          for (int i = 0; i < per_block_; ++i) put({pe_ * p + r, i}, {BufferKind::input, r * per_block_ + i});
        break;
      default:
        break;
    }
  }

  void place_results() {
    for (const HeldChunk& h : results()) {
      const auto found = places_.find(h);
      if (found == places_.end())
        refuse_schedule(fmt::format("PE {} does not have its result by what messages bring", pe_));
      if (const ChunkPlace home = *home_of(h); found->second != home)
        own_moves_.back().push_back({StepKind::cpy, found->second, home});
    }
  }

  void carry_out(std::size_t at, const Chunking& chunking) {
    const PeAction& action = actions_[at];
    if (action.kind == PeAction::Kind::take) {
      ChunkMessage& message = messages_[action.index];
      for (const HeldChunk& h : message.chunks) message.moves.push_back(received(h, at, message.traced->begin));
    } else if (action.kind == PeAction::Kind::send) {
      ChunkMessage& message = messages_[action.index];
      for (const HeldChunk& h : message.chunks) {
        const ChunkPlace place = place_of(h);
        message.sources.push_back(place);
        Ticks& read = read_until_[place];
        read = std::max(read, message.traced->left);
      }
    } else {
      const TracedCombination& c = combinations_[action.index];
      chunking.for_each(c.first, c.count, [&](int chunk) { combine(c, chunk, at); });
    }
  }

  /// Decides the place of a chunk that comes in a receive that began at `begin`.
  ChunkMove received(const HeldChunk& h, std::size_t at, Ticks begin) {
    const std::vector<std::size_t> uses = uses_after(h, at);
    if (uses.empty() || places_.contains(h)) return {StepKind::r, {}, new_scratch()};
    if (uses.size() == 1 && uses.front() != kEnd && actions_[uses.front()].kind == PeAction::Kind::combine)
      if (const auto place = combined_at_once(h, uses.front(), at, begin)) return {StepKind::rrc, {}, *place};
    const std::optional<ChunkPlace> home = home_of(h);
    const ChunkPlace place = home && freed(*home, at) && !is_read_after(*home, begin) ? *home : new_scratch();
    put(h, place);
    return {StepKind::r, {}, place};
  }

  /// The place of the value that is combined with what was received, if both are for nothing else.
  std::optional<ChunkPlace> combined_at_once(const HeldChunk& h, std::size_t combination, std::size_t at,
                                             Ticks begin) {
    const TracedCombination& c = combinations_[actions_[combination].index];
    const HeldChunk other{c.left == h.value ? c.right : c.left, h.chunk};
    const HeldChunk result{c.result, h.chunk};
    const auto found = places_.find(other);
    if (found == places_.end() || places_.contains(result) || uses_after(other, at).size() != 1)
      return std::nullopt;
    const ChunkPlace place = found->second;
    if (is_read_after(place, begin)) return std::nullopt;
    take_away(other);
    put(result, place);
    done_.emplace(combination, h.chunk);
    return place;
  }

  void combine(const TracedCombination& c, int chunk, std::size_t at) {
    const HeldChunk result{c.result, chunk};
    if (done_.contains({at, chunk}) || places_.contains(result)) return;
    const HeldChunk left{c.left, chunk};
    const HeldChunk right{c.right, chunk};
    const ChunkPlace left_place = place_of(left);
    const ChunkPlace right_place = place_of(right);
    const bool left_ends = uses_after(left, at).empty();
    const bool right_ends = uses_after(right, at).empty();
    const auto is_home = [&](const ChunkPlace& place) { return home_of(result) == place; };
    std::vector<ChunkMove>& moves = own_moves_[at];
    if (left_ends && (!right_ends || !is_home(right_place))) {
      moves.push_back({StepKind::re, right_place, left_place});
      take_away(left);
      put(result, left_place);
    } else if (right_ends) {
      moves.push_back({StepKind::re, left_place, right_place});
      take_away(right);
      put(result, right_place);
    } else {
      const ChunkPlace place = new_scratch();
      moves.push_back({StepKind::cpy, left_place, place});
      moves.push_back({StepKind::re, right_place, place});
      put(result, place);
    }
  }

  [[nodiscard]] std::vector<std::size_t> uses_after(const HeldChunk& h, std::size_t at) const {
    const auto found = uses_.find(h);
    if (found == uses_.end()) return {};
    return {std::upper_bound(found->second.begin(), found->second.end(), at), found->second.end()};
  }

  /// True if nothing lies there that is used later; gives up what lies there.
  [[nodiscard]] bool freed(const ChunkPlace& place, std::size_t at) {
    const auto found = held_at_.find(place);
    if (found == held_at_.end()) return true;
    const HeldChunk there = found->second;
    if (!uses_after(there, at).empty()) return false;
    take_away(there);
    return true;
  }
  [[nodiscard]] bool is_read_after(const ChunkPlace& place, Ticks time) const {
    const auto found = read_until_.find(place);
    return found != read_until_.end() && found->second > time;
  }

  [[nodiscard]] ChunkPlace place_of(const HeldChunk& h) const {
    const auto found = places_.find(h);
    if (found == places_.end())
      refuse_schedule(fmt::format("PE {} uses data that no message has brought to it", pe_));
    return found->second;
  }
  ChunkPlace new_scratch() { return {BufferKind::scratch, scratch_++}; }
  void put(const HeldChunk& h, const ChunkPlace& place) {
    places_[h] = place;
    held_at_[place] = h;
    read_until_.erase(place);
  }
  void take_away(const HeldChunk& h) {
    held_at_.erase(places_.at(h));
    places_.erase(h);
  }

  const CollectiveTrace& trace_;
  const int per_block_;
  const Rank pe_;
  std::vector<ChunkMessage>& messages_;
  const std::vector<PeAction>& actions_;
  const std::vector<TracedCombination>& combinations_;
  std::vector<std::vector<ChunkMove>> own_moves_;
  int scratch_ = 0;
  // actions that read a chunk; kEnd: it is a result
  std::unordered_map<HeldChunk, std::vector<std::size_t>, HeldChunkHash> uses_;
  std::unordered_map<HeldChunk, ChunkPlace, HeldChunkHash> places_;
  std::map<ChunkPlace, HeldChunk> held_at_;
  // combinations made as a message was received: action and chunk
  std::set<std::pair<std::size_t, int>> done_;
  // end of the last send from a place since it was written
  std::map<ChunkPlace, Ticks> read_until_;
};

}  // namespace

PlacedPe place_chunks(const CollectiveTrace& trace, const Chunking& chunking, Rank pe,
                      std::vector<ChunkMessage>& messages, const std::vector<PeAction>& actions) {
  return Places(trace, chunking, pe, messages, actions).result();
}

}  // namespace toruscope::formats
