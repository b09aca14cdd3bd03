// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/link_costs.hpp"

#include "runtime/model/clock.hpp"
#include "runtime/topology/slow_factor.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>

namespace toruscope::core {

namespace {

__extension__ using Wide = __int128;

/// Costs by dimension: as listed, or the same for all.
std::vector<Ticks> by_dimension(const char* name, const std::vector<Time>& times, Time same,
                                const Topology& topology, const Parameters& parameters) {
  const auto dimensions = static_cast<std::size_t>(topology.dimensions());
  if (times.empty()) return std::vector<Ticks>(dimensions, in_ticks(name, same, parameters));
  if (times.size() != dimensions)
    throw ConfigError(fmt::format("{}: {} has {} dimension{}, got {} costs; give one for each, or one for all",
                                  name, topology.name(), dimensions, dimensions == 1 ? "" : "s", times.size()));
  std::vector<Ticks> all;
  for (const Time time : times) all.push_back(in_ticks(name, time, parameters));
  return all;
}

/// The ports of a link, which has several where it is of several cables.
template <class Link>
std::vector<Port> ports_to(const char* setting, const Topology& topology, const Link& link) {
  const bool is_node = link.from >= 0 && link.from < topology.nodes();
  std::vector<Port> ports;
  int cables = 0;
  for (Port port = 0; is_node && port < topology.ports(); ++port)
    if (topology.neighbour(link.from, port) == link.to && link.to != kNoNode &&
        (link.cable < 0 || link.cable == cables++))
      ports.push_back(port);
  if (!ports.empty()) return ports;
  throw ConfigError(
      fmt::format("{}: {} has no link from {} to {}", setting, topology.name(), link.from, link.to));
}

/// Advice that makes `product` / over whole: a tick that divides it and all costs, or whole costs.
std::string advice_for(Wide product, const SlowLink& link, const Parameters& parameters) {
  const std::int64_t tick = parameters.tick.value();
  if (tick == 0) {
    const auto rest = static_cast<std::int64_t>(product % link.over);
    return fmt::format("multiply all costs of the machine by {}, or take another factor",
                       link.over / std::gcd(rest, link.over));
  }
  const Wide femtoseconds = product * tick;
  if (femtoseconds % link.over != 0) return "no tick of 1 fs or more would do, so take another factor";
  const auto part = static_cast<std::int64_t>(femtoseconds / link.over % tick);
  return fmt::format("a tick of {} would do", to_string(Time::femtoseconds(std::gcd(part, tick))));
}

/// Cost of a slower link in place of `ticks`.
Ticks slowed(const char* cost, Ticks ticks, const SlowLink& link, const Parameters& parameters) {
  const Wide product = Wide{link.factor} * ticks.count;
  const auto refuse = [&](const std::string& why) {
    throw ConfigError(fmt::format("slow: the link from {} to {}: {} of {} ticks, {} times slower, is {}",
                                  link.from, link.to, cost, ticks.count, factor_text(link), why));
  };
  if (product / link.over > kLongest.count)
    refuse("longer than the longest virtual time of 2^61 - 1 ticks; take a smaller factor or cost");
  if (product % link.over != 0)
    refuse(fmt::format("no whole number of ticks; {}", advice_for(product, link, parameters)));
  return Ticks{static_cast<std::int64_t>(product / link.over)};
}

/// Converts a time of a step machine, whose ticks may be parts of a step.
Time steps_in_ticks(Time time, const Parameters& parameters) {
  std::int64_t ticks = 0;
  if (time.is_physical() || !parameters.tick.is_zero() ||
      __builtin_mul_overflow(time.value(), parameters.ticks_per_step, &ticks))
    return time;
  return Ticks{ticks};
}

/// Errors    ConfigError: the network gives a link a tw of its own.
void refuse_own_tw(const Topology& topology) {
  for (const LinkWithCosts& link : topology.links_with_costs())
    if (link.tw)
      throw ConfigError(fmt::format(
          "pieces: one gives tw, but the link from {} to {} of {} has a tw of its own; leave tw out "
          "of the pieces, or out of the network",
          link.from, link.to, topology.name()));
}

}  // namespace

Ticks own_ticks(const char* name, Time time, const LinkWithCosts& link, const Topology& network,
                const Parameters& parameters) {
  const Time own = steps_in_ticks(time, parameters);
  try {
    return in_ticks(name, own, parameters);
  } catch (const ConfigError&) {
  }
  // Again with the costs of all links, so that the refusal finds the tick that would do for them.
  Parameters all = parameters;
  for (const LinkWithCosts& other : network.links_with_costs())
    for (const auto& cost : {other.tw, other.th})
      if (cost) all.tw_of.push_back(*cost);
  try {
    return in_ticks(name, own, all);
  } catch (const ConfigError& error) {
    throw ConfigError(
        fmt::format("{} (the link from {} to {} of {})", error.what(), link.from, link.to, network.name()));
  }
}

void check_factor(const SlowLink& link) {
  const bool is_fraction = link.over >= 1 && link.over <= kMostOver;
  if (!is_fraction || link.factor < link.over || link.factor > kMostTimesSlower * link.over)
    throw ConfigError(fmt::format("slow: a link is 1 to {} times slower, got {} from {} to {}",
                                  kMostTimesSlower, factor_text(link), link.from, link.to));
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
          link.from, link.to, factor_text(*other), factor_text(link), network.name()));
    all.push_back(link);
  }
  return all;
}

