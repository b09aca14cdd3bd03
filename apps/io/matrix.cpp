// SPDX-License-Identifier: Apache-2.0
// Picks reader and writer by the file's extension.

#include "apps/io/matrix.hpp"

#include "apps/io/matrix_market.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/series.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/output_file.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ostream>
#include <utility>

namespace toruscope::apps {
namespace {

Matrix dense(const Table& table) {
  Matrix matrix{table.rows, table.columns, {}, true};
  matrix.entries.reserve(table.values.size());
  for (std::size_t i = 0; i < table.values.size(); ++i)
    matrix.entries.push_back({static_cast<std::uint32_t>(i / table.columns),
                              static_cast<std::uint32_t>(i % table.columns), table.values[i]});
  return matrix;
}

void write_csv(std::ostream& out, std::span<const double> values) {
  std::string text = "i,value\n";
  for (std::size_t i = 0; i < values.size(); ++i) text += fmt::format("{},{}\n", i + 1, values[i]);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

void sort_by_place(std::vector<MatrixEntry>& entries) {
  const auto place = [](const MatrixEntry& entry) { return std::pair(entry.row, entry.column); };
  std::sort(entries.begin(), entries.end(),
            [&](const MatrixEntry& a, const MatrixEntry& b) { return place(a) < place(b); });
}

Matrix read_matrix(const std::filesystem::path& path) {
  const std::string extension = core::extension_of_input(path);
  if (extension == ".mtx") return read_matrix_market(path, read_file(path));
  if (extension == ".npy") return dense(read_npy_table(path, read_file(path)));
  refuse_input(path, core::wrong_extension(path, ".mtx, .npy"));
}

Series read_vector(const std::filesystem::path& path, std::optional<std::size_t> columns) {
  const std::string extension = core::extension_of_input(path);
  const auto check = [&](std::size_t found) {
    if (columns && found != *columns)
      refuse_input(path, fmt::format("it has {} values, but the matrix has {} columns", found, *columns));
  };
  if (extension == ".csv" || extension == ".npy") {
    Series series = read_series(path);
    check(series.values.size());
    return series;
  }
  if (extension != ".mtx") refuse_input(path, core::wrong_extension(path, ".csv, .mtx, .npy"));
  const Matrix matrix = read_matrix_market(path, read_file(path));
  if (matrix.columns != 1)
    refuse_input(path, fmt::format("it is a matrix of {} x {}, but a vector has one column", matrix.rows,
                                   matrix.columns));
  check(matrix.rows);  // before there is memory for them: a sparse file names any number
  Series vector{std::vector<double>(matrix.rows), ""};
  for (const MatrixEntry& entry : matrix.entries) vector.values[entry.row] = entry.value;
  return vector;
}

void write_vector(const std::filesystem::path& path, std::span<const double> values) {
  const std::string extension = core::extension_of(path);
  core::write_file(path, [&](std::ostream& out) {
    if (extension == ".npy") {
      write_npy(out, values);
    } else if (extension == ".mtx") {
      write_matrix_market_vector(out, values);
    } else {
      write_csv(out, values);
    }
  });
}

}  // namespace toruscope::apps
