// SPDX-License-Identifier: Apache-2.0
// The two calls of Scotch, and two corrections of what it returns: one rank on a PE, parts of
// exactly the size that was asked for.
//
// Threads     Each graph has a context of its own, with one thread and random numbers from their
//             beginning: an answer depends on the question alone, not on the computer's cores.

#include "placement/placement.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>  // scotch.h needs it
#include <numeric>
#include <scotch.h>
#include <utility>

namespace toruscope::placement {

namespace {

using Numbers = std::vector<SCOTCH_Num>;
constexpr std::int64_t kMostLoad = std::int64_t{1} << 28U;  // of all edges: Scotch adds in 32 bits

void check(int code) {
  if (code != 0)
    throw HostLimitError("embed: Scotch failed, as it does where memory is short; what it says is above");
}

std::size_t index(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

/// An object of Scotch that is initialised and freed with this one.
template <class T, auto kBegin, auto kEnd>
class Held {
 public:
  Held() { check(kBegin(&object_)); }
  ~Held() { kEnd(&object_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  [[nodiscard]] T* get() { return &object_; }

 private:
  T object_{};
};
using Strategy = Held<SCOTCH_Strat, &SCOTCH_stratInit, &SCOTCH_stratExit>;
using Architecture = Held<SCOTCH_Arch, &SCOTCH_archInit, &SCOTCH_archExit>;
using ScotchGraph = Held<SCOTCH_Graph, &SCOTCH_graphInit, &SCOTCH_graphExit>;
using Context = Held<SCOTCH_Context, &SCOTCH_contextInit, &SCOTCH_contextExit>;

/// A graph of vertices 0 .. n-1; edges are listed at both ends.
class Graph {
 public:
  explicit Graph(std::size_t vertices) : ends_{0} {
    ends_.reserve(vertices + 1);
    // One thread, and random numbers from a fixed seed: the same placement each time.
    check(SCOTCH_contextThreadSpawn(context_.get(), 1, nullptr));
    check(SCOTCH_contextRandomClone(context_.get()));
    SCOTCH_contextRandomSeed(context_.get(), 1);
    check(SCOTCH_contextOptionSetNum(context_.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1));
  }

  /// An edge of the vertex that is listed now.
  void add_edge(std::int64_t to, std::int64_t load) {
    heads_.push_back(static_cast<SCOTCH_Num>(to));
    loads_.push_back(load);
  }
  void end_vertex() { ends_.push_back(static_cast<SCOTCH_Num>(heads_.size())); }
  SCOTCH_Graph* build() {
    const std::int64_t all = std::accumulate(loads_.begin(), loads_.end(), std::int64_t{0});
    const std::int64_t divisor = all / kMostLoad + 1;
    for (const std::int64_t load : loads_)
      scaled_.push_back(static_cast<SCOTCH_Num>(std::max<std::int64_t>(load / divisor, 1)));
    check(SCOTCH_graphBuild(graph_.get(), 0, static_cast<SCOTCH_Num>(ends_.size() - 1), ends_.data(), nullptr,
                            nullptr, nullptr, static_cast<SCOTCH_Num>(heads_.size()), heads_.data(),
                            scaled_.data()));
    check(SCOTCH_contextBindGraph(context_.get(), graph_.get(), in_context_.get()));
    return in_context_.get();
  }
  [[nodiscard]] std::size_t vertices() const { return ends_.size() - 1; }

 private:
  Context context_;
  ScotchGraph graph_, in_context_;
  Numbers ends_, heads_, scaled_;
  std::vector<std::int64_t> loads_;
};

/// The part of each vertex, parts 0 .. parts-1.
Numbers mapped(Graph& graph, Architecture& architecture, std::size_t parts) {
  Strategy strategy;
  check(SCOTCH_stratGraphMapBuild(strategy.get(), SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE,
                                  static_cast<SCOTCH_Num>(parts), 0.0));
  Numbers part_of(graph.vertices());
  check(SCOTCH_graphMap(graph.build(), architecture.get(), strategy.get(), part_of.data()));
  return part_of;
}

void build_network(const Topology& network, Architecture& architecture) {
  Graph links(index(network.nodes()));
  for (Node node = 0; node < network.nodes(); ++node) {
    std::vector<Node> heads;
    for (Port port = 0; port < network.ports(); ++port)
      if (const Node head = network.neighbour(node, port); head != kNoNode && head != node)
        heads.push_back(head);
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    for (const Node head : heads) links.add_edge(head, 1);
    links.end_vertex();
  }
  Numbers pes(index(network.pes()));
  std::iota(pes.begin(), pes.end(), 0);
  Strategy usual;
  check(SCOTCH_archBuild(architecture.get(), links.build(), static_cast<SCOTCH_Num>(pes.size()), pes.data(),
                         usual.get()));
}

/// Moves each rank that shares its node, but for the first there, to the nearest free one.
void separate(std::vector<Node>& places, const Topology& network) {
  std::vector<bool> is_taken(index(network.pes()));
  std::vector<std::size_t> left;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    if (is_taken[index(places[rank])]) left.push_back(rank);
    is_taken[index(places[rank])] = true;
  }
  for (const std::size_t rank : left) {
    Node nearest = kNoNode;
    for (Node node = 0; node < network.pes(); ++node)
      if (!is_taken[index(node)] && (nearest == kNoNode || network.distance(places[rank], node) <
                                                               network.distance(places[rank], nearest)))
        nearest = node;
    places[rank] = nearest;
    is_taken[index(nearest)] = true;
  }
}

}  // namespace

bool has_scotch() {
  return true;
}

std::vector<Node> place_by_scotch(const Traffic& traffic, const Topology& network) {
  Architecture architecture;
  build_network(network, architecture);
  Graph ranks(index(traffic.ranks()));
  for (Rank rank = 0; rank < traffic.ranks(); ++rank) {
    for (const auto& [other, bytes] : traffic.of(rank)) ranks.add_edge(other, bytes);
    ranks.end_vertex();
  }
  const Numbers parts = mapped(ranks, architecture, index(network.pes()));
  std::vector<Node> places(parts.begin(), parts.end());
  separate(places, network);
  return places;
}

std::vector<bool> cut_in_two(const Traffic& traffic, const std::vector<Rank>& ranks, std::size_t second) {
  std::vector<std::int64_t> place_of(index(traffic.ranks()), -1);
  for (std::size_t i = 0; i < ranks.size(); ++i) place_of[index(ranks[i])] = static_cast<std::int64_t>(i);
  Graph graph(ranks.size());
  for (const Rank rank : ranks) {
    for (const auto& [other, bytes] : traffic.of(rank))
      if (place_of[index(other)] >= 0) graph.add_edge(place_of[index(other)], bytes);
    graph.end_vertex();
  }
  Architecture two;
  const std::array<SCOTCH_Num, 2> sizes{static_cast<SCOTCH_Num>(ranks.size() - second),
                                        static_cast<SCOTCH_Num>(second)};
  check(SCOTCH_archCmpltw(two.get(), 2, sizes.data()));
  const Numbers parts = mapped(graph, two, 2);
  std::vector<bool> is_second(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) is_second[i] = parts[i] == 1;

  // Bytes to the other part minus bytes to its own: how much the cut shrinks if the rank changes
  // sides.
  const auto gain = [&](std::size_t i) {
    std::int64_t sum = 0;
    for (const auto& [other, bytes] : traffic.of(ranks[i]))
      if (const std::int64_t at = place_of[index(other)]; at >= 0)
        sum += is_second[index(at)] != is_second[i] ? bytes : -bytes;
    return sum;
  };
  for (auto size = static_cast<std::size_t>(std::count(is_second.begin(), is_second.end(), true));
       size != second;) {
    const bool from_second = size > second;
    std::size_t best = ranks.size();
    std::int64_t most = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (is_second[i] != from_second) continue;
      const std::int64_t here = gain(i);
      if (best == ranks.size() || here > most) {
        most = here;
        best = i;
      }
    }
    is_second[best] = !from_second;
    size = from_second ? size - 1 : size + 1;
  }
  return is_second;
}

}  // namespace toruscope::placement
