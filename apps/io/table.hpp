// SPDX-License-Identifier: Apache-2.0
// Numbers in rows and columns, as an image or a two-dimensional array holds them.

#pragma once

#include <cstddef>
#include <vector>

namespace toruscope::apps {

struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;  ///< row by row
};

}  // namespace toruscope::apps
