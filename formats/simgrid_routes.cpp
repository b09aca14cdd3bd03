// SPDX-License-Identifier: Apache-2.0

#include "formats/simgrid_routes.hpp"

#include "formats/simgrid_units.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <set>
#include <utility>

namespace toruscope::formats {

namespace {

constexpr std::size_t kMostSingleHosts = 256;
constexpr std::size_t kMostSingleLinks = 1 << 14;
constexpr std::size_t kMostLinksOfRoutes = std::size_t{1} << 21U;

class RouteReader {
 public:
  RouteReader(const XmlText& xml, const pugi::xml_node& zone) : xml_(xml), zone_(zone) {}

  Fabric read() {
    if (const std::string routing = text(zone_, "routing"); routing != "Full")
      xml_.refuse(zone_, fmt::format("has the routing {}; Full is read, where each route stands in the file",
                                     core::shown(routing)));
    read_hosts();
    read_links();
    for (const pugi::xml_node& node : zone_.children("route")) read_route(node);
    check_routes();
    fabric_.remarks.insert(
        fabric_.remarks.begin(),
        {fmt::format("SimGrid: {}, {}, {}", core::counted(hosts_.size(), "host"),
                     core::counted(links_.size(), "link"), core::counted(fabric_.routes.size(), "route")),
         "a link is a cable between two nodes of its own, which both directions of messages share as in "
         "SimGrid"});
    if (!wide_.empty())
      fabric_.remarks.push_back("links without a limit on all messages (FATPIPE), which have one here: " +
                                some_of(wide_));
    return std::move(fabric_);
  }

 private:
  /// The nodes at both ends of a link, in the direction of messages; -1 until a route uses it.
  struct Pipe {
    double gigabits = 0;
    std::int64_t picoseconds = 0;
    int in = -1, out = -1;
  };

  static std::string text(const pugi::xml_node& node, const char* name) { return node.attribute(name).value(); }

  void read_hosts() {
    std::set<std::string> others;
    for (const pugi::xml_node& node : zone_.children()) {
      if (node.type() != pugi::node_element) continue;
      const std::string name = node.name();
      if (name == "host") {
        const std::string id = text(node, "id");
        if (id.empty() || !hosts_.try_emplace(id, static_cast<int>(hosts_.size())).second)
          xml_.refuse(node, fmt::format("has the id \"{}\", which is empty or there already", core::shown(id)));
        if (hosts_.size() > kMostSingleHosts)
          xml_.refuse(node, fmt::format("is one of more than {} hosts with single routes", kMostSingleHosts));
        fabric_.nodes.push_back({id, true});
      } else if (name == "prop" || name == "config" || name == "router") {
        others.insert("<" + name + ">");
      } else if (name != "link" && name != "route") {
        xml_.refuse(node, "is not read beside <host>; <link> and <route> are");
      }
    }
    if (!others.empty()) fabric_.remarks.push_back("ignored: " + core::joined(others, ", "));
  }

  void read_links() {
    for (const pugi::xml_node& node : zone_.children("link")) {
      const std::string id = text(node, "id");
      const Pipe pipe{simgrid_gigabits(xml_, node, text(node, "bandwidth")),
                      simgrid_picoseconds(xml_, node, node.attribute("latency") ? text(node, "latency") : "0")};
      const std::string policy = text(node, "sharing_policy");
      if (policy == "FATPIPE") wide_.push_back(id);
      if (!policy.empty() && policy != "SHARED" && policy != "FATPIPE" && policy != "SPLITDUPLEX")
        xml_.refuse(node, fmt::format("has the sharing_policy {}; SHARED, SPLITDUPLEX and FATPIPE are read",
                                      core::shown(policy)));
      const bool is_split = policy == "SPLITDUPLEX";
      bool is_new = !id.empty();
      for (const char* const direction : {"_UP", "_DOWN"})
        if (is_split) is_new = links_.try_emplace(id + direction, pipe).second && is_new;
      if (!is_split) is_new = links_.try_emplace(id, pipe).second && is_new;
      if (!is_new)
        xml_.refuse(node, fmt::format("has the id \"{}\", which is empty or there already", core::shown(id)));
      if (links_.size() > kMostSingleLinks)
        xml_.refuse(node, fmt::format("is one of more than {} links", core::grouped(kMostSingleLinks)));
    }
  }

  int host(const pugi::xml_node& route, const char* end) const {
    const auto place = hosts_.find(text(route, end));
    if (place == hosts_.end())
      xml_.refuse(route,
                  fmt::format("has {}=\"{}\", which is no host here", end, core::shown(text(route, end))));
    return place->second;
  }

