// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/bine.hpp"

#include "collectives/shapes/bine_butterfly.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/route_load.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace toruscope::collectives {

namespace {

std::size_t as_index(int i) {
  return static_cast<std::size_t>(i);
}

bool has_partners_on_rings(const std::vector<int>& sides, bool is_torus) {
  return is_torus &&
         std::all_of(sides.begin(), sides.end(), [](int side) { return side == 1 || side % 2 == 0; });
}

/// The lowest of the 2^steps places that an even PE at 0 reaches by steps < `steps`; odd: mirrored.
constexpr std::int64_t lowest_reached(int steps) {
  return -2 * ((std::int64_t{1} << (steps - steps % 2)) - 1) / 3;
}
constexpr bool is_reached(std::int64_t place, int steps) {
  const std::int64_t first = lowest_reached(steps);
  return place >= first && place < first + (std::int64_t{1} << steps);
}
static_assert(is_reached(-2, 3) && is_reached(5, 3) && !is_reached(-3, 3) && !is_reached(6, 3));

/// Step in which a root at 0 of an endless line tells a reached place; for itself one more.
int told_on_line(std::int64_t place, int steps) {
  int told = steps;
  for (int step = steps - 1; step >= 0; --step) {
    if (is_reached(place, step)) continue;
    told = step;
    place = swing_step(step) - place;  // as the partner sees it, whose ways are mirrored
  }
  return told;
}

/// Step on a ring, whose place can be two of the line, less than two turns away: the earlier one's.
int told_on_ring(int place, int side) {
  const int steps = ceil_log2(side);
  int told = -1;
  for (const std::int64_t turns : {-2, -1, 0, 1})
    if (const std::int64_t there = place + turns * side; is_reached(there, steps))
      told = std::max(told, told_on_line(there, steps));
  return told;
}

std::int64_t offset_length(int step) {
  return std::abs(swing_step(step));
}

std::int64_t longest_share(const Case& c, const BineTrees& trees) {
  return static_cast<std::int64_t>(share_of(c.bytes, c.element, 0, trees.count()).bytes);
}

/// Messages on the torus's busiest link in a round: parts in one dimension meet, but mirror images
/// only where both ways are the same.
std::int64_t meetings(const BineTrees& trees, int round) {
  std::map<int, std::int64_t> parts;
  for (std::size_t part = 0; part < trees.count(); ++part) {
    const BineTrees::Step& step = trees.step(part, round);
    const int side = trees.sides()[as_index(step.dimension)];
    const bool is_image = trees.has_mirror_images() && part % 2 == 1;
    const bool has_two_ways = 2 * offset_length(step.number) != side;
    if (!is_image || !has_two_ways) ++parts[step.dimension];
  }
  std::int64_t most = 1;
  for (const auto& [dimension, count] : parts) most = std::max(most, count);
  return most;
}

}  // namespace

BineTrees::BineTrees(const std::vector<int>& sides, bool is_torus, int p, int ports)
    : is_on_torus_(has_partners_on_rings(sides, is_torus)),
      sides_(is_on_torus_ ? sides : std::vector<int>{p}),
      parts_(sides_, is_on_torus_ ? ports : 1),
      steps_(parts_.count()) {
  const int most = ceil_log2(*std::max_element(sides_.begin(), sides_.end()));
  for (std::size_t part = 0; part < count(); ++part) {
    for (int number = 0; number < most; ++number)
      for (int turn = 0; turn < parts_.stages(); ++turn)
        if (number < ceil_log2(parts_.side(part, turn)))
          steps_[part].push_back({parts_.dimension(part, turn), number});
    std::reverse(steps_[part].begin(), steps_[part].end());
  }
}

