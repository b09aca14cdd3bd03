// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/scan_cost.hpp"

#include "collectives/scan/up_down.hpp"
#include "collectives/shapes/pipeline.hpp"
#include "collectives/shapes/postal.hpp"
#include "collectives/shapes/remembered.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace toruscope::collectives {

Segments asked_for(const Case& c) {
  return {c.bytes, c.element, c.segment};
}

std::shared_ptr<const ScanTree> tree_of(const Case& part) {
  return remembered(part, [](const Case& c) {
    const Postal machine = postal_within_clocks(c.costs, ports_of(c), c.p, c.bytes);
    return std::make_shared<const ScanTree>(c.p, machine.k, machine.lambda());
  });
}

Segments along_the_tree(const Case& c) {
  if (c.segment != 0 || c.element == 0 || c.p == 1) return asked_for(c);
  return remembered(c, [](const Case& asked) {
    constexpr std::int64_t kMostParts = 1024;
    const auto elements = static_cast<std::int64_t>(asked.bytes / asked.element);
    Segments best(asked.bytes, asked.element, 0);
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t count = 1; count <= std::min(kMostParts, std::max<std::int64_t>(elements, 1));
         count *= 2) {
      const auto part = static_cast<std::size_t>(ceil_div(elements, count)) * asked.element;
      const Segments parts(asked.bytes, asked.element, part);
      const Postal machine = postal_within_clocks(asked.costs, ports_of(asked), asked.p, parts.longest);
      const ScanTree tree(asked.p, machine.k, machine.lambda());
      const std::int64_t steps = tree.steps(static_cast<std::int64_t>(parts.count()));
      const double time = static_cast<double>(steps) * static_cast<double>(machine.occupancy.count);
      if (time >= least) continue;
      least = time;
      best = parts;
    }
    return best;
  });
}

bool is_dense(const Case& c) {
  return is_plain_k_port_machine(c) && c.is_complete && c.values.value_or(c.p) >= c.p;
}

namespace {

/// Steps in which a part is sent: m - lambda + 1.
std::int64_t turn_of(const Postal& machine, int p) {
  return p == 1 ? 0 : machine.steps(p) - machine.lambda() + 1;
}

/// True if parts of this size take a port's step each, and nothing else takes time.
bool goes_in_steps(const Case& c, const Case& part) {
  return is_dense(c) && c.costs.tr == Ticks{} && c.costs.ts + c.costs.transmission(part.bytes) > Ticks{};
}

/// Bytes of a message: a PE without values sends none, but awaited PEs may all have some.
std::int64_t value_bytes(const Case& c) {
  return c.values.value_or(c.p) > 0 ? static_cast<std::int64_t>(c.bytes) : 0;
}

Segments along_the_chain(const Case& c) {
  return best_segments(c.costs, c.p, c.bytes, c.element, c.segment);
}

int floor_log2(int n) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1;
}

}  // namespace

/// s (m-lambda+1) + lambda - 1 steps; for a fractional lambda the last message's flight is shorter
/// than counted. With longer flights and several parts, idle PEs run ahead of their steps, and
/// their messages may get a receiver's port before others that the steps have first.
std::optional<Prediction> postal_prefix_cost(const Case& c) {
  const Segments parts = asked_for(c);
  const Case part = about_blocks(c, parts.longest);
  if (!goes_in_steps(c, part)) return std::nullopt;
  const Postal machine = postal(part);
  if (c.p == 1) return postal_cost(part, Ticks{});
  const auto count = static_cast<std::int64_t>(parts.count());
  constexpr int kLongestInStep = 3;
  if (!parts.are_equal() || (count > 1 && machine.lambda() > kLongestInStep)) return std::nullopt;
  return postal_cost(part, (count * turn_of(machine, c.p) - 1) * machine.occupancy + machine.latency);
}

/// Step j of Algorithm A begins when its sends can follow those of step j-1, and ends when the
/// messages of step j - lambda + 1 have been taken.
std::optional<Ticks> network_estimate(const Case& c, int lambda) {
  const int k = ports_of(c);
  const Reach reach(Ticks{1}, Ticks{lambda}, k, c.p);
  const auto grown = [&](std::int64_t j) { return reach.at(Ticks{j}); };
  const auto steps = static_cast<std::size_t>(reach.time().count);
  const auto flight = static_cast<std::size_t>(lambda);
  const Estimate estimate(c);
  std::vector<Ticks> end(steps + 1);
  std::vector<Ticks> taken(steps + 1);
  for (std::size_t j = 1; j <= steps; ++j) {
    end[j] = end[j - 1];
    if (j + flight <= steps + 1) {
      Estimate::Distances distances;
      const auto step = static_cast<std::int64_t>(j);
      for (std::int64_t d = grown(step + lambda - 2); d < c.p && static_cast<int>(distances.size()) < k;
           d += grown(step - 1))
        distances.push_back(d);
      const PhaseTime time = estimate.time_of(estimate.shifts(distances, value_bytes(c)));
      taken[j] = std::max(end[j - 1] + time.taken, taken[j - 1] + time.turn);
      end[j] += time.sent;
    }
    if (j >= flight) end[j] = std::max(end[j], taken[j + 1 - flight]);
  }
  return end[steps];
}

