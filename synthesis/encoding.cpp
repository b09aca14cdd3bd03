// SPDX-License-Identifier: Apache-2.0
#include "synthesis/encoding.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace toruscope::synthesis {

namespace {

constexpr Literal kAlways = std::numeric_limits<Literal>::max();

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

bool are_alike(const Chunk& a, const Chunk& b) {
  return a.source == b.source && a.destinations == b.destinations && !a.destinations.empty();
}

/// Keeps, from the end backwards, moves to PEs that needed them or sent them on.
void drop_useless_moves(Plan& plan, const std::vector<Chunk>& chunks) {
  std::vector<std::set<Rank>> needed;
  for (const Chunk& chunk : chunks) needed.emplace_back(chunk.destinations.begin(), chunk.destinations.end());
  for (auto round = plan.rbegin(); round != plan.rend(); ++round) {
    std::vector<std::pair<int, Rank>> senders;
    for (Message& message : *round) {
      std::erase_if(message.chunks, [&](int chunk) { return needed[index(chunk)].count(message.to) == 0; });
      for (const int chunk : message.chunks) senders.emplace_back(chunk, message.from);
    }
    for (const auto& [chunk, sender] : senders) needed[index(chunk)].insert(sender);
  }
  for (auto& round : plan) std::erase_if(round, [](const Message& message) { return message.chunks.empty(); });
  std::erase_if(plan, [](const std::vector<Message>& round) { return round.empty(); });
}

}  // namespace

Encoding::Encoding(const Instance& instance, int rounds, std::optional<int> most_volume)
    : instance_(instance), rounds_(rounds), far_(instance.network.distances()) {
  const Network& network = instance.network;
  const std::size_t chunks = instance.chunks.size();
  for (Rank rank = 0; rank < network.pes; ++rank) {
    ways_from_.push_back(network.from(rank));
    ways_to_.push_back(network.to(rank));
  }
  has_.resize(chunks * index(network.pes) * index(rounds + 1));
  moves_.resize(chunks * network.ways.size() * index(rounds + 1));
  used_.assign(index(rounds + 1), std::vector<Literal>(network.ways.size()));
  for (int chunk = 0; chunk < static_cast<int>(chunks); ++chunk) add_chunk(chunk);
  for (int chunk = 1; chunk < static_cast<int>(chunks); ++chunk) add_order(chunk);
  for (int round = 1; round <= rounds; ++round) add_rules(round);
  if (most_volume) add_volume(*most_volume);
}

Literal& Encoding::has(int chunk, Rank rank, int round) {
  return has_[(index(chunk) * index(instance_.network.pes) + index(rank)) * index(rounds_ + 1) + index(round)];
}

Literal& Encoding::moves(int chunk, int way, int round) {
  return moves_[(index(chunk) * instance_.network.ways.size() + index(way)) * index(rounds_ + 1) +
                index(round)];
}

Literal Encoding::moves(int chunk, int way, int round) const {
  return moves_[(index(chunk) * instance_.network.ways.size() + index(way)) * index(rounds_ + 1) +
                index(round)];
}

void Encoding::add_chunk(int chunk) {
  const Chunk& c = instance_.chunks[index(chunk)];
  if (c.destinations.empty()) return;
  const Network& network = instance_.network;
  std::vector<int> left(index(network.pes), kUnreachable);  // messages to the nearest destination
  for (Rank rank = 0; rank < network.pes; ++rank)
    for (const Rank to : c.destinations)
      left[index(rank)] = std::min(left[index(rank)], far_[index(rank)][index(to)]);
  for (Rank rank = 0; rank < network.pes; ++rank)
    for (int t = 0; t <= rounds_; ++t) {
      Literal& literal = has(chunk, rank, t);
      if (rank == c.source)
        literal = kAlways;
      else if (far_[index(c.source)][index(rank)] <= t && t + left[index(rank)] <= rounds_)
        literal = formula_.variable();
    }
  for (int t = 1; t <= rounds_; ++t)
    for (std::size_t w = 0; w < network.ways.size(); ++w) {
      const Way& way = network.ways[w];
      const Literal sender = has(chunk, way.from, t - 1);
      const Literal receiver = has(chunk, way.to, t);
      if (sender == 0 || receiver == 0 || receiver == kAlways) continue;
      const Literal move = moves(chunk, static_cast<int>(w), t) = formula_.variable();
      if (sender != kAlways) formula_.clause({-move, sender});
      formula_.clause({-move, receiver});
      if (const Literal before = has(chunk, way.to, t - 1); before != 0) formula_.clause({-move, -before});
    }
  for (Rank rank = 0; rank < network.pes; ++rank) {
    if (rank == c.source) continue;
    for (int t = 1; t <= rounds_; ++t) {
      const Literal now = has(chunk, rank, t), before = has(chunk, rank, t - 1);
      if (now == 0) continue;
      std::vector<Literal> coming;
      for (const int way : ways_to_[index(rank)])
        if (const Literal move = moves(chunk, way, t); move != 0) coming.push_back(move);
      formula_.at_most(1, coming);
      if (before != 0) {
        formula_.clause({-before, now});
        coming.push_back(before);
      }
      coming.push_back(-now);
      formula_.clause(coming);
    }
  }
  for (const Rank to : c.destinations) {
    const Literal last = has(chunk, to, rounds_);
    if (last == 0)
      formula_.clause(std::vector<Literal>());  // too far away
    else
      formula_.clause({last});
  }
}

