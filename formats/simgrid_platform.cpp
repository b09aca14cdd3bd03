// SPDX-License-Identifier: Apache-2.0
// Routes are SimGrid's: on a torus by dimension, the first one first, half-way in the positive
// direction but into coordinate 0 from the middle; in a fat tree D-mod-k; in a dragonfly minimal.

#include "formats/simgrid_platform.hpp"

#include "formats/host_list.hpp"
#include "formats/simgrid_routes.hpp"
#include "formats/simgrid_units.hpp"
#include "formats/xml_text.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace toruscope::formats {

namespace {

constexpr std::int64_t kMostPlatformHosts = 1 << 14;
constexpr std::int64_t kMostPlatformCables = 1 << 18;

class PlatformReader {
 public:
  PlatformReader(const std::string& file, std::string_view text) : xml_(file, text) {}

  Fabric read() {
    const pugi::xml_node platform = xml_.document().child("platform");
    if (!platform) xml_.refuse_at(0, "is no platform of SimGrid");
    if (const pugi::xml_node zone = zone_of_hosts(platform)) return read_simgrid_routes(xml_, zone);
    find_cluster(platform);
    if (!cluster_) refuse(platform, "has no cluster: platforms of one cluster are read");
    const std::string topology = attribute("topology");
    gigabits_ = simgrid_gigabits(xml_, cluster_, attribute("bw"));
    picoseconds_ = simgrid_picoseconds(xml_, cluster_, attribute("lat"));
    add_hosts();
    if (topology.empty() || topology == "FLAT")
      make_flat();
    else if (topology == "TORUS")
      make_torus();
    else if (topology == "FAT_TREE")
      make_fat_tree();
    else if (topology == "DRAGONFLY")
      make_dragonfly();
    else
      refuse(cluster_, fmt::format("has the topology {}; FLAT, TORUS, FAT_TREE and DRAGONFLY are read",
                                   core::shown(topology)));
    note_others();
    fabric_.remarks.insert(fabric_.remarks.begin(),
                           fmt::format("SimGrid: a cluster {} of {} hosts",
                                       topology.empty() ? "FLAT" : topology, core::grouped(hosts_)));
    return std::move(fabric_);
  }

 private:
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& why) const { xml_.refuse(node, why); }
  [[nodiscard]] std::string attribute(const char* name) const { return cluster_.attribute(name).value(); }

  /// Looks for the one cluster, in zones too; other tags are refused, or ignored by name.
  void find_cluster(const pugi::xml_node& zone, int depth = 0) {
    constexpr int kDeepest = 100;
    if (depth > kDeepest) refuse(zone, "is in too many zones");
    for (const pugi::xml_node& child : zone.children()) {
      if (child.type() != pugi::node_element) continue;
      const std::string name = child.name();
      if (name == "zone" || name == "AS") {
        find_cluster(child, depth + 1);
      } else if (name == "cluster") {
        if (cluster_) refuse(child, "is a second cluster; platforms of one are read");
        cluster_ = child;
      } else if (name == "config" || name == "prop") {
        fabric_.remarks.push_back(fmt::format("ignored: <{}>", name));
      } else {
        refuse(child, "is not read; platforms of one <cluster> are");
      }
    }
  }

  /// "4,2" as 4, 2.
  [[nodiscard]] std::vector<std::int64_t> numbers(std::string_view text) const {
    std::vector<std::int64_t> all;
    while (true) {
      const std::size_t comma = std::min(text.find(','), text.size());
      const std::string_view word = core::trimmed(text.substr(0, comma));
      const auto value = core::read_number<std::int64_t>(word);
      if (!value || *value < 1 || *value > kMostPlatformHosts)
        refuse(cluster_, fmt::format("has topo_parameters with \"{}\", which is no number from 1 to {}",
                                     core::shown(word), core::grouped(kMostPlatformHosts)));
      all.push_back(*value);
      if (comma == text.size()) return all;
      text.remove_prefix(comma + 1);
    }
  }
  /// The product of numbers; more than kMostPlatformHosts is refused.
  [[nodiscard]] std::int64_t product(const std::vector<std::int64_t>& factors) const {
    std::int64_t all = 1;
    for (const std::int64_t factor : factors)
      if ((all *= factor) > kMostPlatformHosts)
        refuse(cluster_, fmt::format("has more than {} nodes of a level", core::grouped(kMostPlatformHosts)));
    return all;
  }

