// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/route_load.hpp"

#include "collectives/shapes/island_plan.hpp"
#include "runtime/core/check.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/topology/channel_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace toruscope::collectives {

namespace {

enum class SentPattern { shift, partners, from_root, to_root, stage };

/// A round by its pattern, its root, and its distances or the partner of each PE.
struct SentRound {
  SentPattern pattern;
  Rank root = 0;
  std::vector<std::int64_t> numbers;

  friend auto operator<=>(const SentRound&, const SentRound&) = default;
};

/// Walks the routes of rounds on one network.
class RouteWalker {
 public:
  explicit RouteWalker(const Case& c)
      : network_(*c.network),
        ports_(static_cast<std::size_t>(network_.ports())),
        costs_(network_, c.parameters, resolve(c.parameters)),
        messages_(static_cast<std::size_t>(network_.nodes()) * ports_),
        first_(std::max<std::size_t>(1, ports_)) {}

  RouteLoad load(const SentRound& round) {
    load_ = {};
    const int p = network_.pes();
    const auto at = [p](std::int64_t rank) { return static_cast<Rank>(rank % p); };
    switch (round.pattern) {
      case SentPattern::shift:
        for (Rank r = 0; r < p; ++r) {
          for (const std::int64_t d : round.numbers) send(r, at(r + d));
          end_of_sender();
        }
        break;
      case SentPattern::partners:
        TORUSCOPE_CHECK(round.numbers.size() == static_cast<std::size_t>(p), round.numbers.size(),
                        "partners of", p, "PEs");
        for (Rank r = 0; r < p; ++r) {
          send(r, static_cast<Rank>(round.numbers[static_cast<std::size_t>(r)]));
          end_of_sender();
        }
        break;
      case SentPattern::stage: {
        const auto plan = island_plan(network_);
        const auto stage = static_cast<int>(round.numbers.front());
        for (Rank r = 0; r < p; ++r) {
          for (int place = 0; place < plan->radix(stage); ++place) send(r, plan->partner(r, stage, place));
          end_of_sender();
        }
        break;
      }
      case SentPattern::from_root:
        for (const std::int64_t d : round.numbers) send(round.root, at(round.root + d));
        end_of_sender();
        break;
      case SentPattern::to_root:
        for (const std::int64_t d : round.numbers) {
          send(at(round.root + d), round.root);
          end_of_sender();
        }
        break;
    }
    for (const auto& [node, port] : busy_) {
      std::int64_t& messages = messages_[index(node, port)];
      load_.congestion = std::max(load_.congestion, weighted(messages, node, port));
      messages = 0;
    }
    busy_.clear();
    return load_;
  }

 private:
  [[nodiscard]] std::size_t index(Node node, Port port) const {
    return static_cast<std::size_t>(node) * ports_ + static_cast<std::size_t>(port);
  }

  void send(Rank from, Rank to) {
    if (from == to) return;
    network_.route(from, to, legs_);
    ++first_[static_cast<std::size_t>(legs_.front().port)];
    std::int64_t hops = 0;
    Node node = from;
    for (const Leg& leg : legs_)
      for (int step = 0; step < leg.steps; ++step, ++hops, node = network_.neighbour(node, leg.port))
        if (++messages_[index(node, leg.port)] == 1) busy_.emplace_back(node, leg.port);
    load_.hops = std::max(load_.hops, hops);
    load_.all_hops += hops;
  }

  void end_of_sender() {
    load_.same_link = std::max(load_.same_link, *std::max_element(first_.begin(), first_.end()));
    std::fill(first_.begin(), first_.end(), 0);
  }

  [[nodiscard]] std::int64_t weighted(std::int64_t messages, Node node, Port port) const {
    const std::int64_t cheapest = costs_.cheapest().tw.count;
    if (costs_.are_equal() || cheapest == 0) return messages;
    const double times = static_cast<double>(costs_.of(node, port).tw.count) / static_cast<double>(cheapest);
    return static_cast<std::int64_t>(static_cast<double>(messages) * times + 0.5);
  }

  const Topology& network_;
  const std::size_t ports_;
  const core::LinkCostTable costs_;
  std::vector<std::int64_t> messages_;       // by link
  std::vector<std::int64_t> first_;          // of one sender, by port
  std::vector<std::pair<Node, Port>> busy_;  // links with messages
  Route legs_;
  RouteLoad load_;
};

/// Loads of each thread's last network: message sizes do not count, and many rounds are the same.
class KnownLoads {
 public:
  static KnownLoads& of_this_thread() {
    thread_local KnownLoads loads;
    return loads;
  }

  RouteLoad of(const Case& c, const SentRound& round) {
    const bool is_same = !network_.owner_before(c.network) && !c.network.owner_before(network_);
    if (!is_same || !walker_ || parameters_ != c.parameters) {
      network_ = c.network;
      parameters_ = c.parameters;
      walker_.emplace(c);
      known_.clear();
    }
    const auto known = known_.find(round);
    if (known != known_.end()) return known->second;
    return known_.emplace(round, walker_->load(round)).first->second;
  }

 private:
  std::weak_ptr<const Topology> network_;
  Parameters parameters_;
  std::optional<RouteWalker> walker_;  // of that network, while it is there
  std::map<SentRound, RouteLoad> known_;
};

}  // namespace

bool walks_routes(const Case& c) {
  return c.network != nullptr && (!c.is_torus || c.is_embedded) && c.p <= core::kMostWalkedPes;
}

RouteLoad shift_load(const Case& c, const std::vector<std::int64_t>& distances) {
  return KnownLoads::of_this_thread().of(c, {SentPattern::shift, 0, distances});
}

RouteLoad partners_load(const Case& c, const std::function<Rank(Rank)>& partner) {
  std::vector<std::int64_t> partners;
  for (Rank r = 0; r < c.p; ++r) partners.push_back(partner(r));
  return KnownLoads::of_this_thread().of(c, {SentPattern::partners, 0, std::move(partners)});
}

RouteLoad stage_load(const Case& c, int stage) {
  return KnownLoads::of_this_thread().of(c, {SentPattern::stage, 0, {stage}});
}

RouteLoad root_load(const Case& c, const std::vector<std::int64_t>& distances, bool to_root) {
  return KnownLoads::of_this_thread().of(
      c, {to_root ? SentPattern::to_root : SentPattern::from_root, c.root, distances});
}

}  // namespace toruscope::collectives
