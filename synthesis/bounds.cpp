// SPDX-License-Identifier: Apache-2.0
#include "synthesis/bounds.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace toruscope::synthesis {

namespace {

constexpr int kAllSetsUpTo = 14;

int divided_up(std::int64_t a, std::int64_t b) {
  return static_cast<int>((a + b - 1) / b);
}

using Set = std::uint64_t;

Set with(Set set, Rank rank) {
  return set | (Set{1} << static_cast<unsigned>(rank));
}

bool has(Set set, Rank rank) {
  return (set >> static_cast<unsigned>(rank)) % 2 != 0;
}

/// Chunks with one source and the same destinations.
struct Kind {
  Rank source;
  Set destinations;
  friend auto operator<=>(const Kind&, const Kind&) = default;
};

class Cuts {
 public:
  explicit Cuts(const Instance& instance) : network_(instance.network) {
    std::map<Kind, int> kinds;
    for (const Chunk& chunk : instance.chunks) {
      Set destinations = 0;
      for (const Rank to : chunk.destinations) destinations = with(destinations, to);
      if (destinations != 0) ++kinds[{chunk.source, destinations}];
    }
    kinds_.assign(kinds.begin(), kinds.end());
  }

  /// The volume that it takes to bring into the set what its PEs lack.
  [[nodiscard]] int volume(Set set) const {
    std::int64_t chunks = 0;
    for (const auto& [kind, count] : kinds_)
      if (!has(set, kind.source) && (kind.destinations & set) != 0) chunks += count;
    return chunks == 0 ? 0 : divided_up(chunks, messages_into(set));
  }

 private:
  [[nodiscard]] int messages_into(Set set) const {
    std::vector<std::size_t> leaving(static_cast<std::size_t>(network_.pes));
    std::vector<std::size_t> entering(leaving.size());
    std::vector<int> first, last;
    for (const Way& way : network_.ways) {
      if (has(set, way.from) || !has(set, way.to)) continue;
      ++leaving[static_cast<std::size_t>(way.from)];
      ++entering[static_cast<std::size_t>(way.to)];
      first.push_back(way.links.front());
      last.push_back(way.links.back());
    }
    int sends = 0, receives = 0;
    for (std::size_t r = 0; r < leaving.size(); ++r) {
      sends += network_.at_a_time(leaving[r]);
      receives += network_.at_a_time(entering[r]);
    }
    return std::min({sends, receives, distinct(first), distinct(last)});
  }

  static int distinct(std::vector<int>& links) {
    std::sort(links.begin(), links.end());
    return static_cast<int>(std::unique(links.begin(), links.end()) - links.begin());
  }

  const Network& network_;
  std::vector<std::pair<Kind, int>> kinds_;
};

std::string set_text(Set set, int pes) {
  std::string text;
  for (Rank rank = 0; rank < pes; ++rank)
    if (has(set, rank)) text += (text.empty() ? "" : ", ") + std::to_string(rank);
  return text;
}

/// Proper sets of PEs to consider: all, or singles, intervals of ranks and their complements.
std::vector<Set> sets_of(int pes) {
  std::vector<Set> sets;
  const Set all = pes == 64 ? ~Set{0} : (Set{1} << static_cast<unsigned>(pes)) - 1;
  if (pes <= kAllSetsUpTo) {
    for (Set set = 1; set < all; ++set) sets.push_back(set);
    return sets;
  }
  for (Rank begin = 0; begin < pes; ++begin) {
    Set set = 0;
    for (Rank next = 0; next < pes - 1; ++next) sets.push_back(set = with(set, (begin + next) % pes));
  }
  return sets;
}

void take_larger(Least& least, int value, const std::function<std::string()>& reason) {
  if (value > least.value) least = {value, reason()};
}

/// Messages that all PEs together can send in a round.
int messages_at_a_time(const Network& network) {
  if (network.ports.rule == Ports::Rule::half) return network.pes / 2;
  if (network.ports.rule == Ports::Rule::telephone) return network.pes / 2 * 2;
  int sends = 0, receives = 0;
  for (Rank rank = 0; rank < network.pes; ++rank) {
    sends += network.at_a_time(network.from(rank).size());
    receives += network.at_a_time(network.to(rank).size());
  }
  return std::min(sends, receives);
}

/// The least sum over all chunks of a length that each message adds to.
std::int64_t work(const Instance& instance, const std::vector<std::vector<int>>& lengths) {
  std::int64_t sum = 0;
  for (const Chunk& chunk : instance.chunks) {
    int farthest = 0;
    for (const Rank to : chunk.destinations)
      farthest =
          std::max(farthest, lengths[static_cast<std::size_t>(chunk.source)][static_cast<std::size_t>(to)]);
    sum += std::max<std::int64_t>(farthest, std::ssize(chunk.destinations));
  }
  return sum;
}

}  // namespace

Least least_volume(const Instance& instance) {
  const Network& network = instance.network;
  Least least;
  if (network.ways.empty()) return least;
  const std::int64_t moves = work(instance, network.distances());
  const int messages = messages_at_a_time(network);
  take_larger(least, divided_up(moves, messages),
              [&] { return fmt::format("{} moves of chunks, {} messages at a time", moves, messages); });
  std::set<int> links;
  for (const Way& way : network.ways) links.insert(way.links.begin(), way.links.end());
  const std::int64_t hops = work(instance, network.link_distances());
  take_larger(least, divided_up(hops, std::ssize(links)),
              [&] { return fmt::format("{} links to cross, of {}", hops, links.size()); });
  const Cuts cuts(instance);
  for (const Set set : sets_of(network.pes))
    take_larger(least, cuts.volume(set), [&] {
      return fmt::format("what PE{} {} must get from others", (set & (set - 1)) == 0 ? "" : "s",
                         set_text(set, network.pes));
    });
  return least;
}

Least least_rounds(const Instance& instance) {
  const Network& network = instance.network;
  const auto far = network.distances();
  Least least;
  std::size_t most_ways = 0;
  for (Rank rank = 0; rank < network.pes; ++rank) most_ways = std::max(most_ways, network.from(rank).size());
  const int k = network.at_a_time(most_ways);
  for (const Chunk& chunk : instance.chunks) {
    for (const Rank to : chunk.destinations) {
      const int length = far[static_cast<std::size_t>(chunk.source)][static_cast<std::size_t>(to)];
      if (length >= kUnreachable)
        throw ConfigError(fmt::format("synth: nothing can come from PE {} to PE {}", chunk.source, to));
      take_larger(least, length, [&] {
        return fmt::format("PE {} is {} message{} away from PE {}", to, length, length == 1 ? "" : "s",
                           chunk.source);
      });
    }
    int rounds = 0;
    for (std::int64_t know = 1; know < 1 + std::ssize(chunk.destinations); know *= k + 1) ++rounds;
    take_larger(least, rounds, [&] {
      return fmt::format("{} PEs need a chunk, and each that has it can send it to {} in a round",
                         1 + chunk.destinations.size(), k);
    });
  }
  if (instance.most_in_message)
    if (const Least volume = least_volume(instance); volume.value > 0)
      take_larger(least, divided_up(volume.value, *instance.most_in_message), [&] {
        return fmt::format("{}: a volume of {}, in messages of at most {}", volume.reason, volume.value,
                           *instance.most_in_message);
      });
  return least;
}

}  // namespace toruscope::synthesis
