// SPDX-License-Identifier: Apache-2.0
// A directed graph that stays acyclic: an edge that would close a cycle is refused.
//
// Vertices are kept in a topological order. An edge that leads forwards closes no cycle. For one
// that leads backwards only the vertices between its ends are searched; if it closes no cycle,
// those concerned are put in order again.
//
// Invariants  place_[from] < place_[to] for each edge.
// Source      Pearce, Kelly, "A dynamic topological sort algorithm for directed acyclic graphs",
//             ACM Journal of Experimental Algorithmics 11, 2006.

#pragma once

#include <cstddef>
#include <vector>

namespace toruscope::core {

class AcyclicGraph {
 public:
  using Vertex = std::size_t;

  /// A graph without edges. `expected` edges may come, by tail: the first order has all of them
  /// lead forwards, but some of each cycle, so that few need a search.
  explicit AcyclicGraph(const std::vector<std::vector<Vertex>>& expected);

  [[nodiscard]] bool has(Vertex from, Vertex to) const;
  /// Adds a new edge; false, without effect, if it would close a cycle.
  bool add(Vertex from, Vertex to);
  void remove(Vertex from, Vertex to);
  /// Heads of the edges that leave each vertex, in the order of adding.
  [[nodiscard]] const std::vector<std::vector<Vertex>>& after() const { return after_; }

 private:
  bool find_behind(Vertex to, Vertex from);
  void find_ahead(Vertex from, Vertex to);
  void reorder();

  std::vector<std::vector<Vertex>> after_;
  std::vector<std::vector<Vertex>> before_;
  std::vector<std::size_t> place_;  // in the order
  std::vector<bool> is_seen_;       // during add() only
  // the head of the new edge and its followers, up to its tail
  std::vector<Vertex> behind_;
  // the tail of the new edge and its predecessors, down to its head
  std::vector<Vertex> ahead_;
  std::vector<std::size_t> places_;
};

}  // namespace toruscope::core
