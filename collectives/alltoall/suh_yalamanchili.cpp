// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/suh_yalamanchili.hpp"

#include "collectives/alltoall/row_column.hpp"
#include "collectives/shapes/premises.hpp"

#include <bit>

namespace toruscope::detail {

Alltoall alltoall_suh_yalamanchili() {
  Alltoall entry = alltoall_row_column();
  entry.name = "suh_yalamanchili";
  entry.summary = "stand-in: row_column, for an exchange of which only the cost is known here";
  entry.restrictions = "a torus of two equal sides, 4, 8, 16, ..";
  entry.formula =
      "printed for 2^d x 2^d, d >= 3: (3d-3) ts + (9 2^(3d-4)+(d^2-5d+3) 2^(2d-1)) m tw; the stand-in: "
      "(2^(d-1)+2) ts + (2^(3d-2)+2^(2d)) m tw";
  entry.source = "Suh, Yalamanchili, IEEE Trans. Parallel and Distributed Systems 9(5), 1998 (cost only)";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (!c.is_torus || c.sides.size() != 2 || c.sides[0] != c.sides[1] || c.sides[0] < 4 ||
        !std::has_single_bit(static_cast<unsigned>(c.sides[0])))
      return "needs a torus of two equal sides, a power of two from 4 on, got " + grid_to_string(c);
    return std::nullopt;
  };
  return entry;
}

}  // namespace toruscope::detail
