// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/link_costs.hpp"

#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace toruscope::core {

namespace {

/// One for each dimension, or the same for all.
std::vector<Ticks> by_dimension(const char* name, const std::vector<Time>& times, Ticks same,
                                const Topology& topology, const Parameters& parameters) {
  const auto dimensions = static_cast<std::size_t>(topology.dimensions());
  if (times.empty()) return std::vector<Ticks>(dimensions, same);
  if (times.size() != dimensions)
    throw ConfigError(fmt::format("{}: {} has {} dimension{}, got {} costs; give one for each, or one for all",
                                  name, topology.name(), dimensions, dimensions == 1 ? "" : "s", times.size()));
  std::vector<Ticks> all;
  for (const Time time : times) all.push_back(in_ticks(name, time, parameters));
  return all;
}

Port port_to(const Topology& topology, const SlowLink& link) {
  const bool is_node = link.from >= 0 && link.from < topology.nodes();
  for (Port port = 0; is_node && port < topology.ports(); ++port)
    if (topology.neighbour(link.from, port) == link.to && link.to != kNoNode) return port;
  throw ConfigError(fmt::format("slow: {} has no link from {} to {}", topology.name(), link.from, link.to));
}

/// What a link that is so many times slower takes in place of `ticks`.
Ticks slowed(const char* cost, Ticks ticks, const SlowLink& link) {
  Ticks product;
  if (__builtin_mul_overflow(link.factor, ticks.count, &product.count) || product > kLongest)
    throw ConfigError(
        fmt::format("slow: the link from {} to {}: {} of {} ticks, {} times slower, is longer than the longest "
                    "virtual time of "
                    "2^61 - 1 ticks; take a smaller factor or cost",
                    link.from, link.to, cost, ticks.count, link.factor));
  return product;
}

}  // namespace

void check_factor(const SlowLink& link) {
  if (link.factor < 1 || link.factor > kMostTimesSlower)
    throw ConfigError(fmt::format("slow: a link is 1 to {} times slower, got {} from {} to {}",
                                  kMostTimesSlower, link.factor, link.from, link.to));
}

std::vector<SlowLink> slow_links(const Topology& network, const Parameters& parameters) {
  std::vector<SlowLink> all = parameters.slow;
  for (const SlowLink& link : network.slow_links()) {
    check_factor(link);
    const auto other = std::find_if(parameters.slow.begin(), parameters.slow.end(),
                                    [&](const SlowLink& l) { return l.from == link.from && l.to == link.to; });
    if (other != parameters.slow.end())
      throw ConfigError(fmt::format(
          "slow: the link from {} to {} is slowed twice, {} times by the machine and {} times by {}; leave one "
          "of them out",
          link.from, link.to, other->factor, link.factor, network.name()));
    all.push_back(link);
  }
  return all;
}

LinkCostTable::LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs)
    : dearest_{costs.tm, costs.tw, costs.th} {
  if (has_equal_links(topology, parameters)) return;
  const auto consider = [&](const LinkCosts& link) {
    dearest_.tm = std::max(dearest_.tm, link.tm);
    dearest_.tw = std::max(dearest_.tw, link.tw);
    dearest_.th = std::max(dearest_.th, link.th);
  };
  const std::vector<Ticks> tw = by_dimension("tw", parameters.tw_of, costs.tw, topology, parameters);
  const std::vector<Ticks> th = by_dimension("th", parameters.th_of, costs.th, topology, parameters);
  for (Port port = 0; port < topology.ports(); ++port) {
    const auto d = static_cast<std::size_t>(topology.dimension_of(port));
    consider(by_port_.emplace_back(LinkCosts{costs.tm, tw[d], th[d]}));
  }
  for (const SlowLink& link : slow_links(topology, parameters)) {
    const Port port = port_to(topology, link);
    LinkCosts slow = by_port_[static_cast<std::size_t>(port)];
    slow.tm = slowed("tm", slow.tm, link);
    slow.tw = slowed("tw", slow.tw, link);
    consider(slow);
    slow_.insert_or_assign({link.from, port}, slow);
  }
}

}  // namespace toruscope::core