  void add_hosts() {
    const std::string radical = attribute("radical");
    std::vector<std::string> ids;
    try {
      ids = expand_hosts("[" + radical + "]");
    } catch (const ConfigError&) {
      refuse(cluster_, fmt::format("has the radical \"{}\", which is no list of ranges, as 0-15,20",
                                   core::shown(radical)));
    }
    hosts_ = std::ssize(ids);
    if (hosts_ > kMostPlatformHosts)
      refuse(cluster_, fmt::format("has more than {} hosts", core::grouped(kMostPlatformHosts)));
    for (const std::string& id : ids)
      fabric_.nodes.push_back({attribute("prefix") + id + attribute("suffix"), true});
  }
  void check_hosts(std::int64_t expected) const {
    if (hosts_ != expected)
      refuse(cluster_,
             fmt::format("has {} hosts by its radical, and {} by its topo_parameters", hosts_, expected));
  }
  int add_cable(std::int64_t a, std::int64_t b, std::int64_t times = 1) {
    if (std::ssize(fabric_.cables) >= kMostPlatformCables)
      refuse(cluster_, fmt::format("has more than {} links", core::grouped(kMostPlatformCables)));
    fabric_.cables.push_back(
        {static_cast<int>(a), static_cast<int>(b), gigabits_ * static_cast<double>(times), picoseconds_});
    return static_cast<int>(fabric_.cables.size()) - 1;
  }
  /// Names what is not in the network.
  void note_others() {
    std::vector<std::string> others;
    for (const pugi::xml_attribute& one : cluster_.attributes())
      if (const std::string_view name = one.name();
          name.starts_with("loopback_") || name.starts_with("limiter_") || name == "speed" || name == "core")
        others.emplace_back(name);
    if (!others.empty()) fabric_.remarks.push_back("ignored: " + some_of(others));
    if (attribute("sharing_policy") == "SHARED")
      fabric_.remarks.emplace_back("links that both directions share in SimGrid have a rate for each here");
  }

  /// A star, or with a backbone that all messages share, two: from a host to the first one, over
  /// the backbone to the second one, and to a host.
  void make_flat() {
    const std::string rate = attribute("bb_bw"), latency = attribute("bb_lat");
    const bool has_backbone = !rate.empty() && attribute("bb_sharing_policy") != "FATPIPE";
    fabric_.nodes.push_back({has_backbone ? "to the backbone" : "switch", false});
    for (std::int64_t host = 0; host < hosts_; ++host) add_cable(host, hosts_);
    if (!has_backbone) {
      if (!rate.empty())
        fabric_.remarks.push_back(
            fmt::format("ignored: the backbone without a limit on all messages, bb_bw={} bb_lat={}",
                        core::shown(rate), core::shown(latency)));
      return;
    }
    fabric_.nodes.push_back({"from the backbone", false});
    const int backbone = add_cable(hosts_, hosts_ + 1);
    fabric_.cables.back().gigabits = simgrid_gigabits(xml_, cluster_, rate);
    fabric_.cables.back().picoseconds = simgrid_picoseconds(xml_, cluster_, latency.empty() ? "0" : latency);
    fabric_.tables.resize(static_cast<std::size_t>(hosts_) + 2);
    for (std::int64_t host = 0; host < hosts_; ++host) {
      const int down = add_cable(hosts_ + 1, host);
      for (std::int64_t to = 0; to < hosts_; ++to)
        fabric_.tables[static_cast<std::size_t>(host)].push_back(to == host ? -1 : static_cast<int>(host));
      fabric_.tables[static_cast<std::size_t>(hosts_)].push_back(backbone);
      fabric_.tables[static_cast<std::size_t>(hosts_) + 1].push_back(down);
    }
    fabric_.remarks.push_back(
        fmt::format("all messages share the backbone, bb_bw={}; a host has a cable to it and one "
                    "from it",
                    core::shown(rate)));
  }

