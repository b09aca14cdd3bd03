// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/route_load.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace toruscope {

namespace {

using core::ring_distance;

/// Messages side by side on a torus: the load of each dimension's busiest link, by direction, and
/// how many messages of a PE leave and arrive that way.
class Lines {
 public:
  explicit Lines(const std::vector<int>& sides)
      : sides_(sides), load_(sides.size()), last_(sides.size()), first_(sides.size() + 1, load_) {}

  /// Adds a message of every PE by `offset(dimension)` steps. Some go one step further in
  /// dimensions that it `carries` to: none, or all from some dimension on. Returns the longest way.
  template <class Offset, class Carries>
  std::int64_t add(Offset offset, Carries carries) {
    std::int64_t hops = 0;
    std::vector<std::int64_t> steps(sides_.size());
    std::vector<std::int64_t> more(sides_.size());
    for (std::size_t d = 0; d < sides_.size(); ++d) {
      const std::int64_t side = sides_[d];
      steps[d] = offset(d);
      more[d] = carries(d) ? (steps[d] + 1) % side : steps[d];
      PerWay load{};
      for (const std::int64_t o : {steps[d], more[d]})
        load[way(o, side)] = std::max(load[way(o, side)], ring_distance(0, o, side));
      for (std::size_t w = 0; w < load.size(); ++w) load_[d][w] += load[w];
      hops += std::max(ring_distance(0, steps[d], side), ring_distance(0, more[d], side));
    }
    for (std::size_t carried = 0; carried <= sides_.size(); ++carried)
      for (std::size_t d = 0; d < sides_.size(); ++d)
        if (const std::int64_t o = d < carried ? steps[d] : more[d]; o != 0) {
          ++first_[carried][d][way(o, sides_[d])];
          break;
        }
    for (std::size_t d = sides_.size(); d > 0; --d)
      if (steps[d - 1] != 0) {
        ++last_[d - 1][way(steps[d - 1], sides_[d - 1])];
        break;
      }
    return hops;
  }
  [[nodiscard]] std::int64_t congestion() const { return largest(load_); }
  [[nodiscard]] std::int64_t same_first_link() const {
    std::int64_t most = 1;
    for (const auto& counts : first_) most = std::max(most, largest(counts));
    return most;
  }
  [[nodiscard]] std::int64_t same_last_link() const { return largest(last_); }

 private:
  using PerWay =
      // The positive direction, which a tie takes, and the negative one.
      std::array<std::int64_t, 2>;

  static std::size_t way(std::int64_t offset, std::int64_t side) { return 2 * offset <= side ? 0 : 1; }
  static std::int64_t largest(const std::vector<PerWay>& counts) {
    std::int64_t most = 1;
    for (const PerWay& count : counts) most = std::max({most, count[0], count[1]});
    return most;
  }

