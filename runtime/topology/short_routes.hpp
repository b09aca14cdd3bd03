// SPDX-License-Identifier: Apache-2.0
// Routes of a few legs written without a container, for topologies that can.

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <span>

namespace toruscope::core {

class ShortRoutes {
 public:
  static constexpr std::size_t kFew = 4;

  /// Writes the legs of the route, which are those of Topology::route(). Returns how many they are;
  /// 0: they may be more than that.
  [[nodiscard]] virtual std::size_t short_route(Node a, Node b, std::span<Leg, kFew> legs) const = 0;

 protected:
  ~ShortRoutes() = default;
};

}  // namespace toruscope::core
