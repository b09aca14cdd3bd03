// SPDX-License-Identifier: Apache-2.0
// Routes that are written without a container are those of Topology::route().

#include "runtime/topology/short_routes.hpp"

#include <toruscope/topology.hpp>

#include <array>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(ShortRoutes, AreTheRoutesOfTheTopology) {
  for (const TopologyPtr& topology : {ring(9), torus({4, 6}, HalfwayTies::balanced), torus(4, 5), torus(2, 7),
                                      torus({3, 2, 4}), hypercube(6)}) {
    const auto* const of_few = dynamic_cast<const ShortRoutes*>(topology.get());
    ASSERT_NE(of_few, nullptr) << topology->name();
    int written = 0;
    for (Node a = 0; a < topology->nodes(); ++a)
      for (Node b = 0; b < topology->nodes(); ++b) {
        if (a == b) continue;
        Route route;
        topology->route(a, b, route);
        std::array<Leg, ShortRoutes::kFew> legs{};
        const std::size_t count = of_few->short_route(a, b, legs);
        if (count == 0) continue;
        EXPECT_EQ(Route(legs.begin(), legs.begin() + static_cast<std::ptrdiff_t>(count)), route)
            << a << " -> " << b;
        ++written;
      }
    const bool has_three_dimensions = topology->sides().size() == 3 && topology->name() != "hypercube:6";
    EXPECT_EQ(written == 0, has_three_dimensions) << topology->name();
  }
}

}  // namespace
}  // namespace toruscope::core
