// SPDX-License-Identifier: Apache-2.0
// Load of links by messages that all PEs send at once, by walking routes: no formula has them.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace toruscope::collectives {

/// Messages of one length that leave at once.
struct RouteLoad {
  std::int64_t hops = 1;       ///< of the longest route
  std::int64_t all_hops = 0;   ///< of all routes
  std::int64_t same_link = 1;  ///< messages of a PE that leave by one link
  /// Messages on the busiest link. A link on which bytes take n times as long counts each n times.
  std::int64_t congestion = 1;
};

/// True if the case's network is no torus with own links, and small enough to walk its routes.
bool walks_routes(const Case& c);

/// Every PE sends a message by each of these distances in ranks. Precondition: walks_routes(c).
RouteLoad shift_load(const Case& c, const std::vector<std::int64_t>& distances);
/// Every PE sends one message to its partner, none to itself. Precondition: walks_routes(c).
RouteLoad partners_load(const Case& c, const std::function<Rank(Rank)>& partner);
/// Every PE sends a message to each other PE of the stage (shapes/island_plan.hpp). Precondition:
/// walks_routes(c).
RouteLoad stage_load(const Case& c, int stage);
/// The root sends one message to the PE at each of these distances in ranks; with `to_root` each of
/// these PEs sends one to the root. Precondition: walks_routes(c).
RouteLoad root_load(const Case& c, const std::vector<std::int64_t>& distances, bool to_root);

}  // namespace toruscope::collectives
