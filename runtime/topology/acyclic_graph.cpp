// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/acyclic_graph.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

AcyclicGraph::AcyclicGraph(const std::vector<std::vector<Vertex>>& expected)
    : after_(expected.size()), before_(expected.size()), place_(expected.size()), is_seen_(expected.size()) {
  std::size_t free = expected.size();
  std::vector<bool> is_met(expected.size());
  // Vertices, and the number of each one's edges that were followed.
  std::vector<std::pair<Vertex, std::size_t>> way;
  const auto meet = [&](Vertex vertex) {
    if (is_met[vertex]) return;
    is_met[vertex] = true;
    way.emplace_back(vertex, 0);
  };
  for (Vertex root = 0; root < expected.size(); ++root) {
    meet(root);
    while (!way.empty()) {
      auto& [vertex, followed] = way.back();
      if (followed < expected[vertex].size()) {
        meet(expected[vertex][followed++]);
      } else {
        place_[vertex] = --free;
        way.pop_back();
      }
    }
  }
}

bool AcyclicGraph::has(Vertex from, Vertex to) const {
  return std::find(after_[from].begin(), after_[from].end(), to) != after_[from].end();
}

bool AcyclicGraph::add(Vertex from, Vertex to) {
  if (place_[to] <= place_[from]) {
    const bool closes_cycle = !find_behind(to, from);
    if (!closes_cycle) {
      find_ahead(from, to);
      reorder();
    }
    for (const Vertex vertex : behind_) is_seen_[vertex] = false;
    for (const Vertex vertex : ahead_) is_seen_[vertex] = false;
    behind_.clear();
    ahead_.clear();
    if (closes_cycle) return false;
  }
  after_[from].push_back(to);
  before_[to].push_back(from);
  return true;
}

void AcyclicGraph::remove(Vertex from, Vertex to) {
  std::erase(after_[from], to);
  std::erase(before_[to], from);
}

/// Collects what is behind `to`. False if `from` is reached.
bool AcyclicGraph::find_behind(Vertex to, Vertex from) {
  if (to == from) return false;
  behind_.push_back(to);
  is_seen_[to] = true;
  for (std::size_t i = 0; i < behind_.size(); ++i)
    for (const Vertex next : after_[behind_[i]]) {
      if (next == from) return false;
      if (is_seen_[next] || place_[next] > place_[from]) continue;
      is_seen_[next] = true;
      behind_.push_back(next);
    }
  return true;
}

void AcyclicGraph::find_ahead(Vertex from, Vertex to) {
  ahead_.push_back(from);
  is_seen_[from] = true;
  for (std::size_t i = 0; i < ahead_.size(); ++i)
    for (const Vertex next : before_[ahead_[i]]) {
      if (is_seen_[next] || place_[next] < place_[to]) continue;
      is_seen_[next] = true;
      ahead_.push_back(next);
    }
}

/// Deals the places of both sets out again: those ahead first, each set in its order.
void AcyclicGraph::reorder() {
  const auto is_earlier = [&](Vertex a, Vertex b) { return place_[a] < place_[b]; };
  std::sort(ahead_.begin(), ahead_.end(), is_earlier);
  std::sort(behind_.begin(), behind_.end(), is_earlier);
  places_.clear();
  for (const Vertex vertex : ahead_) places_.push_back(place_[vertex]);
  for (const Vertex vertex : behind_) places_.push_back(place_[vertex]);
  std::sort(places_.begin(), places_.end());
  auto place = places_.begin();
  for (const Vertex vertex : ahead_) place_[vertex] = *place++;
  for (const Vertex vertex : behind_) place_[vertex] = *place++;
}

}  // namespace toruscope::core
