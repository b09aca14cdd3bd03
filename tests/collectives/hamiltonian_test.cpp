// SPDX-License-Identifier: Apache-2.0
#include "collectives/tori/hamiltonian.hpp"

#include "collectives/shapes/line.hpp"

#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace toruscope::collectives {
namespace {

/// Rings 0 .. 3 from PE 0 on, each as many PEs as the torus has.
std::vector<Rank> tour(const HamiltonianRings& rings, int ring, int p) {
  std::vector<Rank> all{0};
  while (static_cast<int>(all.size()) < p) all.push_back(rings.ahead(ring, all.back(), 1));
  return all;
}

TEST(HamiltonianRings, VisitEveryPeAlongLinksOfTheirOwn) {
  for (int rows = 3; rows <= 12; ++rows)
    for (int columns = 3; columns <= 18; ++columns) {
      SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(columns));
      const std::vector<int> sides{rows, columns};
      const int p = rows * columns;
      const HamiltonianRings rings(sides);
      std::set<std::pair<Rank, Rank>> links;
      for (int ring = 0; ring < HamiltonianRings::kMost; ++ring) {
        const std::vector<Rank> order = tour(rings, ring, p);
        EXPECT_EQ(rings.ahead(ring, order.back(), 1), 0);
        EXPECT_EQ(std::set<Rank>(order.begin(), order.end()).size(), static_cast<std::size_t>(p));
        for (const Rank rank : order) {
          const Rank next = rings.ahead(ring, rank, 1);
          EXPECT_EQ(torus_distance(sides, rank, next), 1);
          EXPECT_TRUE(links.insert({rank, next}).second) << rank << " -> " << next << " is on two rings";
        }
      }
    }
}

TEST(HamiltonianRings, AreThoseOfThePage) {
  const HamiltonianRings rings({4, 5});
  const auto coordinates = [](std::vector<Rank> order) {
    for (Rank& rank : order) rank = rank / 5 * 10 + rank % 5;
    return order;
  };

  // Ring 0 or 1, whichever way the tour began, and 2 or 3.
  const std::vector<int> first{0, 4, 14, 24, 23, 33, 34, 30, 31, 32, 22, 12, 13, 3, 2, 1, 11, 21, 20, 10};
  const std::vector<int> second{0, 1, 31, 21, 22, 23, 13, 14, 10, 11, 12, 2, 32, 33, 3, 4, 34, 24, 20, 30};
  EXPECT_TRUE(coordinates(tour(rings, 0, 20)) == first || coordinates(tour(rings, 1, 20)) == first);
  EXPECT_TRUE(coordinates(tour(rings, 2, 20)) == second || coordinates(tour(rings, 3, 20)) == second);
}

TEST(HamiltonianRings, LeaveOutSidesOfOne) {
  const HamiltonianRings plain({3, 4});
  const HamiltonianRings padded({3, 1, 4});

  for (int ring = 0; ring < HamiltonianRings::kMost; ++ring)
    EXPECT_EQ(tour(plain, ring, 12), tour(padded, ring, 12));
}

}  // namespace
}  // namespace toruscope::collectives
