// SPDX-License-Identifier: Apache-2.0
// A grid of PEs in another network: its own ranks and dimensions, the other's links and routes.
//
//   ring:8 in mesh:2x4 by snake      0 1 2 3   rank 4 stands below rank 3, on node 7; 7 and 0,
//                                    7 6 5 4   neighbours on the ring, are 1 link apart: dilation 1
//
//   nodes       0 .. p-1 are the guest's PEs, then the host's other nodes in order; host's ports
//   dilation    links between the farthest neighbours of the guest
//   congestion  routes of guest links, both ways, over the host's busiest directed link
//
// Source  Leighton, Introduction to Parallel Algorithms and Architectures, 1992, sections 3.1 (Gray
//         codes) and 1.7 (dilation, congestion).

#include "runtime/topology/embedding.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/topology/graph_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/core.h>
#include <system_error>
#include <utility>

namespace toruscope {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw ConfigError("embed: " + why);
}

/// The node at these coordinates of a row-major grid.
Node node_at(const std::vector<int>& at, const std::vector<int>& sides) {
  Node node = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) node = node * sides[d] + at[d];
  return node;
}

/// Coordinates of a rank, dimension 0 the slowest.
std::vector<int> coordinates(int rank, const std::vector<int>& sides) {
  std::vector<int> at(sides.size());
  for (std::size_t d = sides.size(); d-- > 0; rank /= sides[d]) at[d] = rank % sides[d];
  return at;
}

/// Forwards along even rows, backwards along odd ones, and so in every dimension.
Node on_snake(int rank, const std::vector<int>& sides) {
  std::vector<int> at = coordinates(rank, sides);
  int row = 0;  // count of the dimensions before
  for (std::size_t d = 0; d < sides.size(); ++d) {
    const int next_row = row * sides[d] + at[d];
    if (row % 2 != 0) at[d] = sides[d] - 1 - at[d];
    row = next_row;
  }
  return node_at(at, sides);
}

Node on_gray_code(int rank, const std::vector<int>& sides) {
  const std::vector<int> at = coordinates(rank, sides);
  Node node = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    if (!std::has_single_bit(static_cast<unsigned>(sides[d])))
      refuse(fmt::format("gray: every side must be a power of two, got {}", sides[d]));
    node = node * sides[d] + (at[d] ^ (at[d] >> 1));
  }
  return node;
}

/// The largest divisor that is no larger than the root.
int tile_side(int side) {
  int tile = 1;
  for (int n = 2; n * n <= side; ++n)
    if (side % n == 0) tile = n;
  return tile;
}

Node in_tile(int rank, const std::vector<int>& sides) {
  std::vector<int> tile;
  std::vector<int> tiles;
  int size = 1;
  for (const int side : sides) {
    tile.push_back(tile_side(side));
    tiles.push_back(side / tile.back());
    size *= tile.back();
  }
  const std::vector<int> which = coordinates(rank / size, tiles);
  std::vector<int> at = coordinates(rank % size, tile);
  for (std::size_t d = 0; d < sides.size(); ++d) at[d] += which[d] * tile[d];
  return node_at(at, sides);
}

std::vector<Node> places_in_file(const std::string& file, int pes) {
  std::error_code unreadable;  // told by the reader
  if (!std::filesystem::exists(file, unreadable) && !unreadable)
    refuse(fmt::format("{} is no rule ({}) and no file", core::shown(file),
                       core::joined(core::kEmbeddingRules, ", ")));
  return core::read_places(core::read_input("embed: ", file, core::kLongestNodeFile), file, pes);
}

std::vector<Node> places(const Topology& guest, const Topology& host, const std::string& rule) {
  if (core::is_slurm_layout(rule)) return core::slurm_places(rule, guest.pes(), host);
  if (!core::is_embedding_rule(rule)) return places_in_file(rule, guest.pes());
  std::vector<Node> all;
  all.reserve(static_cast<std::size_t>(guest.pes()));
  for (int rank = 0; rank < guest.pes(); ++rank)
    all.push_back(rule == "in-order" ? rank
                  : rule == "snake"  ? on_snake(rank, host.sides())
                  : rule == "gray"   ? on_gray_code(rank, guest.sides())
                                     : in_tile(rank, host.sides()));
  return all;
}

void check_sizes(const Topology& guest, const Topology& host) {
  if (guest.nodes() != guest.pes() && &guest != &host)
    refuse(guest.name() + " has switches; only PEs can be placed");
  if (guest.pes() > host.pes())
    refuse(fmt::format("{} has {} PEs, {} only {}; give a larger one", guest.name(), guest.pes(), host.name(),
                       host.pes()));
}

