// SPDX-License-Identifier: Apache-2.0
// The greedy rule. A rank's bytes are counted to the heaviest kPartners of its placed partners, so
// that an all-to-all of p ranks takes p^2 steps and not p^3.

#include "placement/placement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace toruscope::placement {

namespace {

constexpr std::size_t kPartners = 16;

std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

class Greedy {
 public:
  Greedy(const Traffic& traffic, const Topology& network)
      : traffic_(traffic),
        network_(network),
        places_(index(traffic.ranks()), kNoNode),
        is_taken_(index(network.pes())),
        to_placed_(index(traffic.ranks())),
        in_all_(index(traffic.ranks())) {
    for (Rank rank = 0; rank < traffic.ranks(); ++rank)
      for (const auto& [other, bytes] : traffic.of(rank)) in_all_[index(rank)] += bytes;
  }

  std::vector<Node> place() && {
    for (int placed = 0; placed < traffic_.ranks(); ++placed) {
      const Rank rank = next_rank();
      put(rank, best_node(rank));
    }
    return std::move(places_);
  }

 private:
  /// The rank with the most bytes to those placed; among equals that with the most in all, then the
  /// lowest.
  [[nodiscard]] Rank next_rank() const {
    Rank best = -1;
    std::pair<std::int64_t, std::int64_t> most{-1, -1};
    for (Rank rank = 0; rank < traffic_.ranks(); ++rank) {
      if (places_[index(rank)] != kNoNode) continue;
      const std::pair<std::int64_t, std::int64_t> here{to_placed_[index(rank)], in_all_[index(rank)]};
      if (here > most) {
        most = here;
        best = rank;
      }
    }
    return best;
  }

  /// The free node with the least sum of bytes times links; among equals the lowest.
  [[nodiscard]] Node best_node(Rank rank) const {
    std::vector<std::pair<std::int64_t, Node>> partners;  // bytes, place
    for (const auto& [other, bytes] : traffic_.of(rank))
      if (places_[index(other)] != kNoNode) partners.emplace_back(bytes, places_[index(other)]);
    std::sort(partners.begin(), partners.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    partners.resize(std::min(partners.size(), kPartners));
    Node best = kNoNode;
    std::int64_t least = 0;
    for (Node node = 0; node < network_.pes(); ++node) {
      if (is_taken_[index(node)]) continue;
      std::int64_t sum = 0;
      for (const auto& [bytes, place] : partners) sum += bytes * network_.distance(node, place);
      if (best == kNoNode || sum < least) {
        best = node;
        least = sum;
      }
    }
    return best;
  }

  void put(Rank rank, Node node) {
    places_[index(rank)] = node;
    is_taken_[index(node)] = true;
    for (const auto& [other, bytes] : traffic_.of(rank)) to_placed_[index(other)] += bytes;
  }

  const Traffic& traffic_;
  const Topology& network_;
  std::vector<Node> places_;
  std::vector<bool> is_taken_;
  std::vector<std::int64_t> to_placed_;  ///< bytes between each rank and those that are placed
  std::vector<std::int64_t> in_all_;     ///< bytes between each rank and all others
};

}  // namespace

std::vector<Node> place_greedily(const Traffic& traffic, const Topology& network) {
  return Greedy(traffic, network).place();
}

}  // namespace toruscope::placement
