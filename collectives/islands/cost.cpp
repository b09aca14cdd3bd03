// SPDX-License-Identifier: Apache-2.0
#include "collectives/islands/cost.hpp"

#include "collectives/shapes/route_load.hpp"
#include "runtime/pe/can_start.hpp"

#include <algorithm>
#include <map>

namespace toruscope::collectives {

namespace {

constexpr int kMostParts = 16;

/// True if the PEs of each stage have a link to each other one.
bool are_stages_private(const Case& c, const IslandPlan& plan) {
  for (Rank r = 0; r < c.p; ++r)
    for (int stage = 0; stage < plan.stages(); ++stage)
      for (int place = 0; place < plan.radix(stage); ++place)
        if (const Rank other = plan.partner(r, stage, place); other != r && c.network->distance(r, other) != 1)
          return false;
  return true;
}

/// The first stage whose messages leave PE 0 by the same link as those of this one: they take turns
/// on it.
int stage_of_link(const Case& c, int stage) {
  if (!walks_routes(c)) return stage;
  const std::shared_ptr<const IslandPlan> plan = island_plan(*c.network);
  const auto port_of = [&](int s) {
    const int other = plan->place(0, s) == 0 ? 1 : 0;
    Route legs;
    if (plan->radix(s) > 1) c.network->route(0, plan->partner(0, s, other), legs);
    return legs.empty() ? Port{-1} : legs.front().port;
  };
  int first = 0;
  while (first < stage && port_of(first) != port_of(stage)) ++first;
  return first;
}

/// True if operations may go on side by side (rules.md, T13).
bool may_start(const Case& c) {
  return core::can_start() && c.parameters.port_policy == PortPolicy::queue && !c.parameters.eager;
}

}  // namespace

IslandTime island_time(const Case& c, const IslandStep& step) {
  const std::int64_t messages = island_plan(*c.network)->radix(step.stage) - 1;
  if (messages == 0) return {step.stage, {}, {}};
  const RouteLoad load = walks_routes(c) ? stage_load(c, step.stage) : RouteLoad{};
  const std::int64_t turns = std::max(ceil_div(messages, ports_of(c)), load.same_link);
  const Ticks startups = turns * std::max(c.costs.ts + c.costs.tm, c.costs.gap);
  const Ticks busy = startups + std::max(load.congestion, turns) * step.bytes * c.costs.tw;
  const Ticks way = load.hops * c.costs.th + c.costs.latency + messages * c.costs.tr;
  return {step.stage, busy + way, busy};
}

Ticks time_in_parts(const Case& c, int parts, const std::vector<IslandTime>& times) {
  Ticks all;
  Ticks on_port;
  std::map<int, Ticks> on_link;
  for (const IslandTime& step : times) {
    all += step.time;
    on_port += step.busy;
    on_link[stage_of_link(c, step.stage)] += step.busy;
  }
  Ticks busiest;
  for (const auto& [stage, busy] : on_link) busiest = std::max(busiest, busy);
  if (ports_of(c) == 1) busiest = on_port;
  return all + (parts - 1) * busiest;
}

int best_parts(const Case& c, const std::function<Ticks(int parts)>& time) {
  if (!may_start(c) || c.p == 1 || !c.network) return 1;
  int best = 1;
  Ticks least = time(1);
  for (int parts = 2; parts <= kMostParts; ++parts)
    if (const Ticks ticks = time(parts); ticks < least) {
      best = parts;
      least = ticks;
    }
  return best;
}

std::optional<Prediction> island_cost(const Case& c, const IslandSteps& steps) {
  if (!is_plain_machine(c) || c.costs.tr != Ticks{}) return std::nullopt;
  const std::shared_ptr<const IslandPlan> plan = island_plan(*c.network);
  if (!are_stages_private(c, *plan)) return std::nullopt;
  std::int64_t startups = 0;
  std::int64_t bytes = 0;
  std::int64_t rounds = 0;
  for (const IslandStep& step : steps) {
    const std::int64_t messages = plan->radix(step.stage) - 1;
    if (messages == 0) continue;
    startups += messages;
    bytes += messages * step.bytes;
    ++rounds;
  }
  return Prediction{
      startups, bytes, rounds,
      startups * (c.costs.ts + c.costs.tm) + bytes * c.costs.tw + rounds * (c.costs.th + c.costs.latency)};
}

}  // namespace toruscope::collectives
