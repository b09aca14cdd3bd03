// SPDX-License-Identifier: Apache-2.0
#include "synthesis/instance.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <set>
#include <utility>

namespace toruscope::synthesis {

namespace {

std::vector<std::vector<int>> shortest(const Network& network, bool counts_links) {
  const auto p = static_cast<std::size_t>(network.pes);
  std::vector<std::vector<int>> far(p, std::vector<int>(p, kUnreachable));
  for (std::size_t r = 0; r < p; ++r) far[r][r] = 0;
  for (const Way& way : network.ways) {
    int& length = far[static_cast<std::size_t>(way.from)][static_cast<std::size_t>(way.to)];
    length = std::min(length, counts_links ? static_cast<int>(way.links.size()) : 1);
  }
  for (std::size_t by = 0; by < p; ++by)
    for (std::size_t a = 0; a < p; ++a)
      for (std::size_t b = 0; b < p; ++b) far[a][b] = std::min(far[a][b], far[a][by] + far[by][b]);
  return far;
}

/// The most links by which messages leave a PE, or reach it.
int most_links(const Network& network) {
  std::map<Rank, std::set<int>> out, in;
  std::size_t most = 1;
  for (const Way& way : network.ways) {
    out[way.from].insert(way.links.front());
    in[way.to].insert(way.links.back());
    most = std::max({most, out[way.from].size(), in[way.to].size()});
  }
  return static_cast<int>(most);
}

/// The rule of ports and the links of one round.
class RoundCheck {
 public:
  explicit RoundCheck(const Network& network) : network_(network) {}

