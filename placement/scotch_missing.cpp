// SPDX-License-Identifier: Apache-2.0
// Stand-in where Scotch was not found; check_place() lets nobody come here.
#include "placement/placement.hpp"

#include <stdexcept>

namespace toruscope::placement {

bool has_scotch() {
  return false;
}

std::vector<Node> place_by_scotch(const Traffic& /*traffic*/, const Topology& /*network*/) {
  throw std::logic_error("there is no Scotch in this program");
}

std::vector<bool> cut_in_two(const Traffic& /*traffic*/, const std::vector<Rank>& /*ranks*/,
                             std::size_t /*second*/) {
  throw std::logic_error("there is no Scotch in this program");
}

}  // namespace toruscope::placement
