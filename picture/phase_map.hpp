// SPDX-License-Identifier: Apache-2.0
// Map of the best of several, over two quantities: a cell for each pair of values, and lines where
// a formula changes its choice.

#pragma once

#include "picture/axis.hpp"
#include "picture/svg.hpp"

#include <string>
#include <vector>

namespace toruscope::picture {

struct PhaseCell {
  int best = -1;     ///< index in `names`; -1: nobody was measured
  int formula = -1;  ///< whom the formula takes instead; -1: the same, or nobody
  std::string note{};
};
struct PhaseName {
  std::string letters;  ///< in the cells
  std::string name;
};
/// A border of the formula's choice: an edge of cells, in columns and rows from the lowest corner.
struct PhaseBorder {
  Point from, to;
};

struct PhaseMap {
  std::string title;
  std::string x_label, y_label;
  std::vector<std::string> xs, ys;           ///< labels of the columns and rows, from low to high
  std::vector<std::vector<PhaseCell>> rows;  ///< a row for each of ys, each with the cells of xs
  std::vector<PhaseName> names;              ///< the one that is best in most cells first
  std::vector<PhaseBorder> borders{};
  std::vector<std::string> caption{};
};

std::string phase_picture(const PhaseMap& map);

}  // namespace toruscope::picture
