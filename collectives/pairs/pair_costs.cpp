// SPDX-License-Identifier: Apache-2.0
// What point-to-point benchmarks take: formulas, estimates and lower bounds.
//
// Bound        What the farthest pair takes if it has the machine for itself: an efficiency below
//              100 % is what the others cost it. Windows: messages of a pair leave by one link, and
//              come through one port, one after the other.
// Links        One pair: one message at a time, or one after the other. sendrecv: on a grid each
//              message has links of its own. multi_pair and bisection: on a complete graph, and
//              where the first long dimension has 2 PEs, so on a hypercube.
// Source       Rules T1 to T4 of docs/rules.md.

#include "collectives/pairs/pair_costs.hpp"

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/raise.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope {

namespace collectives {

namespace {

constexpr const char* kOneMessage = "one message of the farthest pair on an idle network (rule T1)";

std::int64_t links_of(const Case& c) {
  return c.pairs ? c.pairs->links : 0;
}

/// Bytes that one message of a pair puts on links one after the other: where it is stored on its
/// way, those of each link.
std::int64_t bytes_in_turn(const Case& c, std::int64_t links) {
  const bool is_stored = c.parameters.switching == Switching::store_and_forward;
  return (is_stored ? links : 1) * static_cast<std::int64_t>(c.bytes);
}

/// A message on an idle network, from its start until its receiver goes on.
Ticks time_alone(const Case& c, std::int64_t links) {
  const bool is_stored = c.parameters.switching == Switching::store_and_forward;
  const Ticks x = c.costs.transmission(c.bytes);
  return c.costs.ts + links * c.costs.th + (is_stored ? links : 1) * x + c.costs.latency + c.costs.tr;
}

/// The links of a pair i, i + p/2 are those of no other pair.
bool has_private_links(const Case& c) {
  if (c.is_complete) return true;
  const auto first = std::find_if(c.sides.begin(), c.sides.end(), [](int side) { return side > 1; });
  return c.is_mesh && !c.is_embedded && (first == c.sides.end() || *first == 2);
}

}  // namespace

NoConflicts no_conflicts_of_private_links() {
  return {"on a complete graph, and where the first long dimension has 2 PEs", has_private_links};
}

namespace {

/// All send to the PE that many ranks further on.
Case shifted(Case c, int distance) {
  c.distance = distance;
  return c;
}

}  // namespace

std::optional<Prediction> cost_of_shift(const Case& c, int distance) {
  static const auto shift = described<Shift>(direct);
  return shift.predicted(shifted(c, distance));
}

Ticks time_of_shift(const Case& c, int distance) {
  return c.p == 1 ? Ticks{} : Estimate(c).shift(distance, static_cast<std::int64_t>(c.bytes)).time();
}

namespace {

Bound nothing() {
  return {0, 0, Ticks{}, "there is no pair"};
}

/// `count` messages in turn, each alone on the network.
Bound bound_of_messages(const Case& c, std::int64_t count, const char* source) {
  const std::int64_t links = links_of(c);
  const std::int64_t bytes = count * bytes_in_turn(c, links);
  return {.startups = count,
          .bytes = bytes,
          .ticks = count * time_alone(c, links),
          .source = source,
          .counted = {.startups = count, .bytes = bytes}};
}

/// One message of each PE, all at once.
Bound bound_of_shift(const Case& c, int distance) {
  Bound bound = *Shift::bound(shifted(c, distance));
  bound.startups = std::max<std::int64_t>(bound.startups, 1);
  const Bound alone = bound_of_messages(c, 1, kOneMessage);
  raise(bound, alone.ticks, alone.counted, kOneMessage);
  return bound;
}

/// The least time between the starts of two messages that follow each other within a pair.
Ticks between_messages(const Case& c) {
  const Ticks x = c.costs.transmission(c.bytes);
  const bool direct = c.parameters.injection == Injection::direct;
  return std::max({direct ? c.costs.ts + x : std::max(c.costs.ts, x), c.costs.gap, c.costs.tr});
}

/// What of a message makes up the time between two: ts, or its transmission, or both; nothing of it
/// where a gap or tr does.
Bound::Counted counted_between(const Case& c, Ticks between) {
  const Ticks x = c.costs.transmission(c.bytes);
  const auto m = static_cast<std::int64_t>(c.bytes);
  if (between == c.costs.ts + x) return {1, m};
  if (between == x) return {0, m};
  if (between == c.costs.ts) return {1, 0};
  return {};
}

/// The messages of a window, each by the links of its pair.
Bound bound_of_window(const Case& c) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  Bound bound = bound_of_messages(c, 1, kOneMessage);
  if (window == 1) return bound;
  const Ticks between = between_messages(c);
  const Bound::Counted each = counted_between(c, between);
  bound.startups = window;
  bound.bytes = std::max(window * static_cast<std::int64_t>(c.bytes), bound.bytes + (window - 1) * each.bytes);
  bound.ticks += (window - 1) * between;
  bound.source = "messages of one pair leave by one link, one after the other";
  bound.counted.startups += (window - 1) * each.startups;
  bound.counted.bytes += (window - 1) * each.bytes;
  return bound;
}

}  // namespace

std::optional<Prediction> pingpong_cost(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Prediction{};
  // Under half what came in holds off what goes out.
  if (c.parameters.eager || (core::are_shared(c.parameters.ports) && c.costs.gap > Ticks{}))
    return std::nullopt;
  return Prediction{2, 2 * bytes_in_turn(c, links), 2 * links, 2 * time_alone(c, links)};
}

namespace {

/// A window on links of its own: sends and receptions follow each other without a break, ts + x
/// apart, and takes keep up.
std::optional<Prediction> window_cost(const Case& c, std::int64_t links) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  const Ticks apart = c.costs.ts + c.costs.transmission(c.bytes);
  const bool keeps_up = window == 1 || c.costs.tr == Ticks{} || c.costs.tr < apart;
  if (!is_plain_k_port_machine(c) || !keeps_up) return std::nullopt;
  const Ticks after = links * c.costs.th + c.costs.latency + c.costs.tr;
  return Prediction{window, window * static_cast<std::int64_t>(c.bytes), links, window * apart + after};
}

}  // namespace

