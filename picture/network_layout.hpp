// SPDX-License-Identifier: Apache-2.0
// Places of a network's nodes in a picture, and shapes of its links: its plan, scaled. The page
// that plays a run scales the same plan (view/page/place.js).
//
//   ring, complete      a circle
//   torus, mesh, line   a grid; three dimensions are planes one above the other, more are grids of
//                       grids. A link that closes a ring is two stubs, one at each end
//   hypercube           squares of squares
//   tree                PEs at the bottom, each switch above what is below it
//   fat tree            PEs at the bottom, levels of switches above
//   dragonfly           groups on a circle
//   HyperX              a grid; links over more than a step are bows
//   any other           distances on paper as those in the network
//
// Invariants  The two directions of a link are lanes side by side; each is to the right of the
//             other, as seen by its messages. The same network is laid out alike everywhere.

#pragma once

#include "picture/svg.hpp"

#include <toruscope/topology.hpp>

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace toruscope::picture {

struct DrawnNode {
  Point at;
  bool is_switch = false;
};

/// A directed link: one line, or two where it leaves the picture and comes back.
struct DrawnLink {
  Node from = 0;
  Node to = 0;
  bool has_failed = false;
  std::vector<std::vector<Point>> pieces{};
};

struct NetworkLayout {
  Size size;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnLink> links;
  /// shaded fields behind the planes of a grid of three dimensions
  std::vector<std::vector<Point>> planes{};
  double radius = 5;                ///< radius of a node
  double lane_width = 3;            ///< width of a link's lane
  bool has_room_for_loads = false;  ///< true: a few letters fit beside each link
  /// index of each link that has not failed, by its ends
  std::map<std::pair<Node, Node>, std::size_t> index{};

  /// The link from one node to another; null if there is none.
  [[nodiscard]] const DrawnLink* link(Node from, Node to) const;
  [[nodiscard]] bool has_room_for_numbers() const { return radius >= 6; }
};

/// Lays out the network within `most`.
NetworkLayout layout_of(const Topology& network, Size most);

}  // namespace toruscope::picture
