// SPDX-License-Identifier: Apache-2.0
// Numbers in rows and columns, as an image or a two-dimensional array holds them.

#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace toruscope::apps {

template <class Value>
struct TableOf {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Value> values;  ///< row by row
};

using Table = TableOf<double>;
using ComplexTable = TableOf<std::complex<double>>;

}  // namespace toruscope::apps
