// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/wiring.hpp"

#include "runtime/model/switching.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

std::vector<std::uint8_t> dealt_in_blocks(const Topology& topology, int workers) {
  std::vector<std::uint8_t> owners(static_cast<std::size_t>(topology.nodes()));
  const std::int64_t pes = topology.pes();
  const std::int64_t switches = topology.nodes() - pes;
  for (std::int64_t i = 0; i < pes; ++i)
    owners[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i * workers / pes);
  for (std::int64_t i = 0; i < switches; ++i)
    owners[static_cast<std::size_t>(pes + i)] = static_cast<std::uint8_t>(i * workers / switches);
  return owners;
}

/// True if a grant can affect another node at the same tick.
bool matters_at_once(const Costs& costs, const Parameters& parameters, Ticks lookahead) {
  if (lookahead == Ticks{}) return true;
  if (!holds_while_waiting(parameters)) return false;
  const bool is_worm = parameters.switching == Switching::wormhole;
  const bool has_slots = parameters.buffers.value_or(0) != 0;
  return costs.ts == Ticks{} || (is_worm && has_slots);
}

}  // namespace

Wiring::Wiring(const Topology& topology, const Costs& costs, const Parameters& parameters, int workers,
               std::size_t channel_capacity)
    : topology_(topology),
      costs_(costs),
      least_costs_(costs.least()),
      switching_(parameters.switching),
      flow_{parameters.virtual_channels, topology.has_datelines() ? 2 : parameters.virtual_channels,
            parameters.buffers.value_or(0)},
      holds_while_waiting_(core::holds_while_waiting(parameters)),
      workers_(workers),
      channel_capacity_(channel_capacity),
      lookahead_(topology.longest_route() <= 1                ? kNever  // no link feeds another
                 : switching_ == Switching::store_and_forward ? costs.th + least_costs_.tm
                                                              : costs.th),
      routers_(matters_at_once(least_costs_, parameters, lookahead_) ? 1 : workers),
      pe_owners_(dealt_in_blocks(topology, workers)),
      links_(topology.nodes(), topology.ports()),
      link_costs_(topology, parameters, costs) {}

void Wiring::open(Link& link, LinkIndex index) const {
  link.head = head(index);
  if (!holds_while_waiting_ && router_owner(link.head) != router_owner(tail(index)))
    link.channel = std::make_unique<LinkChannel>(channel_capacity_);
}

Ticks Wiring::tail_lookahead(Ticks x) const {
  if (routers_ == 1 || lookahead_ == kNever) return kNever;  // r_j depends on e_j only
  if (x <= dearest().th) return Ticks{};                     // r_j >= e_(j+1)
  return Ticks{(x.count - 1) % link_costs_.common_hop().count +
               1};  // of r_j = e_q + x - (q - j) th, where (q - j) th < x
}

void Wiring::add_handshake(Stamp& stamp, Node from, Node to) const {
  Route legs;
  topology_.route(from, to, legs);
  std::int64_t hops = 0;
  Ticks hop_time;
  Node at = from;
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step, ++hops) {
      hop_time += has_equal_links() ? costs_.th : link_costs_.of(at, leg.port).th;
      at = topology_.neighbour(at, leg.port);
    }
  core::add_handshake(stamp, costs_, hops, hop_time);
}

/// Measures the tail's way, which passes link j at t_j = max(e_j + x_j, t_(j-1) + th_(j-1)); a
/// worm's at the slowest link's pace.
void Wiring::measure_way(Message& m) const {
  std::vector<const LinkCosts*> way;
  const std::int64_t length = costs_.length(m.bytes);
  Node at = m.source;
  for (const Leg& leg : m.legs)
    for (int step = 0; step < leg.steps; ++step) {
      way.push_back(&link_costs_.of(at, leg.port, m.bytes));
      at = topology_.neighbour(at, leg.port);
    }
  m.x = way.front()->transmission(length);
  if (switching_ == Switching::wormhole)
    for (const LinkCosts* link : way) m.x = std::max(m.x, link->transmission(length));
  Ticks header;
  Ticks tail;
  m.hop_time = Ticks{};
  for (const LinkCosts* link : way) {
    const Ticks x = switching_ == Switching::wormhole ? m.x : link->transmission(length);
    const Ticks passed = std::max(header + x, tail);
    tail = passed + link->th;
    header = (switching_ == Switching::store_and_forward ? passed : header) + link->th;
    m.hop_time += link->th;
  }
  m.transmission = tail - m.hop_time;
  m.tail_comes = Ticks{};
}

}  // namespace toruscope::core