  void make_torus() {
    const auto sides = numbers(attribute("topo_parameters"));
    check_hosts(product(sides));
    fabric_.pes_forward = true;
    std::vector<std::int64_t> strides{1};
    for (const std::int64_t side : sides) strides.push_back(strides.back() * side);
    // up[d][v]: the cable from v in the positive direction of dimension d. A side of 2 has one.
    std::vector<std::vector<int>> up(sides.size(), std::vector<int>(static_cast<std::size_t>(hosts_), -1));
    const auto moved = [&](std::int64_t v, std::size_t d, std::int64_t steps) {
      const std::int64_t at = v / strides[d] % sides[d];
      return v + ((at + steps + sides[d]) % sides[d] - at) * strides[d];
    };
    for (std::size_t d = 0; d < sides.size(); ++d)
      for (std::int64_t v = 0; v < hosts_ && sides[d] > 1; ++v) {
        const std::int64_t next = moved(v, d, 1);
        const bool is_there = sides[d] == 2 && v > next;
        up[d][static_cast<std::size_t>(v)] =
            is_there ? up[d][static_cast<std::size_t>(next)] : add_cable(v, next);
      }
    for (std::int64_t v = 0; v < hosts_; ++v) {
      auto& table = fabric_.tables.emplace_back(static_cast<std::size_t>(hosts_), -1);
      for (std::int64_t to = 0; to < hosts_; ++to) {
        if (to == v) continue;
        std::size_t d = 0;
        while (v / strides[d] % sides[d] == to / strides[d] % sides[d]) ++d;
        const std::int64_t mine = v / strides[d] % sides[d], its = to / strides[d] % sides[d],
                           half = sides[d] / 2;
        const bool is_positive =
            (its > mine && its <= mine + half) || (mine > half && (mine + half) % sides[d] >= its);
        table[static_cast<std::size_t>(to)] =
            up[d][static_cast<std::size_t>(is_positive ? v : moved(v, d, -1))];
      }
    }
    fabric_.remarks.emplace_back("the first of topo_parameters varies fastest in ranks");
  }