  const std::vector<int>& sides_;
  std::vector<PerWay> load_;
  std::vector<PerWay> last_;
  std::vector<std::vector<PerWay>> first_;  // By the dimension from which on one was carried.
};

bool shares_links(const Case& c) {
  return c.is_torus && !c.is_complete;
}

/// Lines of a torus with shifts on them, and the links of the longest.
struct Shifted {
  Lines lines;
  std::int64_t hops = 1;
};

/// `by_all` PEs: those whose coordinates overflow carry one to the dimension before.
Shifted shifted(const Case& c, const Estimate::Distances& distances, bool by_all) {
  Shifted result{Lines(c.sides)};
  std::vector<std::int64_t> strides(c.sides.size(), 1);
  for (std::size_t d = strides.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * c.sides[d];
  for (const std::int64_t distance : distances) {
    const auto offset = [&](std::size_t d) { return distance / strides[d] % c.sides[d]; };
    const auto carries = [&](std::size_t d) { return by_all && distance % strides[d] != 0; };
    result.hops = std::max(result.hops, result.lines.add(offset, carries));
  }
  return result;
}

Phase with_load(Phase phase, const collectives::RouteLoad& load) {
  phase.hops = load.hops;
  phase.same_link = load.same_link;
  phase.congestion = load.congestion;
  return phase;
}

Phase burst(const Estimate::Distances& distances, std::int64_t bytes) {
  return {.bytes = bytes, .messages = static_cast<std::int64_t>(distances.size())};
}

}  // namespace

Phase Estimate::shifts(const Distances& distances, std::int64_t bytes) const {
  Phase phase = burst(distances, bytes);
  if (collectives::walks_routes(case_)) return with_load(phase, collectives::shift_load(case_, distances));
  if (case_.cut != 0)
    for (const std::int64_t distance : distances)
      phase.congestion =
          std::max(phase.congestion, collectives::ceil_div(std::min(distance, case_.p - distance), case_.cut));
  if (!shares_links(case_)) return phase;
  const Shifted all = shifted(case_, distances, true);
  phase.hops = all.hops;
  phase.same_link = all.lines.same_first_link();
  phase.congestion = all.lines.congestion();
  return phase;
}

Phase Estimate::exchanges(std::int64_t bits, std::int64_t bytes) const {
  const auto partner = [&](Rank r) {
    const auto other = static_cast<Rank>(r ^ bits);
    return other < case_.p ? other : r;
  };
  if (collectives::walks_routes(case_))
    return with_load({.bytes = bytes}, collectives::partners_load(case_, partner));
  return shifts({bits}, bytes);
}

Phase Estimate::displacement(const Distances& steps, std::int64_t bytes) const {
  Phase phase{.bytes = bytes};
  if (!shares_links(case_)) return phase;
  Lines lines(case_.sides);
  phase.hops = lines.add([&](std::size_t d) { return steps[d]; }, [](std::size_t) { return false; });
  phase.congestion = lines.congestion();
  return phase;
}

Phase Estimate::fan_out(const Distances& distances, std::int64_t bytes) const {
  Phase phase = burst(distances, bytes);
  if (collectives::walks_routes(case_))
    return with_load(phase, collectives::root_load(case_, distances, false));
  if (!shares_links(case_)) return phase;
  const Shifted all = shifted(case_, distances, false);
  phase.hops = all.hops;
  phase.same_link = all.lines.same_first_link();
  return phase;
}

Phase Estimate::fan_in(const Distances& distances, std::int64_t bytes) const {
  Phase phase = burst(distances, bytes);
  if (collectives::walks_routes(case_)) return with_load(phase, collectives::root_load(case_, distances, true));
  if (!shares_links(case_)) return phase;
  const Shifted all = shifted(case_, distances, false);
  phase.hops = all.hops;
  phase.congestion = all.lines.same_last_link();
  return phase;
}

std::int64_t Estimate::in_turn(const Phase& phase) const {
  return std::max(collectives::ceil_div(phase.messages, collectives::ports_of(case_)), phase.same_link);
}

PhaseTime Estimate::time_of(const Phase& phase) const {
  const auto length = static_cast<std::size_t>(phase.rounds == 0 ? 0 : phase.bytes / phase.rounds);
  const MessageCosts k = case_.costs.of(length);
  const bool direct = case_.parameters.injection == Injection::direct;
  const std::int64_t turns = in_turn(phase);
  const Ticks startups = phase.rounds * k.ts;
  const Ticks transmission = phase.rounds * k.tm + phase.bytes * k.tw;  // one message of each round
  const bool is_stored = case_.parameters.switching == Switching::store_and_forward;
  const std::int64_t stops = is_stored ? std::max<std::int64_t>(0, phase.hops - phase.rounds) : 0;
  const Ticks stored{phase.rounds == 0 ? 0 : stops * (transmission.count / phase.rounds)};
  const Ticks held = direct ? startups + transmission : startups;
  const Ticks gap = phase.rounds * case_.costs.gap;
  const Ticks last = (turns - 1) * std::max(held, gap);  // when a port begins its last message
  const Ticks carried = std::max(phase.congestion, turns) * transmission;
  const Ticks arrived = std::max(last + startups + transmission, startups + carried);
  return {.sent = last + std::max(held, gap),
          .taken = arrived + phase.hops * case_.costs.th + stored +
                   phase.rounds * (k.latency + phase.messages * k.tr),
          .turn = std::max({turns * (direct ? startups + transmission : transmission), carried,
                            phase.messages * phase.rounds * std::max(case_.costs.gap, k.tr)})};
}

Estimate& Estimate::add(const Phase& phase) {
  if (phase.rounds == 0) return *this;
  const Ticks taken = time_of(phase).taken;
  const Ticks gaps = in_turn(phase) * case_.costs.gap;
  const Ticks round{taken.count / phase.rounds};
  const Ticks wait = phase.is_relay ? Ticks{} : std::max(Ticks{}, gaps - round);
  time_ = std::max(time_, free_) + taken + (phase.rounds - 1) * wait;
  free_ = time_ + wait;
  return *this;
}

}  // namespace toruscope