std::optional<Prediction> multi_pair_cost(const Case& c) {
  if (c.p == 1) return Prediction{};
  if (!has_private_links(c)) return std::nullopt;
  return window_cost(c, 1);
}

namespace {

/// With the bytes of an answer.
Case answered(Case c) {
  c.bytes = Bandwidth::kAnswerBytes;
  return c;
}

}  // namespace

/// A PE takes messages when its sends are over, one after the other.
std::optional<Prediction> bibandwidth_cost(const Case& c) {
  if (links_of(c) == 0) return Prediction{};
  const bool takes_cost_nothing = c.costs.tr == Ticks{} || (c.pairs && c.pairs->window == 1);
  return takes_cost_nothing ? window_cost(c, links_of(c)) : std::nullopt;
}

std::optional<Prediction> bandwidth_cost(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Prediction{};
  std::optional<Prediction> cost = window_cost(c, links);
  if (!cost) return cost;
  cost->startups = *cost->startups + 1;
  cost->bytes = *cost->bytes + static_cast<std::int64_t>(Bandwidth::kAnswerBytes);
  cost->hops = *cost->hops + links;
  cost->ticks += time_alone(answered(c), links);
  return cost;
}

namespace {

/// A window from one PE to the other over so many links, where ports and takes may hold it up.
Ticks window_estimate(const Case& c, std::int64_t links) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  return time_alone(c, links) + (window - 1) * between_messages(c);
}

}  // namespace

std::optional<Ticks> bandwidth_estimate(const Case& c) {
  const std::int64_t links = links_of(c);
  return links == 0 ? Ticks{} : window_estimate(c, links) + time_alone(answered(c), links);
}

/// Where ports are shared the two windows take turns.
std::optional<Ticks> bibandwidth_estimate(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Ticks{};
  return (core::are_shared(c.parameters.ports) ? 2 : 1) * window_estimate(c, links);
}

/// Of those that share a link, all but the first wait.
std::optional<Ticks> multi_pair_estimate(const Case& c) {
  if (c.p == 1) return Ticks{};
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  const Phase phase = Estimate(c).shifts({c.p / 2}, static_cast<std::int64_t>(c.bytes));
  const Ticks carried = phase.congestion * c.costs.transmission(c.bytes);
  return time_alone(c, links_of(c)) + (window - 1) * std::max(between_messages(c), carried) +
         (carried - c.costs.transmission(c.bytes));
}

std::optional<Prediction> bisection_cost(const Case& c) {
  if (c.p % 2 == 0) return cost_of_shift(c, c.p / 2);
  if (c.p == 1) return Prediction{};
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  return chain(c, 1, static_cast<std::int64_t>(c.bytes), 1);
}

}  // namespace collectives

std::optional<Bound> Pingpong::bound(const Case& c) {
  if (collectives::links_of(c) == 0) return collectives::nothing();
  return collectives::bound_of_messages(c, 2, "two messages one after the other on an idle network (rule T1)");
}

std::optional<Bound> Sendrecv::bound(const Case& c) {
  return c.p == 1 ? collectives::nothing() : collectives::bound_of_shift(c, 1);
}

std::optional<Bound> Bandwidth::bound(const Case& c) {
  if (collectives::links_of(c) == 0) return collectives::nothing();
  Bound bound = collectives::bound_of_window(c);
  const Case answer = collectives::answered(c);
  const Bound back = collectives::bound_of_messages(answer, 1, "");
  bound.startups += back.startups;
  bound.bytes += back.bytes;
  bound.ticks += back.ticks;
  bound.counted.startups += back.counted.startups;
  bound.counted.bytes += back.counted.bytes;
  bound.source = "messages of one pair leave by one link, one after the other; then the answer";
  return bound;
}

std::optional<Bound> Bibandwidth::bound(const Case& c) {
  return collectives::links_of(c) == 0 ? collectives::nothing() : collectives::bound_of_window(c);
}

std::optional<Bound> MultiPair::bound(const Case& c) {
  return c.p == 1 ? collectives::nothing() : collectives::bound_of_window(c);
}

/// On a mesh half of each line crosses its middle, each way by one link.
std::optional<Bound> Bisection::bound(const Case& c) {
  if (c.p == 1) return collectives::nothing();
  if (c.p % 2 == 0) {
    Bound bound = collectives::bound_of_shift(c, c.p / 2);
    const auto first = std::find_if(c.sides.begin(), c.sides.end(), [](int side) { return side > 1; });
    if (!c.is_mesh || c.is_torus || c.is_embedded || *first % 2 != 0) return bound;
    const std::int64_t crossing = *first / 2 * static_cast<std::int64_t>(c.bytes);
    bound.bytes = std::max(bound.bytes, crossing);
    collectives::raise(bound, crossing * c.costs.tw, {.bytes = crossing}, "links between the two halves");
    return bound;
  }
  Bound bound = collectives::bound_of_messages(c, 1, collectives::kOneMessage);
  bound.bytes = static_cast<std::int64_t>(c.bytes);
  return bound;
}

}  // namespace toruscope
