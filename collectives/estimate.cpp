// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace toruscope {

namespace {

/// Messages side by side: how many each direction of a dimension carries on its busiest link, and how many of a PE
/// leave that way first.
class Lines {
 public:
  explicit Lines(const std::vector<int>& sides) : sides_(sides), load_(sides.size()), first_(sides.size()) {}

  /// Every PE sends one by `offset(dimension)` steps; some go one further where it `carries`. The links of the longest.
  template <class Offset, class Carries>
  std::int64_t add(Offset offset, Carries carries) {
    std::int64_t hops = 0;
    bool has_left = false;
    for (std::size_t d = 0; d < sides_.size(); ++d) {
      const std::int64_t side = sides_[d];
      const std::int64_t steps = offset(d);
      const std::int64_t more = carries(d) ? (steps + 1) % side : steps;
      std::array<std::int64_t, 2> load{};
      for (const std::int64_t o : {steps, more})
        load[way(o, side)] = std::max(load[way(o, side)], links(o, side));
      for (std::size_t w = 0; w < 2; ++w) load_[d][w] += load[w];
      if (!has_left && steps != 0) ++first_[d][way(steps, side)];
      has_left = has_left || steps != 0;
      hops += std::max(links(steps, side), links(more, side));
    }
    return hops;
  }
  [[nodiscard]] std::int64_t congestion() const { return largest(load_); }
  [[nodiscard]] std::int64_t same_link() const { return largest(first_); }

 private:
  using PerWay = std::vector<std::array<std::int64_t, 2>>;

  /// 0 in the positive direction, which a tie takes.
  static std::size_t way(std::int64_t offset, std::int64_t side) { return 2 * offset <= side ? 0 : 1; }
  static std::int64_t links(std::int64_t offset, std::int64_t side) { return std::min(offset, side - offset); }
  static std::int64_t largest(const PerWay& counts) {
    std::int64_t most = 1;
    for (const auto& count : counts) most = std::max({most, count[0], count[1]});
    return most;
  }

  const std::vector<int>& sides_;
  PerWay load_;
  PerWay first_;
};

}  // namespace

Estimate& Estimate::add(const Phase& phase) {
  const Costs& k = case_.costs;
  const bool direct = case_.parameters.injection == Injection::direct;
  const Ticks transmission = phase.rounds * k.tm + phase.bytes * k.tw;  // of one message of each round
  const Ticks startups = phase.rounds * k.ts;
  const Ticks gaps = phase.rounds * k.gap;
  const std::int64_t in_turn =
      std::max(detail::ceil_div(phase.messages, detail::ports_of(case_)), phase.same_link);
  const Ticks occupancy = std::max(direct ? startups + transmission : startups, gaps);
  const Ticks sent = (in_turn - 1) * occupancy + startups + transmission;
  const Ticks carried = startups + std::max(phase.congestion, in_turn) * transmission;
  const Ticks arrived = std::max(sent, carried) + phase.hops * k.th + phase.rounds * k.latency;
  time_ += std::max(arrived + phase.messages * phase.rounds * k.tr, in_turn * gaps);
  return *this;
}

Phase Estimate::shifts_phase(const std::vector<std::int64_t>& distances, std::int64_t bytes) const {
  Phase phase{.bytes = bytes, .messages = static_cast<std::int64_t>(distances.size())};
  if (!case_.is_torus || case_.is_complete) return phase;
  Lines lines(case_.sides);
  std::vector<std::int64_t> strides(case_.sides.size(), 1);
  for (std::size_t d = strides.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * case_.sides[d];
  for (const std::int64_t distance : distances)
    phase.hops =
        std::max(phase.hops, lines.add([&](std::size_t d) { return distance / strides[d] % case_.sides[d]; },
                                       [&](std::size_t d) { return distance % strides[d] != 0; }));
  phase.congestion = lines.congestion();
  phase.same_link = lines.same_link();
  return phase;
}

Estimate& Estimate::displacement(const std::vector<std::int64_t>& steps, std::int64_t bytes) {
  Lines lines(case_.sides);
  const std::int64_t hops =
      lines.add([&](std::size_t d) { return steps[d]; }, [](std::size_t) { return false; });
  return add({.bytes = bytes, .hops = hops, .congestion = lines.congestion()});
}

Estimate& Estimate::branches(const std::vector<std::int64_t>& distances, std::int64_t bytes) {
  Phase phase = shifts_phase(distances, bytes);
  phase.congestion = 1;
  return add(phase);
}

}  // namespace toruscope
