// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/acyclic_graph.hpp"

#include "runtime/topology/topological_order.hpp"

#include <toruscope/communicator.hpp>

#include <gmock/gmock.h>

namespace toruscope::core {
namespace {

using ::testing::ElementsAre;
using Vertex = AcyclicGraph::Vertex;
using Edges = std::vector<std::vector<Vertex>>;

TEST(AcyclicGraph, RefusesAnEdgeThatClosesACycle) {
  AcyclicGraph graph(Edges(4));

  EXPECT_TRUE(graph.add(2, 1));
  EXPECT_TRUE(graph.add(1, 0));
  EXPECT_TRUE(graph.add(0, 3));
  EXPECT_FALSE(graph.add(3, 2));
  EXPECT_FALSE(graph.add(0, 0));
  EXPECT_FALSE(graph.has(3, 2));
  graph.remove(1, 0);
  EXPECT_TRUE(graph.add(3, 2)) << "0 3 2 1 is a way, no cycle";
  EXPECT_THAT(graph.after(), ElementsAre(ElementsAre(3), ElementsAre(), ElementsAre(1), ElementsAre(2)));
}

TEST(AcyclicGraph, AcceptsWhatLeavesATopologicalOrder) {
  constexpr std::size_t kVertices = 30;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomSource random(seed);
    const auto vertex = [&] { return static_cast<Vertex>(random() % kVertices); };
    Edges expected(kVertices);  // some of the edges that come, and others
    for (std::size_t i = 0; i < seed * 5; ++i) expected[vertex()].push_back(vertex());
    AcyclicGraph graph(expected);
    for (int i = 0; i < 300; ++i) {
      const Vertex from = vertex();
      const Vertex to = vertex();
      if (graph.has(from, to)) {
        if (i % 3 == 0) graph.remove(from, to);
        continue;
      }
      Edges with = graph.after();
      with[from].push_back(to);
      ASSERT_EQ(graph.add(from, to), topological_order(with).size() == kVertices) << from << " to " << to;
    }
  }
}

}  // namespace
}  // namespace toruscope::core
