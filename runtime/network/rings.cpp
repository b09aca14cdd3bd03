// SPDX-License-Identifier: Apache-2.0
#include "runtime/network/rings.hpp"

#include <algorithm>

namespace toruscope::core {

std::string Rings::obstacle(const Wiring& wiring) {
  if (!wiring.topology().is_dimension_ordered())
    return "the links of " + wiring.topology().name() +
           " are no rings or lines of its dimensions, passed in their order";
  if (wiring.switching() != Switching::cut_through)
    return "the switching is " + to_string(wiring.switching()) + ", not cut-through";
  if (wiring.holds_while_waiting()) return "messages that wait hold buffers that others need";
  if (!wiring.costs().pieces.empty()) return "messages cost by their size";
  if (!wiring.has_equal_links()) return "links differ in cost";
  return {};
}

Rings::Rings(const Wiring& wiring)
    : workers_(wiring.routers()),
      dimensions_(wiring.topology().dimensions()),
      places_(wiring.links().size()),
      handed_over_{HandOver(workers_), HandOver(workers_), HandOver(workers_)} {
  for (Port port = 0; port < wiring.topology().ports(); ++port) add_rings(wiring, port);
  free_at_.resize(nodes_.size());
  loads_.resize(nodes_.size());
  waited_.resize(nodes_.size());
  for (Ring& ring : rings_)  // unused: free from the beginning of time
    for (int i = 0; i < ring.links; ++i) free_at(ring)[i] = Ticks{} - i * wiring.costs().th;
}

Rings::~Rings() {
  for (Ring& ring : rings_)
    for (const RingHeader& header : ring.headers) discard(header.message);
}

/// Adds all rings that leave by one port, dealt to the workers in blocks, like the nodes.
void Rings::add_rings(const Wiring& wiring, Port port) {
  const Topology& topology = wiring.topology();
  const auto order = [&](Node node) { return topology.channel_order(node, port, 0); };
  const std::size_t first_ring = rings_.size();
  std::vector<bool> is_known(static_cast<std::size_t>(topology.nodes()));
  std::vector<bool> has_one_before(is_known.size());
  for (Node node = 0; node < topology.nodes(); ++node)
    if (const Node next = topology.neighbour(node, port); next != kNoNode)
      has_one_before[static_cast<std::size_t>(next)] = true;

  const auto add_from = [&](Node start) {
    Ring ring;
    ring.first = nodes_.size();
    ring.port = port;
    ring.dimension = topology.dimension_of(port);
    Node node = start;
    do {
      is_known[static_cast<std::size_t>(node)] = true;
      nodes_.push_back(node);
      const Node next = topology.neighbour(node, port);
      if (next == kNoNode) break;
      places_[wiring.link_index(node, port)] = {static_cast<std::uint32_t>(rings_.size()), ring.links++};
      node = next;
    } while (node != start);
    ring.is_closed = ring.links > 0 && node == start;
    if (ring.is_closed) nodes_.push_back(start);
    rings_.push_back(std::move(ring));
  };
  for (Node node = 0; node < topology.nodes(); ++node)
    if (!has_one_before[static_cast<std::size_t>(node)]) add_from(node);
  for (Node node = 0; node < topology.nodes(); ++node) {
    if (is_known[static_cast<std::size_t>(node)]) continue;
    Node start = node;  // behind the dateline
    for (Node at = topology.neighbour(node, port); at != node; at = topology.neighbour(at, port))
      if (order(at) < order(start)) start = at;
    add_from(start);
  }
  const std::size_t count = rings_.size() - first_ring;
  for (std::size_t i = 0; i < count; ++i)
    rings_[first_ring + i].owner = static_cast<int>(i * static_cast<std::size_t>(workers_) / count);
}

void Rings::note_loads(Wiring& wiring) const {
  for (const Ring& ring : rings_) {
    Load sum;
    for (int i = 0; i < ring.links; ++i) {
      const std::size_t at = ring.first + static_cast<std::size_t>(i);
      const Load& here = loads_[at];
      sum.messages += here.messages;
      sum.bytes += here.bytes;
      Link& link = wiring.link(wiring.link_index(node(ring, i), ring.port));
      link.messages = sum.messages;
      link.bytes = sum.bytes;
      link.waited = waited_[at];
    }
  }
}

}  // namespace toruscope::core