  void read_route(const pugi::xml_node& node) {
    const int from = host(node, "src"), to = host(node, "dst");
    std::vector<std::string> names, back;
    for (const pugi::xml_node& link : node.children("link_ctn")) {
      const std::string id = text(link, "id"), direction = text(link, "direction");
      const bool is_split = direction == "UP" || direction == "DOWN";
      names.push_back(is_split ? id + "_" + direction : id);
      back.push_back(is_split ? id + (direction == "UP" ? "_DOWN" : "_UP") : other_way(id));
      if (!links_.contains(names.back()))
        xml_.refuse(link, fmt::format("has the id \"{}\", which is no link here, or one of two directions",
                                      core::shown(names.back())));
    }
    if (from == to) return;
    if (names.empty()) xml_.refuse(node, "has no <link_ctn>");
    add_route(node, from, to, names);
    const std::string both = text(node, "symmetrical");
    std::reverse(back.begin(), back.end());
    if (both != "NO" && both != "no") add_route(node, to, from, back);
  }
  /// The other direction of "l_UP", or the same link.
  [[nodiscard]] std::string other_way(const std::string& id) const {
    for (const auto& [end, other] : {std::pair("_UP", "_DOWN"), std::pair("_DOWN", "_UP")}) {
      const std::string_view tail = end;
      if (!id.ends_with(tail)) continue;
      const std::string turned = id.substr(0, id.size() - tail.size()) + other;
      if (links_.contains(turned)) return turned;
    }
    return id;
  }

  void add_route(const pugi::xml_node& node, int from, int to, const std::vector<std::string>& names) {
    if (!known_.insert({from, to}).second)
      xml_.refuse(node, fmt::format("gives the route from {} to {} a second time", core::shown(name_of(from)),
                                    core::shown(name_of(to))));
    if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
      xml_.refuse(node, "passes a link twice");
    if ((links_of_routes_ += names.size()) > kMostLinksOfRoutes)
      xml_.refuse(node, "has too many links in all routes");
    std::vector<int>& route = fabric_.routes.emplace_back();
    route.push_back(from);
    for (const std::string& name : names) {
      Pipe& pipe = links_.at(name);
      if (pipe.in < 0) lay(name, pipe);
      join(route.back(), pipe.in);
      route.push_back(pipe.in);
      route.push_back(pipe.out);
    }
    join(route.back(), to);
    route.push_back(to);
  }
  [[nodiscard]] const std::string& name_of(int host) const {
    return fabric_.nodes[static_cast<std::size_t>(host)].name;
  }

  void lay(const std::string& name, Pipe& pipe) {
    pipe.in = static_cast<int>(fabric_.nodes.size());
    pipe.out = pipe.in + 1;
    fabric_.nodes.push_back({fmt::format("link {} in", name), false});
    fabric_.nodes.push_back({fmt::format("link {} out", name), false});
    fabric_.cables.push_back({pipe.in, pipe.out, pipe.gigabits, pipe.picoseconds});
  }
  /// A cable without costs, once.
  void join(int a, int b) {
    if (!joined_.insert(std::minmax(a, b)).second) return;
    FabricCable cable{a, b, 0, 0};
    cable.is_free = true;
    fabric_.cables.push_back(cable);
  }

  void check_routes() const {
    for (int from = 0; from < static_cast<int>(hosts_.size()); ++from)
      for (int to = 0; to < static_cast<int>(hosts_.size()); ++to)
        if (from != to && !known_.contains({from, to}))
          xml_.refuse(zone_, fmt::format("has no route from {} to {}", core::shown(name_of(from)),
                                         core::shown(name_of(to))));
  }

  const XmlText& xml_;
  const pugi::xml_node zone_;
  Fabric fabric_;
  std::map<std::string, int> hosts_;
  std::map<std::string, Pipe> links_;
  std::set<std::pair<int, int>> known_, joined_;  // routes; cables without costs
  std::vector<std::string> wide_;
  std::size_t links_of_routes_ = 0;
};

}  // namespace

pugi::xml_node zone_of_hosts(pugi::xml_node zone) {
  while (zone && zone.child("host").empty()) {
    const pugi::xml_node inner = zone.child("zone") ? zone.child("zone") : zone.child("AS");
    const bool is_alone = !inner.next_sibling(inner.name()) && !zone.child("cluster");
    zone = is_alone ? inner : pugi::xml_node();
  }
  return zone;
}

Fabric read_simgrid_routes(const XmlText& xml, const pugi::xml_node& zone) {
  return RouteReader(xml, zone).read();
}

}  // namespace toruscope::formats
