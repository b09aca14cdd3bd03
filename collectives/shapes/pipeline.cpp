// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/pipeline.hpp"

#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/route_load.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cmath>

namespace toruscope::collectives {

std::optional<Prediction> pipeline_cost(const Costs& costs, int p, std::int64_t hops, const Segments& parts) {
  if (p == 1) return Prediction{};
  const auto count = static_cast<std::int64_t>(parts.count());
  const std::size_t last = parts.size(parts.count() - 1);
  if (p == 2 && count > 1 && costs.tr >= costs.ts + costs.transmission(last)) return std::nullopt;
  const std::int64_t startups = count + p - 2;
  const std::int64_t bytes =
      static_cast<std::int64_t>(parts.bytes) + (p - 2) * static_cast<std::int64_t>(parts.longest);
  const std::int64_t takes = p == 2 ? 1 : startups;  // of two PEs one sends, one receives
  return Prediction{startups, bytes, hops,
                    startups * (costs.ts + costs.tm) + bytes * costs.tw + takes * costs.tr + hops * costs.th +
                        (p - 1) * costs.latency};
}

std::optional<Prediction> pipeline_cost(const Case& c, const Segments& parts) {
  if (!is_plain_k_port_machine(c) || (!c.is_complete && !is_ring(c))) return std::nullopt;
  return pipeline_cost(c.costs, c.p, c.p - 1, parts);
}

Ticks pipeline_estimate(const Case& c, const Segments& parts) {
  const std::int64_t messages = c.p - 1;
  const auto longest = static_cast<std::int64_t>(parts.longest);
  const bool is_walked = walks_routes(c) && c.p > 1;
  const RouteLoad step = is_walked ? shift_load(c, {1}) : RouteLoad{};
  const std::int64_t hops = is_walked ? step.all_hops * messages / c.p : hops_along_ranks(c);
  Estimate estimate(c);
  estimate.add({.rounds = messages, .bytes = messages * longest, .hops = hops, .is_relay = true});
  const Ticks each = std::max(estimate.time_of({.bytes = longest}).sent,
                              step.congestion * c.costs.transmission(parts.longest)) +
                     c.costs.tr;
  return estimate.time() + (static_cast<std::int64_t>(parts.count()) - 1) * each;
}

Segments best_segments(const Costs& costs, int p, std::size_t bytes, std::size_t element, std::size_t segment) {
  constexpr std::int64_t kMostParts = 1024;
  if (segment != 0 || p <= 2 || element == 0) return {bytes, element, segment};
  const auto elements = static_cast<std::int64_t>(bytes / element);
  const std::int64_t most = std::min(kMostParts, elements);
  const auto per_message = static_cast<double>((costs.ts + costs.tm + costs.tr).count);
  const double carried = static_cast<double>(costs.tw.count) * static_cast<double>(bytes) * (p - 2);
  const double about = per_message == 0 ? static_cast<double>(most) : std::sqrt(carried / per_message);
  const auto near = static_cast<std::int64_t>(std::min(about, static_cast<double>(most)));
  Segments best(bytes, element, 0);
  auto least = static_cast<double>(pipeline_cost(costs, p, 0, best)->ticks.count);
  const auto try_count = [&](std::int64_t count) {
    const Segments parts(bytes, element, static_cast<std::size_t>(ceil_div(elements, count)) * element);
    const auto time = static_cast<double>(pipeline_cost(costs, p, 0, parts)->ticks.count);
    if (time >= least) return;
    least = time;
    best = parts;
  };
  // Bounds the time from below by a convex sum, as no part is shorter than its share. It is least
  // near `about`: once it is above the best time, so are all counts further away.
  const double always = per_message * (p - 2) +
                        static_cast<double>(costs.tw.count) * static_cast<double>(bytes) +
                        static_cast<double>((p - 1) * costs.latency.count);
  const auto may_be_less = [&](std::int64_t count) {
    const auto parts = static_cast<double>(count);
    return always + per_message * parts + carried / parts < least;
  };
  for (std::int64_t count = near + 1; count <= most && may_be_less(count); ++count) try_count(count);
  for (std::int64_t count = near; count >= 2 && may_be_less(count); --count) try_count(count);
  return best;
}

}  // namespace toruscope::collectives