std::vector<BineTrees::Message> BineTrees::messages(Rank root, Rank rank) const {
  std::vector<int> own;  // by dimension
  own.reserve(sides_.size());
  for (int d = 0; d < static_cast<int>(sides_.size()); ++d)
    own.push_back(coordinate(sides_, d, rank) - coordinate(sides_, d, root));
  std::vector<Message> all;
  for (std::size_t part = 0; part < count(); ++part) {
    const int direction = parts_.direction(part);
    std::vector<int> before(
        // step in which this PE's place is told in each dimension, if not yet
        sides_.size());
    int missing = 0;  // dimensions in which it has not been
    for (std::size_t d = 0; d < sides_.size(); ++d) {
      before[d] = told_on_ring(core::mod(direction * own[d], sides_[d]), sides_[d]);
      if (before[d] < ceil_log2(sides_[d])) ++missing;
    }
    for (int round = 0; round < rounds(); ++round) {
      const auto& [dimension, number] = step(part, round);
      const std::size_t d = as_index(dimension);
      const int place = core::mod(direction * own[d], sides_[d]);
      const int partner = core::mod(bine_partner(place, number), sides_[d]);
      const bool is_told = before[d] == number;
      const bool tells = missing == 0 && told_on_ring(partner, sides_[d]) == number;
      if (is_told) --missing;
      if (tells || (is_told && missing == 0)) {
        const Line line = along(sides_, dimension, rank);
        const int steps = direction * (partner - place);
        all.push_back({round, static_cast<int>(part), line.at(core::mod(line.place + steps, line.p)), tells});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Message& a, const Message& b) { return a.round < b.round; });
  return all;
}

bool BineTrees::are_powers_of_two() const {
  return std::all_of(sides_.begin(), sides_.end(), [](int side) { return is_power(2, side); });
}

bool BineTrees::are_apart() const {
  if (!is_on_torus_ || !are_powers_of_two()) return false;
  const auto is_side = [&](auto holds) { return std::any_of(sides_.begin(), sides_.end(), holds); };
  if (has_mirror_images() && is_side([](int side) { return side == 2; })) return false;
  if (count() == (has_mirror_images() ? 2U : 1U)) return true;
  const int longest = *std::max_element(sides_.begin(), sides_.end());
  return !is_side([longest](int side) { return side != 1 && side != longest; });
}

BineBlocks::BineBlocks(int p) : p_(p), steps_(ceil_log2(p)) {}

/// Offsets of the steps from `step` on are all the same modulo 2^(step+1).
bool BineBlocks::reaches(int holder, int step, int place) const {
  if (step == steps_) return holder == place;
  const int modulus = 2 << step;
  return (place - holder) % modulus == 0 || (place - bine_partner(holder, step)) % modulus == 0;
}

int BineBlocks::told_in(int place) const {
  int told = -1;
  int holder = 0;
  for (int step = 0; step < steps_; ++step)
    if (!reaches(holder, step + 1, place)) {
      told = step;
      holder = partner(holder, step);
    }
  return told;
}

std::vector<int> BineBlocks::reached(int place, int step) const {
  if (step == steps_) return {place};
  std::vector<int> all;
  for (int behind = 0; behind < p_; behind += 2 << step) {
    all.push_back(core::mod(place + behind, p_));
    all.push_back(core::mod(bine_partner(place, step) + behind, p_));
  }
  return all;
}

std::optional<std::string> refusal_of_bine(const Case& c) {
  if (c.p % 2 == 1 && c.p > 1) return "needs an even number of PEs, got " + std::to_string(c.p);
  return std::nullopt;
}

bool has_equal_shares(const Case& c, const BineTrees& trees) {
  return share_of(c.bytes, c.element, 0, trees.count()).bytes ==
         share_of(c.bytes, c.element, trees.count() - 1, trees.count()).bytes;
}

std::optional<Prediction> bine_tree_cost(const Case& c, bool is_fan_out) {
  const BineTrees trees(c);
  if (!is_plain_k_port_machine(c) || (!c.is_complete && !trees.are_apart())) return std::nullopt;
  if (trees.count() > 1 && c.costs.tr != Ticks{}) return std::nullopt;
  std::int64_t rounds = 0;
  std::int64_t links = 0;
  for (const int side : trees.sides()) {
    rounds += ceil_log2(side);
    links += bine_links(ceil_log2(side));
  }
  const std::int64_t bytes = rounds * longest_share(c, trees);
  if (trees.are_powers_of_two()) return chain(c, rounds, bytes, c.is_complete ? rounds : links);
  const bool takes_in_turn = is_fan_out || ports_of(c) == 1;
  if (!takes_in_turn || !receives_cost_nothing(c)) return std::nullopt;
  return chain(c, rounds, bytes, std::nullopt);
}

std::optional<Ticks> bine_tree_estimate(const Case& c, bool is_fan_out) {
  const BineTrees trees(c);
  const std::int64_t bytes = longest_share(c, trees);
  Estimate estimate(c);
  for (int round = 0; round < trees.rounds(); ++round) {
    if (!trees.is_on_torus() || c.is_complete) {
      const Estimate::Distances way{offset_length(trees.step(0, round).number)};
      estimate.add(is_fan_out ? estimate.fan_out(way, bytes) : estimate.fan_in(way, bytes));
      continue;
    }
    Phase phase{.bytes = bytes,
                .hops = 0,
                .messages = static_cast<std::int64_t>(trees.count()),
                .congestion = meetings(trees, round)};
    phase.same_link = phase.congestion;
    for (std::size_t part = 0; part < trees.count(); ++part) {
      const BineTrees::Step& step = trees.step(part, round);
      const std::int64_t side = trees.sides()[as_index(step.dimension)];
      phase.hops = std::max(phase.hops, core::ring_distance(0, offset_length(step.number) % side, side));
    }
    estimate.add(phase);
  }
  return estimate.time();
}

std::optional<Prediction> long_bine_cost(const Case& c, std::size_t block) {
  if (c.p == 1) return Prediction{};
  const bool has_own_links = c.is_complete || (is_ring(c) && c.p <= 4);
  if (!is_plain_k_port_machine(c) || !has_own_links || c.costs.tr != Ticks{}) return std::nullopt;
  const std::int64_t messages = 2 * ceil_log2(c.p);
  const std::int64_t bytes = 2 * (c.p - 1) * static_cast<std::int64_t>(block);
  // The first message of the exchange follows another of its sender.
  const std::int64_t awaited = messages - 1;
  return Prediction{
      messages, bytes, awaited,
      messages * (c.costs.ts + c.costs.tm) + bytes * c.costs.tw + awaited * (c.costs.th + c.costs.latency)};
}

std::optional<Ticks> long_bine_estimate(const Case& c, std::size_t block, bool is_fan_out) {
  Estimate estimate(c);
  for (int step = 0; step < ceil_log2(c.p); ++step) {
    const std::int64_t bytes = (c.p >> (step + 1)) * static_cast<std::int64_t>(block);
    const Estimate::Distances way{offset_length(step)};
    estimate.add(is_fan_out ? estimate.fan_out(way, bytes) : estimate.fan_in(way, bytes));
    estimate.add(bine_exchange(c, estimate, step, bytes));
  }
  return estimate.time();
}

Phase bine_exchange(const Case& c, const Estimate& estimate, int step, std::int64_t bytes) {
  if (walks_routes(c)) {
    const auto butterfly = bine_butterfly(c.p);
    const RouteLoad load = partners_load(c, [&](Rank r) { return butterfly->partner(0, step, r); });
    return {.bytes = bytes, .hops = load.hops, .congestion = load.congestion};
  }
  Phase phase = estimate.shifts({offset_length(step)}, bytes);
  const bool has_two_ways = 2 * offset_length(step) != c.p;
  if (has_two_ways)
    phase.congestion = (phase.congestion + 1) / 2;  // half of the PEs send forward, half backward
  return phase;
}

}  // namespace toruscope::collectives