  std::optional<std::string> add(const Message& message) {
    const auto way = std::find_if(network_.ways.begin(), network_.ways.end(),
                                  [&](const Way& w) { return w.from == message.from && w.to == message.to; });
    if (way == network_.ways.end())
      return fmt::format("there is no way from PE {} to PE {}", message.from, message.to);
    for (const int link : way->links)
      if (!links_.insert(link).second)
        return fmt::format("the message from PE {} to PE {} meets another on a link", message.from, message.to);
    to_[message.from].push_back(message.to);
    from_[message.to].push_back(message.from);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> fault() const {
    for (Rank r = 0; r < network_.pes; ++r) {
      const std::vector<Rank> to = of(to_, r), from = of(from_, r);
      const auto most = static_cast<std::size_t>(network_.ports.k);
      const bool has_both = !to.empty() && !from.empty();
      if (to.size() > most || from.size() > most || (has_both && network_.ports.rule == Ports::Rule::half) ||
          (has_both && network_.ports.rule == Ports::Rule::telephone && to != from))
        return fmt::format("PE {} sends {} and receives {} messages at a time", r, to.size(), from.size());
    }
    return std::nullopt;
  }

 private:
  static std::vector<Rank> of(const std::map<Rank, std::vector<Rank>>& partners, Rank rank) {
    const auto found = partners.find(rank);
    return found == partners.end() ? std::vector<Rank>() : found->second;
  }

  const Network& network_;
  std::set<int> links_;
  std::map<Rank, std::vector<Rank>> to_, from_;
};

}  // namespace

std::vector<int> Network::from(Rank rank) const {
  std::vector<int> found;
  for (std::size_t w = 0; w < ways.size(); ++w)
    if (ways[w].from == rank) found.push_back(static_cast<int>(w));
  return found;
}

std::vector<int> Network::to(Rank rank) const {
  std::vector<int> found;
  for (std::size_t w = 0; w < ways.size(); ++w)
    if (ways[w].to == rank) found.push_back(static_cast<int>(w));
  return found;
}

int Network::at_a_time(std::size_t open) const {
  return std::min(static_cast<int>(open), ports.k);
}

std::vector<std::vector<int>> Network::distances() const {
  return shortest(*this, false);
}

std::vector<std::vector<int>> Network::link_distances() const {
  return shortest(*this, true);
}

Network network_of(const Topology& topology, Ports ports, std::optional<int> hops) {
  Network network{topology.pes(), ports, {}};
  Route route;
  for (Rank from = 0; from < network.pes; ++from)
    for (Rank to = 0; to < network.pes; ++to) {
      if (from == to) continue;
      topology.route(from, to, route);
      Way way{from, to, {}};
      Node at = from;
      for (const Leg& leg : route)
        for (int step = 0; step < leg.steps; ++step) {
          way.links.push_back(at * topology.ports() + leg.port);
          at = topology.neighbour(at, leg.port);
        }
      if (!hops || std::ssize(way.links) <= *hops) network.ways.push_back(std::move(way));
    }
  if (ports.rule == Ports::Rule::all) network.ports.k = most_links(network);
  return network;
}

Network reversed(Network network) {
  for (Way& way : network.ways) std::swap(way.from, way.to);
  return network;
}

std::vector<Chunk> chunks_of(Pattern pattern, int pes, int per_block, Rank root) {
  std::vector<Chunk> chunks;
  const auto add = [&](const Chunk& chunk) {
    for (int j = 0; j < per_block; ++j) chunks.push_back(chunk);
  };
  const auto others = [&](Rank rank) {
    std::vector<Rank> all;
    for (Rank r = 0; r < pes; ++r)
      if (r != rank) all.push_back(r);
    return all;
  };
  const auto one = [](Rank from, Rank to) {
    return Chunk{from, from == to ? std::vector<Rank>() : std::vector<Rank>{to}};
  };
  switch (pattern) {
    case Pattern::broadcast:
      add({root, others(root)});
      break;
    case Pattern::scatter:
      for (Rank to = 0; to < pes; ++to) add(one(root, to));
      break;
    case Pattern::allgather:
      for (Rank from = 0; from < pes; ++from) add({from, others(from)});
      break;
    case Pattern::alltoall:
      for (Rank from = 0; from < pes; ++from)
        for (Rank to = 0; to < pes; ++to) add(one(from, to));
      break;
  }
  return chunks;
}

std::int64_t moves_of(const Instance& instance, int rounds) {
  const auto moving = std::count_if(instance.chunks.begin(), instance.chunks.end(),
                                    [](const Chunk& chunk) { return !chunk.destinations.empty(); });
  return moving * std::ssize(instance.network.ways) * rounds;
}

int volume_of(const Plan& plan) {
  std::size_t volume = 0;
  for (const auto& round : plan) {
    std::size_t longest = 0;
    for (const Message& message : round) longest = std::max(longest, message.chunks.size());
    volume += longest;
  }
  return static_cast<int>(volume);
}

int moves_of(const Plan& plan) {
  std::size_t moves = 0;
  for (const auto& round : plan)
    for (const Message& message : round) moves += message.chunks.size();
  return static_cast<int>(moves);
}

Plan reversed(Plan plan) {
  std::reverse(plan.begin(), plan.end());
  for (auto& round : plan) {
    for (Message& message : round) std::swap(message.from, message.to);
    std::sort(round.begin(), round.end(), [](const Message& a, const Message& b) {
      return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
  }
  return plan;
}

std::optional<std::string> fault_of(const Plan& plan, const Instance& instance) {
  std::vector<std::set<Rank>> holders;
  for (const Chunk& chunk : instance.chunks) holders.push_back({chunk.source});
  for (std::size_t round = 0; round < plan.size(); ++round) {
    const auto fault = [&](const std::string& why) { return fmt::format("round {}: {}", round + 1, why); };
    const std::vector<std::set<Rank>> before = holders;
    RoundCheck check(instance.network);
    for (const Message& message : plan[round]) {
      if (const auto why = check.add(message)) return fault(*why);
      if (instance.most_in_message && std::ssize(message.chunks) > *instance.most_in_message)
        return fault(fmt::format("a message of {} chunks", message.chunks.size()));
      for (const int chunk : message.chunks) {
        if (before[static_cast<std::size_t>(chunk)].count(message.from) == 0)
          return fault(fmt::format("PE {} sends chunk {} and does not have it", message.from, chunk));
        if (!holders[static_cast<std::size_t>(chunk)].insert(message.to).second)
          return fault(fmt::format("PE {} gets chunk {} twice", message.to, chunk));
      }
    }
    if (const auto why = check.fault()) return fault(*why);
  }
  for (std::size_t chunk = 0; chunk < holders.size(); ++chunk)
    for (const Rank to : instance.chunks[chunk].destinations)
      if (holders[chunk].count(to) == 0) return fmt::format("PE {} does not get chunk {}", to, chunk);
  return std::nullopt;
}

}  // namespace toruscope::synthesis