std::optional<Ticks> postal_prefix_estimate(const Case& c) {
  const Segments parts = asked_for(c);
  const Case part = about_blocks(c, parts.longest);
  const Postal machine = postal(part);
  const std::optional<Ticks> first = network_estimate(part, std::min(machine.lambda(), c.p));
  const std::int64_t turns = (static_cast<std::int64_t>(parts.count()) - 1) * turn_of(machine, c.p);
  return *first + turns * std::max(machine.occupancy, c.costs.gap);
}

std::optional<Prediction> chain_cost(const Case& c) {
  return c.values.value_or(c.p) < c.p ? std::nullopt : pipeline_cost(c, {c.bytes, c.element, 0});
}

std::optional<Ticks> chain_estimate(const Case& c) {
  return pipeline_estimate(c, {static_cast<std::size_t>(value_bytes(c)), c.element, 0});
}

std::optional<Prediction> pipelined_cost(const Case& c) {
  return c.values.value_or(c.p) < c.p ? std::nullopt : pipeline_cost(c, along_the_chain(c));
}

std::optional<Ticks> pipelined_estimate(const Case& c) {
  return pipeline_estimate(c, along_the_chain(c));
}

std::optional<Ticks> pipelined_tree_estimate(const Case& c) {
  const Segments parts = along_the_tree(c);
  const Estimate estimate(c);
  return tree_of(about_blocks(c, parts.longest))
      ->time(static_cast<std::int64_t>(parts.count()), [&](int distance) {
        return estimate.time_of(estimate.fan_out({distance}, static_cast<std::int64_t>(parts.longest)));
      });
}

/// A port for each edge: no PE can go on before its step. The way is up to the root, whose subtree
/// is the highest, then down to the lowest leaf on its right.
std::optional<Prediction> pipelined_tree_cost(const Case& c) {
  const Segments parts = along_the_tree(c);
  const Case part = about_blocks(c, parts.longest);
  if (!goes_in_steps(c, part)) return std::nullopt;
  if (c.p == 1) return postal_cost(part, Ticks{});
  const Postal machine = postal(part);
  if (machine.k < 3 || !parts.are_equal() || machine.latency != machine.lambda() * machine.occupancy)
    return std::nullopt;
  const int up = floor_log2(c.p);
  const std::int64_t levels = c.p == 2 ? up : up + 1 + floor_log2((c.p - 1) / 2);
  const std::int64_t later = static_cast<std::int64_t>(parts.count()) - 1;
  return postal_cost(part, (levels * machine.lambda() + later) * machine.occupancy);
}

/// p = 2^d: d - 1 messages up to the PE before the middle, one of its port (with k = 1 the last one
/// up precedes the first one down), d - 1 down. Other p with one port, where all levels take
/// equally long: their number.
std::optional<Prediction> up_down_cost(const Case& c) {
  if (!is_dense(c)) return std::nullopt;
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  if (!is_power(2, c.p)) {
    if (ports_of(c) > 1 || !receives_cost_nothing(c)) return std::nullopt;
    return chain(c, sweep_levels(c.p), sweep_levels(c.p) * bytes, std::nullopt);
  }
  const int d = ceil_log(2, c.p);
  if (d < 2) return chain(c, d, d * bytes, d);
  const std::int64_t messages = 2 * d - 2;
  Prediction path = chain(c, messages, messages * bytes, messages);
  if (ports_of(c) > 1) return path;
  path.startups = messages + 1;
  path.bytes = (messages + 1) * bytes;
  path.ticks += c.costs.ts + c.costs.transmission(c.bytes);
  return path;
}

std::optional<Ticks> up_down_estimate(const Case& c) {
  Estimate estimate(c);
  for (int b = 1; b < c.p; b *= 2) {
    const Phase up = estimate.fan_out({b}, value_bytes(c));
    Phase down = up;
    // Hops with those from the end of one line to the next.
    down.hops = estimate.shifts({b}, value_bytes(c)).hops;
    if (2 * b <= c.p) estimate.add(up);
    if (3 * b <= c.p) estimate.add(down);
  }
  return estimate.time();
}

}  // namespace toruscope::collectives