void Encoding::add_order(int chunk) {
  const Chunk& c = instance_.chunks[index(chunk)];
  if (!are_alike(instance_.chunks[index(chunk - 1)], c)) return;
  const Rank first = c.destinations.front();
  for (int t = 0; t <= rounds_; ++t)
    if (const Literal here = has(chunk, first, t); here != 0)
      formula_.clause({-here, has(chunk - 1, first, t)});
}

void Encoding::add_rules(int round) {
  const Network& network = instance_.network;
  std::vector<Literal>& used = used_[index(round)];
  for (std::size_t w = 0; w < network.ways.size(); ++w) {
    std::vector<Literal> chunks;
    for (std::size_t chunk = 0; chunk < instance_.chunks.size(); ++chunk)
      if (const Literal move = moves(static_cast<int>(chunk), static_cast<int>(w), round); move != 0)
        chunks.push_back(move);
    if (chunks.empty()) continue;
    used[w] = formula_.variable();
    for (const Literal move : chunks) formula_.clause({-move, used[w]});
    if (instance_.most_in_message) formula_.at_most(*instance_.most_in_message, chunks);
  }
  const auto among = [&](const std::vector<int>& ways) {
    std::vector<Literal> literals;
    for (const int way : ways)
      if (used[index(way)] != 0) literals.push_back(used[index(way)]);
    return literals;
  };
  for (Rank rank = 0; rank < network.pes; ++rank) {
    std::vector<Literal> out = among(ways_from_[index(rank)]);
    const std::vector<Literal> in = among(ways_to_[index(rank)]);
    switch (network.ports.rule) {
      case Ports::Rule::all:
        break;
      case Ports::Rule::half:
        out.insert(out.end(), in.begin(), in.end());
        formula_.at_most(1, out);
        break;
      case Ports::Rule::telephone:
        for (const int to : ways_from_[index(rank)])
          for (const int from : ways_to_[index(rank)])
            if (network.ways[index(to)].to != network.ways[index(from)].from && used[index(to)] != 0 &&
                used[index(from)] != 0)
              formula_.clause({-used[index(to)], -used[index(from)]});
        [[fallthrough]];
      case Ports::Rule::one:
      case Ports::Rule::k:
        formula_.at_most(network.ports.k, out);
        formula_.at_most(network.ports.k, in);
        break;
    }
  }
  std::map<int, std::vector<Literal>> on_link;
  for (std::size_t w = 0; w < network.ways.size(); ++w)
    if (used[w] != 0)
      for (const int link : network.ways[w].links) on_link[link].push_back(used[w]);
  for (const auto& [link, literals] : on_link) formula_.at_most(1, literals);
}

void Encoding::add_volume(int most) {
  std::vector<Literal> all;
  Literal before = 0;  // the round before has a message
  for (int round = 1; round <= rounds_; ++round) {
    std::vector<Literal> lengths;  // long(round, 1), ..
    for (std::size_t w = 0; w < instance_.network.ways.size(); ++w) {
      std::vector<Literal> chunks;
      for (std::size_t chunk = 0; chunk < instance_.chunks.size(); ++chunk)
        if (const Literal move = moves(static_cast<int>(chunk), static_cast<int>(w), round); move != 0)
          chunks.push_back(move);
      const std::vector<Literal> counted = formula_.count(chunks, most + 1);
      if (std::ssize(counted) > most) formula_.clause({-counted[index(most)]});
      for (std::size_t j = 0; j < counted.size() && j < index(most); ++j) {
        if (j == lengths.size()) {
          lengths.push_back(formula_.variable());
          if (j > 0) formula_.clause({-lengths[j], lengths[j - 1]});
        }
        formula_.clause({-counted[j], lengths[j]});
      }
    }
    if (lengths.empty()) continue;
    if (before != 0) formula_.clause({-lengths.front(), before});
    before = lengths.front();
    all.insert(all.end(), lengths.begin(), lengths.end());
  }
  volume_ = formula_.count(all, most + 1);
}

std::vector<Literal> Encoding::at_most(int volume) const {
  if (index(volume) >= volume_.size()) return {};
  return {-volume_[index(volume)]};
}

Plan Encoding::plan(const std::function<bool(Literal)>& is_true) const {
  Plan plan;
  for (int round = 1; round <= rounds_; ++round) {
    plan.emplace_back();
    for (std::size_t w = 0; w < instance_.network.ways.size(); ++w) {
      const Way& way = instance_.network.ways[w];
      Message message{way.from, way.to, {}};
      for (int chunk = 0; chunk < static_cast<int>(instance_.chunks.size()); ++chunk)
        if (const Literal move = moves(chunk, static_cast<int>(w), round); move != 0 && is_true(move))
          message.chunks.push_back(chunk);
      if (!message.chunks.empty()) plan.back().push_back(std::move(message));
    }
  }
  drop_useless_moves(plan, instance_.chunks);
  return plan;
}

}  // namespace toruscope::synthesis
