// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_cables.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::core {

namespace {

bool are_equal(const CableSettings& a, const CableSettings& b) {
  const auto factor = [](const CableSettings& s) {
    return s.slow ? std::pair(s.slow->factor, s.slow->over) : std::pair<std::int64_t, std::int64_t>(1, 1);
  };
  return a.tw == b.tw && a.th == b.th && factor(a) == factor(b);
}

}  // namespace

std::pair<int, std::string> one_way_cable(const std::vector<HalfCable>& cables, const Adjacency& links,
                                          const NameOf& name_of) {
  const auto count = [&](Node from, Node to) {
    const auto& all = links[static_cast<std::size_t>(from)];
    return std::upper_bound(all.begin(), all.end(), to) - std::lower_bound(all.begin(), all.end(), to);
  };
  for (const HalfCable& half : cables) {
    const auto there = count(half.from, half.to);
    const auto back = count(half.to, half.from);
    if (there != back)
      return {half.line, fmt::format("directions are listed, and there are {} links from {} to {} and {} back",
                                     there, name_of(half.from), name_of(half.to), back)};
  }
  return {0, ""};
}

std::string gap_in(const Adjacency& links, const NameOf& name_of, int first_number) {
  const auto alone = std::find_if(links.begin(), links.end(),
                                  [](const std::vector<Node>& neighbours) { return neighbours.empty(); });
  if (alone != links.end())
    return fmt::format(
        "node {} has no link; {}", name_of(static_cast<Node>(alone - links.begin())),
        first_number == kNames ? "link it"
        : alone == links.begin() && first_number == 0
            ? "are nodes numbered from 1? They are numbered from 0 here, unless a line \"nodes = "
              "from-1\" stands before all links"
            : "nodes are numbered without gaps");
  std::vector<char> is_reached(links.size(), 0);
  std::vector<Node> front{0};
  is_reached[0] = 1;
  while (!front.empty()) {
    const Node at = front.back();
    front.pop_back();
    for (const Node next : links[static_cast<std::size_t>(at)])
      if (std::exchange(is_reached[static_cast<std::size_t>(next)], 1) == 0) front.push_back(next);
  }
  const auto far = std::find(is_reached.begin(), is_reached.end(), 0);
  if (far == is_reached.end()) return {};
  return fmt::format("there is no way from node {} to node {}; link them", name_of(0),
                     name_of(static_cast<Node>(far - is_reached.begin())));
}

void collect_costs(const std::vector<HalfCable>& cables, GraphFile& graph) {
  struct Trunk {
    const CableSettings& first;
    bool are_alike = true;
    int seen = 0;
  };
  std::map<std::pair<Node, Node>, Trunk> trunks;
  for (const HalfCable& half : cables) {
    Trunk& trunk = trunks.try_emplace({half.from, half.to}, Trunk{half.settings}).first->second;
    trunk.are_alike = trunk.are_alike && are_equal(trunk.first, half.settings);
  }
  for (const HalfCable& half : cables) {
    Trunk& trunk = trunks.at({half.from, half.to});
    const int place = trunk.seen++;
    if (trunk.are_alike && place > 0) continue;
    const int cable = trunk.are_alike ? -1 : place;
    const CableSettings& set = half.settings;
    if (set.slow && set.slow->factor != set.slow->over)
      graph.slow.push_back({half.from, half.to, set.slow->factor, set.slow->over, cable});
    if (set.tw || set.th) graph.costs.push_back({half.from, half.to, set.tw, set.th, cable});
  }
}

}  // namespace toruscope::core
