// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/layered_routes.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace toruscope::core {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

Adjacency ring_of(int p) {
  Adjacency network;
  for (Node node = 0; node < p; ++node) {
    network.push_back({(node + 1) % p, (node + p - 1) % p});
    std::sort(network.back().begin(), network.back().end());
  }
  return network;
}

TEST(LayeredRoutes, GoToTheNeighbourOfTheLowestNumber) {
  const Adjacency square = ring_of(4);
  const LayeredRoutes routes(square, 4, 1);

  EXPECT_EQ(routes.distance(0, 2), 2);
  EXPECT_EQ(square[0][static_cast<std::size_t>(routes.next(0, 2))], 1) << "not 3";
  EXPECT_EQ(square[1][static_cast<std::size_t>(routes.next(1, 3))], 0) << "not 2";
}

TEST(LayeredRoutes, OfARingOf4NeedOneLayerAndOf5Two) {
  const Adjacency four = ring_of(4);
  const Adjacency five = ring_of(5);

  EXPECT_EQ(LayeredRoutes(four, 4, 4).layers(), 1) << "all ties by 0 or 1";
  EXPECT_EQ(LayeredRoutes(five, 5, 4).layers(), 2);
  EXPECT_THAT(LayeredRoutes(five, 5, 2).cycle(), IsEmpty());
}

TEST(LayeredRoutes, ShowTheCycleThatTooFewLayersLeave) {
  const Adjacency five = ring_of(5);

  EXPECT_THAT(LayeredRoutes(five, 5, 1).cycle(),
              ElementsAre(Pair(0, 1), Pair(1, 2), Pair(2, 3), Pair(3, 4), Pair(4, 0)));
}

}  // namespace
}  // namespace toruscope::core