  /// Numbers of "3,4;3,2;1": of each part.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> parts_of(std::string_view rest) const {
    std::vector<std::vector<std::int64_t>> parts;
    while (true) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      parts.push_back(numbers(rest.substr(0, end)));
      if (end == rest.size()) return parts;
      rest.remove_prefix(end + 1);
    }
  }

  /// Reads "3,4;2,2;3,3;2": groups, chassis of a group and routers of a chassis, each with the
  /// links that a pair has as one; nodes of a router. Linked are routers of a chassis, those of one
  /// place in all chassis of a group, and router j of group i with router i of group j.
  void make_dragonfly() {
    const std::string text = attribute("topo_parameters");
    const auto parts = parts_of(text);
    if (parts.size() != 4 || parts[0].size() != 2 || parts[1].size() != 2 || parts[2].size() != 2 ||
        parts[3].size() != 1)
      refuse(
          cluster_,
          "has topo_parameters that are not GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES, as 3,4;2,2;3,3;2");
    const std::int64_t groups = parts[0][0], chassis = parts[1][0], blades = parts[2][0], nodes = parts[3][0];
    check_hosts(product({groups, chassis, blades, nodes}));
    if (groups > blades)
      refuse(cluster_,
             fmt::format("has {} groups and {} routers in a chassis; in SimGrid router i of each chassis is "
                         "the way to group i, so there are no more groups than these",
                         groups, blades));
    const std::int64_t of_group = chassis * blades;
    std::map<std::pair<std::int64_t, std::int64_t>, int> cable_of;
    const auto link = [&](std::int64_t a, std::int64_t b, std::int64_t times) {
      cable_of[{a, b}] = cable_of[{b, a}] = add_cable(a, b, times);
    };
    for (std::int64_t router = 0; router < groups * of_group; ++router) {
      fabric_.nodes.push_back({fmt::format("router {}", router), false});
      for (std::int64_t host = router * nodes; host < (router + 1) * nodes; ++host)
        link(host, hosts_ + router, 1);
    }
    for (std::int64_t row = 0; row < groups * chassis; ++row)
      for (std::int64_t a = 0; a < blades; ++a)
        for (std::int64_t b = a + 1; b < blades; ++b)
          link(hosts_ + row * blades + a, hosts_ + row * blades + b, parts[2][1]);
    for (std::int64_t group = 0; group < groups; ++group)
      for (std::int64_t a = 0; a < chassis; ++a)
        for (std::int64_t b = a + 1; b < chassis; ++b)
          for (std::int64_t blade = 0; blade < blades; ++blade)
            link(hosts_ + group * of_group + a * blades + blade, hosts_ + group * of_group + b * blades + blade,
                 parts[1][1]);
    for (std::int64_t a = 0; a < groups; ++a)
      for (std::int64_t b = a + 1; b < groups; ++b)
        link(hosts_ + a * of_group + b, hosts_ + b * of_group + a, parts[0][1]);
    // Next router: in the chassis, then to another one; to another group from the first chassis.
    const auto next = [&](std::int64_t at, std::int64_t to) {
      const std::int64_t group = at / of_group, blade = at % blades, row = at / blades * blades;
      const std::int64_t target = to / of_group;
      if (group == target) return blade != to % blades ? row + to % blades : to;
      if (blade != target) return row + target;
      return at % of_group != target ? group * of_group + target : target * of_group + group;
    };
    fabric_.tables.resize(fabric_.nodes.size());
    for (std::int64_t host = 0; host < hosts_; ++host) {
      auto& table = fabric_.tables[static_cast<std::size_t>(host)];
      table.assign(static_cast<std::size_t>(hosts_), cable_of.at({host, hosts_ + host / nodes}));
      table[static_cast<std::size_t>(host)] = -1;
    }
    for (std::int64_t router = 0; router < groups * of_group; ++router)
      for (std::int64_t to = 0; to < hosts_; ++to) {
        const std::int64_t node = to / nodes == router ? to : hosts_ + next(router, to / nodes);
        fabric_.tables[static_cast<std::size_t>(hosts_ + router)].push_back(
            cable_of.at({hosts_ + router, node}));
      }
    std::map<std::string, std::set<std::string>> above;
    for (std::int64_t router = 0; router < groups * of_group; ++router)
      above[fmt::format("router {}", router)] = {fmt::format("group {}", router / of_group)};
    add_leaf_islands(fabric_);
    add_upper_islands(fabric_, above);
    fabric_.remarks.emplace_back("several links of two routers are one cable, so many times as fast");
    if (chassis > 1)
      fabric_.remarks.emplace_back(
          "within a group, from a later chassis to another place, SimGrid goes on as if in the first chassis, "
          "also to "
          "its own chassis; here from its own");
  }

  /// Reads "3;4,4,2;1,2,2;1,1,1": levels; children, parents and cables of each. A node's label has
  /// a digit for each level; on level l those below l are of parents, the others of children.
  void make_fat_tree() {
    const std::string text = attribute("topo_parameters");
    const auto parts = parts_of(text);
    const auto levels = static_cast<std::size_t>(parts.front().front());
    if (parts.size() != 4 || parts[0].size() != 1 || parts[1].size() != levels || parts[2].size() != levels ||
        parts[3].size() != levels)
      refuse(cluster_,
             "has topo_parameters that are not LEVELS;CHILDREN;PARENTS;CABLES with a number for each level");
    constexpr std::size_t kMostLevels = 16;
    if (levels > kMostLevels) refuse(cluster_, fmt::format("has {} levels; {} at most", levels, kMostLevels));
    const auto &children = parts[1], &parents = parts[2], &cables = parts[3];
    check_hosts(product(children));
    std::vector<std::int64_t> first{0}, size;
    std::vector<std::vector<std::int64_t>> radix;  // of the labels of each level
    for (std::size_t l = 0; l <= levels; ++l) {
      radix.emplace_back(children);
      std::copy_n(parents.begin(), l, radix.back().begin());
      size.push_back(product(radix.back()));
      first.push_back(first.back() + size.back());
      for (std::int64_t i = 0; l > 0 && i < size.back(); ++i)
        fabric_.nodes.push_back({fmt::format("switch {}.{}", l, i), false});
    }
    const auto digit = [&](std::size_t level, std::int64_t position, std::size_t place) {
      for (std::size_t j = 0; j < place; ++j) position /= radix[level][j];
      return position % radix[level][place];
    };
    const auto position = [&](std::size_t level, const std::vector<std::int64_t>& label) {
      std::int64_t all = 0;
      for (std::size_t j = levels; j-- > 0;) all = all * radix[level][j] + label[j];
      return all;
    };
    // By the lower node, the upper one, and which of their cables.
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, int> cable_of;
    const auto above = [&](std::size_t level, std::int64_t at, std::int64_t parent) {
      std::vector<std::int64_t> label;
      for (std::size_t j = 0; j < levels; ++j) label.push_back(j == level ? parent : digit(level, at, j));
      return position(level + 1, label);
    };
    for (std::size_t l = 0; l < levels; ++l)
      for (std::int64_t at = 0; at < size[l]; ++at)
        for (std::int64_t parent = 0; parent < parents[l]; ++parent)
          for (std::int64_t c = 0; c < cables[l]; ++c) {
            const std::int64_t upper = first[l + 1] + above(l, at, parent);
            cable_of[{first[l] + at, upper, c}] = add_cable(first[l] + at, upper);
          }
    fabric_.tables.resize(static_cast<std::size_t>(first.back()));
    for (std::size_t l = 0; l <= levels; ++l)
      for (std::int64_t at = 0; at < size[l]; ++at) {
        auto& table = fabric_.tables[static_cast<std::size_t>(first[l] + at)];
        for (std::int64_t to = 0; to < hosts_; ++to) {
          bool is_below = true;  // digits from l on are those of the destination
          for (std::size_t j = l; j < levels; ++j) is_below = is_below && digit(l, at, j) == digit(0, to, j);
          if (l == 0 && is_below) {
            table.push_back(-1);
          } else if (is_below) {
            std::vector<std::int64_t> label;
            for (std::size_t j = 0; j < levels; ++j)
              label.push_back(j == l - 1 ? digit(0, to, j) : digit(l, at, j));
            const std::int64_t lower = first[l - 1] + position(l - 1, label);
            table.push_back(cable_of.at({lower, first[l] + at, to % cables[l - 1]}));
          } else {
            std::int64_t d = to;
            for (std::size_t j = 0; j < l; ++j) d /= parents[j] * cables[j];
            d %= parents[l] * cables[l];
            table.push_back(
                cable_of.at({first[l] + at, first[l + 1] + above(l, at, d % parents[l]), d / parents[l]}));
          }
        }
      }
    add_leaf_islands(fabric_);
    if (std::any_of(cables.begin(), cables.end(), [](std::int64_t c) { return c > 1; }))
      fabric_.remarks.emplace_back(
          "of parallel cables on the way down SimGrid takes one by the source, here by the destination");
  }

  XmlText xml_;
  pugi::xml_node cluster_;
  Fabric fabric_;
  std::int64_t hosts_ = 0;
  double gigabits_ = 0;
  std::int64_t picoseconds_ = 0;
};

}  // namespace

Fabric read_simgrid_platform(const std::string& file, std::string_view text) {
  return PlatformReader(file, text).read();
}

}  // namespace toruscope::formats
