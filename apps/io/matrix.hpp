// SPDX-License-Identifier: Apache-2.0
// A matrix or a vector read from a file, by the file's extension.
//
// Errors    ConfigError, one sentence, as series.hpp: "read a.mtx: line 7: ...".

#pragma once

#include "apps/io/series.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace toruscope::apps {

struct MatrixEntry {
  std::uint32_t row = 0;  ///< row, from 0
  std::uint32_t column = 0;
  double value = 0;

  friend bool operator==(const MatrixEntry&, const MatrixEntry&) = default;
};

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  /// Entries by row, then by column; no place twice. A dense matrix has all places.
  std::vector<MatrixEntry> entries;
  bool is_dense = false;
};

/// Sorts by row, then by column.
void sort_by_place(std::vector<MatrixEntry>& entries);

/// The most rows or columns.
inline constexpr std::uint64_t kLargestMatrixSide = std::uint64_t{1} << 31U;

/// Reads .mtx (Matrix Market) or .npy of two dimensions.
Matrix read_matrix(const std::filesystem::path& path);

/// Reads .mtx of one column, .npy of one dimension, .csv (its last numeric column). `columns`, if
/// given: those of the matrix, as many as the values must be.
Series read_vector(const std::filesystem::path& path, std::optional<std::size_t> columns = {});

/// Writes .csv (i, value; i from 1), .npy (float64) or .mtx (dense), whole or not at all.
void write_vector(const std::filesystem::path& path, std::span<const double> values);

}  // namespace toruscope::apps