class Embedding final : public Topology {
 public:
  Embedding(TopologyPtr guest, TopologyPtr host, std::vector<Node> places, std::string rule)
      : guest_(std::move(guest)), host_(std::move(host)), rule_(std::move(rule)), place_(std::move(places)) {
    number_nodes();
    measure();
  }

  [[nodiscard]] std::string name() const override {
    if (guest_ == host_) return fmt::format("{} placed by {}", host_->name(), rule_);
    return fmt::format("{} in {} by {}", guest_->name(), host_->name(), rule_);
  }
  [[nodiscard]] int nodes() const override { return host_->nodes(); }
  [[nodiscard]] int pes() const override { return guest_->pes(); }
  [[nodiscard]] int ports() const override { return host_->ports(); }
  [[nodiscard]] int pe_ports() const override { return host_->pe_ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const Node next = host_->neighbour(place(node), port);
    return next == kNoNode ? kNoNode : number_[index(next)];
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    return host_->opposite(place(node), port);
  }
  [[nodiscard]] int distance(Node a, Node b) const override { return host_->distance(place(a), place(b)); }
  [[nodiscard]] int diameter() const override { return diameter_; }
  [[nodiscard]] int longest_route() const override {
    return host_->has_shortest_routes() ? diameter_ : host_->longest_route();
  }
  void route(Node a, Node b, Route& legs) const override { host_->route(place(a), place(b), legs); }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    return host_->channel_order(place(node), port, virtual_channel);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return guest_->sides(); }
  [[nodiscard]] int dimensions() const override { return host_->dimensions(); }
  [[nodiscard]] int dimension_of(Port port) const override { return host_->dimension_of(port); }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override {
    std::vector<SlowLink> links = host_->slow_links();
    for (SlowLink& link : links) renumber(link);
    return links;
  }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override {
    std::vector<LinkWithCosts> links = host_->links_with_costs();
    for (LinkWithCosts& link : links) renumber(link);
    return links;
  }
  [[nodiscard]] bool has_shortest_routes() const override { return host_->has_shortest_routes(); }
  [[nodiscard]] bool is_torus() const override { return guest_->is_torus(); }
  [[nodiscard]] bool is_mesh() const override { return guest_->is_mesh(); }
  [[nodiscard]] bool is_embedded() const override { return true; }
  [[nodiscard]] bool has_failed_links() const override { return host_->has_failed_links(); }
  [[nodiscard]] bool has_datelines() const override { return host_->has_datelines(); }
  [[nodiscard]] int virtual_channels() const override { return host_->virtual_channels(); }
  [[nodiscard]] bool is_acyclic() const override { return host_->is_acyclic(); }
  [[nodiscard]] std::vector<std::pair<Node, Node>> cyclic_links() const override {
    std::vector<LinkEnds> links = host_->cyclic_links();
    for (auto& [from, to] : links) {
      from = number_[index(from)];
      to = number_[index(to)];
    }
    return links;
  }
  [[nodiscard]] bool may_fill_up() const override { return host_->may_fill_up(); }
  [[nodiscard]] std::string note() const override {
    const std::string host = host_->note();
    if (guest_->nodes() != guest_->pes()) return host;  // PEs have no neighbours but switches
    return fmt::format("dilation {}, congestion {}{}{}", dilation_, congestion_, host.empty() ? "" : "; ",
                       host);
  }
  [[nodiscard]] bool is_detour(Node a, Node b) const override { return host_->is_detour(place(a), place(b)); }
  /// Links between halves. If not all nodes have PEs: those of half of the PEs, each by itself.
  [[nodiscard]] int bisection() const override { return is_full() ? host_->bisection() : links_of_half(); }
  [[nodiscard]] bool has_least_bisection() const override { return is_full() && host_->has_least_bisection(); }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return host_->port_name(place(node), port);
  }

 private:
  [[nodiscard]] bool is_full() const { return pes() == host_->pes(); }
  [[nodiscard]] int links_of_half() const {
    const int half = pes() / 2;
    int links = 0;
    for (Node node = 0; node < half; ++node)
      for (Port port = 0; port < ports(); ++port)
        if (neighbour(node, port) >= half) links += 2;
    return links;
  }
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  [[nodiscard]] Node place(Node node) const { return place_[index(node)]; }

  template <class Link>
  void renumber(Link& link) const {
    link.from = number_[index(link.from)];
    link.to = number_[index(link.to)];
  }

  void number_nodes() {
    number_.assign(index(host_->nodes()), kNoNode);
    for (Rank rank = 0; rank < guest_->pes(); ++rank) {
      const Node node = place(rank);
      if (node < 0 || node >= host_->pes())
        refuse(fmt::format("{}: rank {} would stand on node {}; {} has nodes 0 to {} for PEs", rule_, rank,
                           node, host_->name(), host_->pes() - 1));
      if (number_[index(node)] != kNoNode)
        refuse(fmt::format("{}: ranks {} and {} would both stand on node {}", rule_, number_[index(node)], rank,
                           node));
      number_[index(node)] = rank;
    }
    for (Node node = 0; node < host_->nodes(); ++node)
      if (number_[index(node)] == kNoNode) {
        number_[index(node)] = static_cast<Node>(place_.size());
        place_.push_back(node);
      }
  }

  void measure() {
    std::vector<int> load(index(nodes()) * index(ports()), 0);
    Route legs;
    for (Node a = 0; a < pes(); ++a)
      for (Port port = 0; port < guest_->ports(); ++port) {
        const Node b = guest_->neighbour(a, port);
        if (b == kNoNode || b >= pes()) continue;  // no link, or a switch
        dilation_ = std::max(dilation_, distance(a, b));
        route(a, b, legs);
        Node at = a;
        for (const Leg& leg : legs)
          for (int step = 0; step < leg.steps; ++step, at = neighbour(at, leg.port))
            congestion_ = std::max(congestion_, ++load[index(at) * index(ports()) + index(leg.port)]);
      }
    if (is_full()) diameter_ = host_->diameter();
    for (Node a = 0; a < pes() && !is_full(); ++a)
      for (Node b = 0; b < pes(); ++b) diameter_ = std::max(diameter_, distance(a, b));
  }

  const TopologyPtr guest_;
  const TopologyPtr host_;
  const std::string rule_;
  std::vector<Node> place_;   // by number here: the host's
  std::vector<Node> number_;  // by the host's number: the one here
  int dilation_ = 0;
  int congestion_ = 0;
  int diameter_ = 0;
};

}  // namespace