LinkCostTable::LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs,
                             bool differs)
    : dearest_{costs.tm, costs.tw, costs.th}, cheapest_{dearest_}, common_hop_(costs.th) {
  if (!differs) return;
  const auto consider = [&](const LinkCosts& link) {
    dearest_.tm = std::max(dearest_.tm, link.tm);
    dearest_.tw = std::max(dearest_.tw, link.tw);
    dearest_.th = std::max(dearest_.th, link.th);
    common_hop_ = Ticks{std::gcd(common_hop_.count, link.th.count)};
  };
  const std::vector<Ticks> tw = by_dimension("tw", parameters.tw_of, parameters.tw, topology, parameters);
  const std::vector<Ticks> th = by_dimension("th", parameters.th_of, parameters.th, topology, parameters);
  for (Port port = 0; port < topology.ports(); ++port) {
    const auto d = static_cast<std::size_t>(topology.dimension_of(port));
    consider(by_port_.emplace_back(LinkCosts{costs.tm, tw[d], th[d]}));
  }
  for (const LinkWithCosts& link : topology.links_with_costs()) {
    for (const Port port : ports_to("network", topology, link)) {
      LinkCosts own = by_port_[static_cast<std::size_t>(port)];
      if (link.tw) own.tw = own_ticks("tw", *link.tw, link, topology, parameters);
      if (link.th) own.th = own_ticks("th", *link.th, link, topology, parameters);
      consider(own);
      special_.insert_or_assign({link.from, port}, own);
    }
  }
  if (!special_.empty()) find_cheapest(topology);
  for (const SlowLink& link : slow_links(topology, parameters)) {
    for (const Port port : ports_to("slow", topology, link)) {
      LinkCosts slow = of(link.from, port);
      slow.tm = slowed("tm", slow.tm, link, parameters);
      slow.tw = slowed("tw", slow.tw, link, parameters);
      consider(slow);
      special_.insert_or_assign({link.from, port}, slow);
    }
  }
  add_pieces(topology, parameters, costs);
}

/// Adds a table for each piece: of a machine that has its costs for all messages.
void LinkCostTable::add_pieces(const Topology& topology, const Parameters& parameters, const Costs& costs) {
  by_piece_.reserve(costs.pieces.size());
  for (std::size_t i = 0; i < costs.pieces.size(); ++i) {
    const PieceCosts& piece = costs.pieces[i];
    Parameters machine = parameters;
    machine.pieces.clear();
    if (const std::optional<Time>& tw = parameters.pieces[i].tw) {
      refuse_own_tw(topology);
      machine.tw = *tw;
    }
    Costs own = costs;
    own.pieces.clear();
    own.tm = piece.costs.tm;
    own.tw = piece.costs.tw;
    const LinkCosts& longest = by_piece_.emplace_back(LinkCostTable(topology, machine, own, true)).dearest();
    dearest_.tm = std::max(dearest_.tm, longest.tm);
    dearest_.tw = std::max(dearest_.tw, longest.tw);
    from_.push_back(static_cast<std::size_t>(piece.from));
  }
}

const LinkCostTable& LinkCostTable::table_for(std::size_t bytes) const {
  const auto after = std::upper_bound(from_.begin(), from_.end(), bytes);
  return after == from_.begin() ? *this : by_piece_[static_cast<std::size_t>(after - from_.begin()) - 1];
}

void LinkCostTable::find_cheapest(const Topology& topology) {
  cheapest_.tw = cheapest_.th = kNever;
  for (Node node = 0; node < topology.nodes(); ++node)
    for (Port port = 0; port < topology.ports(); ++port) {
      if (topology.neighbour(node, port) == kNoNode) continue;
      cheapest_.tw = std::min(cheapest_.tw, of(node, port).tw);
      cheapest_.th = std::min(cheapest_.th, of(node, port).th);
    }
}

}  // namespace toruscope::core

namespace toruscope {

Costs resolve(const Parameters& parameters, const Topology& network) {
  Costs costs = resolve(parameters);
  const core::LinkCostTable table(network, parameters, costs);
  costs.tw = table.cheapest().tw;
  costs.th = table.cheapest().th;
  core::set_pieces(costs, parameters);
  core::set_flit(costs, parameters);
  if (parameters.buffers.value_or(0) > 0 && costs.th == Ticks{})
    throw ConfigError(
        fmt::format("buffers: a hop must take time where they are limited, and a link of {} has th=0; give it "
                    "a time, or leave --buffers out",
                    network.name()));
  return costs;
}

}  // namespace toruscope
