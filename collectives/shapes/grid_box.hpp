// SPDX-License-Identifier: Apache-2.0
// PEs of a grid whose coordinates are any of some places in each dimension.
//
//   torus 4x4, places {0, 3} x {1}     PEs 1 and 13

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace toruscope::collectives {

class GridBox {
 public:
  /// `places` has the places of each dimension, in ascending order.
  GridBox(std::vector<int> sides, std::vector<std::vector<int>> places)
      : sides_(std::move(sides)), places_(std::move(places)) {}

  [[nodiscard]] std::size_t size() const {
    std::size_t pes = 1;
    for (const std::vector<int>& places : places_) pes *= places.size();
    return pes;
  }
  [[nodiscard]] bool contains(Rank rank) const {
    for (std::size_t d = sides_.size(); d-- > 0; rank /= sides_[d])
      if (!std::binary_search(places_[d].begin(), places_[d].end(), rank % sides_[d])) return false;
    return true;
  }
  /// Visits the PEs in rank order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    visit_from(0, 0, visit);
  }

 private:
  template <class Visit>
  void visit_from(std::size_t d, Rank rank, const Visit& visit) const {
    if (d == sides_.size()) return visit(static_cast<std::size_t>(rank));
    for (const int place : places_[d]) visit_from(d + 1, rank * sides_[d] + place, visit);
  }

  std::vector<int> sides_;
  std::vector<std::vector<int>> places_;
};

}  // namespace toruscope::collectives