std::vector<Node> core::read_places(std::string_view text, const std::string& name, int pes) {
  const std::string file = escaped(name);
  std::vector<Node> places;
  for (Lines lines(text); lines.next();) {
    std::string_view words = lines.text().substr(0, lines.text().find('#'));
    constexpr std::string_view kBlanks = " \t\v\f";
    while (true) {
      words.remove_prefix(std::min(words.find_first_not_of(kBlanks), words.size()));
      if (words.empty()) break;
      const std::string_view word = words.substr(0, words.find_first_of(kBlanks));
      words.remove_prefix(word.size());
      const auto node = read_number<Node>(word);
      const bool is_told = !places.empty() || word.find_first_not_of("0123456789+-.") == std::string_view::npos;
      if (!node && places.empty())
        if (const std::string form = other_form(text, "write a node number for each rank"); !form.empty())
          refuse(fmt::format("{}:{}: {}", file, lines.number(), form));
      if (!node)
        refuse(fmt::format("{}:{}: {} is no node number; write whole numbers with spaces between them", file,
                           lines.number(), is_told ? fmt::format("'{}'", shown(word)) : "a word"));
      if (std::ssize(places) == pes)
        refuse(fmt::format("{}: names more than {} nodes for {} PEs; write one for each", file, pes, pes));
      places.push_back(*node);
    }
  }
  if (std::ssize(places) != pes)
    refuse(fmt::format("{}: names {} nodes for {} PEs; write one for each", file, places.size(), pes));
  return places;
}

TopologyPtr embed(TopologyPtr guest, TopologyPtr host, const std::string& rule) {
  check_sizes(*guest, *host);
  std::vector<Node> all = places(*guest, *host, rule);
  return std::make_shared<Embedding>(std::move(guest), std::move(host), std::move(all), rule);
}

TopologyPtr embed(TopologyPtr guest, TopologyPtr host, std::vector<Node> places, const std::string& rule) {
  check_sizes(*guest, *host);
  if (std::ssize(places) != guest->pes())
    refuse(fmt::format("{}: {} places for {} PEs; give one for each", rule, places.size(), guest->pes()));
  return std::make_shared<Embedding>(std::move(guest), std::move(host), std::move(places), rule);
}

}  // namespace toruscope
