// SPDX-License-Identifier: Apache-2.0
// A spanning tree of shortest paths on a torus of rows x columns without shared links: along the
// root's row both ways, from there along the columns both ways. The longest branch comes first.
//
//   5 x 4, root R          R - > - >      its row: 2 to the right, 1 to the left (around)
//                          |   |   |      each of that row: 2 down, 2 up (around)
//                          v   v   v
//
// Depth      floor(rows/2) + floor(columns/2).
// Source     Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP
//            systems", 1995, routing function R, corrected: the printed one leaves PEs out from 5 x
//            5 on, and is for square tori only (docs/errata.md).

#pragma once

#include "runtime/topology/ring_offset.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

class TorusTree {
 public:
  /// Tree of a grid with at most two dimensions longer than one PE. Ranks are row-major.
  TorusTree(const std::vector<int>& sides, Rank root) {
    for (const int side : sides) {
      if (side == 1) continue;
      rows_ = columns_;
      columns_ = side;
    }
    root_row_ = root / columns_;
    root_column_ = root % columns_;
  }

  [[nodiscard]] int depth() const { return rows_ / 2 + columns_ / 2; }
  /// Dimensions in which the second branch is as long as the first.
  [[nodiscard]] int odd_sides() const {
    return (rows_ > 2 ? rows_ % 2 : 0) + (columns_ > 2 ? columns_ % 2 : 0);
  }
  [[nodiscard]] int children_of_root() const { return std::min(rows_ - 1, 2) + std::min(columns_ - 1, 2); }
  /// The most children of any other PE.
  [[nodiscard]] int children_of_others() const {
    if (columns_ == 1) return rows_ > 3 ? 1 : 0;
    return std::min(rows_ - 1, 2) + (columns_ > 3 ? 1 : 0);
  }

  /// Children in the order of its sends.
  [[nodiscard]] std::vector<Rank> children(Rank rank) const {
    const int a = row(rank);
    const int b = column(rank);
    std::vector<Rank> result;
    if (a == 0) {
      for (const int to : next(b, columns_)) result.push_back(at(0, to));
    }
    for (const int to : next(a, rows_)) result.push_back(at(to, b));
    return result;
  }
  /// Parent of a PE that is not the root.
  [[nodiscard]] Rank parent(Rank rank) const {
    const int a = row(rank);
    const int b = column(rank);
    return a == 0 ? at(0, before(b, columns_)) : at(before(a, rows_), b);
  }

 private:
  // Places on a ring of `side` PEs relative to the root, which has place 0.
  static std::vector<int> next(int place, int side) {
    const int half = side / 2;
    if (place == 0)
      return side == 1 ? std::vector<int>{} : side == 2 ? std::vector<int>{1} : std::vector<int>{1, side - 1};
    if (place < half) return {place + 1};
    if (place > half + 1) return {place - 1};
    return {};
  }
  static int before(int place, int side) { return place <= side / 2 ? place - 1 : (place + 1) % side; }

  [[nodiscard]] int row(Rank rank) const { return core::mod(rank / columns_ - root_row_, rows_); }
  [[nodiscard]] int column(Rank rank) const { return core::mod(rank % columns_ - root_column_, columns_); }
  [[nodiscard]] Rank at(int a, int b) const {
    return (a + root_row_) % rows_ * columns_ + (b + root_column_) % columns_;
  }

  int rows_ = 1;
  int columns_ = 1;
  int root_row_ = 0;
  int root_column_ = 0;
};

}  // namespace toruscope::collectives
