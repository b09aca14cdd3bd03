// SPDX-License-Identifier: Apache-2.0
// The Matrix Market exchange format: a banner, comments behind %, a line of sizes, values.
//
//   %%MatrixMarket matrix coordinate real symmetric       banner: format, field, symmetry
//   3 3 2                                                 rows, columns, entries that follow
//   2 1 0.5                                               row and column from 1, value
//   3 3 7
//
// Reads       formats coordinate and array (all values column by column); fields real, integer and,
//             for coordinate, pattern (every entry is 1); general, symmetric (also called
//             hermitian) and skew-symmetric: of these an array gives the lower triangle, the skew
//             one without its diagonal, and coordinates name each place or its mirror image, which
//             have one value (the skew one: opposite ones). A banner may begin with a single %.
// Source      Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design",
//             NISTIR 5935, 1996.

#pragma once

#include "apps/io/matrix.hpp"

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>

namespace toruscope::apps {

/// Errors    ConfigError with the number of the line: another banner, complex values, too few or
///           too many values, an index outside, a place given twice, no finite value.
Matrix read_matrix_market(const std::filesystem::path& path, std::string_view text);

/// Writes a dense matrix of one column.
void write_matrix_market_vector(std::ostream& out, std::span<const double> values);

}  // namespace toruscope::apps
