// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/plane.hpp"

#include "apps/fft/six_step.hpp"

namespace toruscope::apps {
namespace {

constexpr std::int64_t kFilterOperations = 2;  ///< a coefficient
constexpr std::int64_t kScaleOperations = 2;   ///< a pixel

void declare(Communicator& comm, std::size_t rows, std::int64_t operations_per_row) {
  comm.compute_operations(static_cast<std::int64_t>(rows) * operations_per_row);
}

/// Conjugates the values. The inverse transform is this around a transform, over the length.
void conjugate(std::vector<Complex>& values) {
  for (Complex& value : values) value = std::conj(value);
}

std::int64_t times(std::int64_t operations, std::size_t count) {
  return operations * static_cast<std::int64_t>(count);
}

}  // namespace

void plane_fft(Communicator& comm, const PlaneShape& shape, std::vector<Complex>& mine,
               std::string_view algorithm) {
  transform_rows(shape.columns, mine);
  declare(comm, shape.by_rows.count(comm.rank()), fft_operations(shape.columns));
  transpose(comm, shape.by_rows, shape.by_columns, mine, algorithm);
  comm.synchronize();
  transform_rows(shape.rows, mine);
  declare(comm, shape.by_columns.count(comm.rank()), fft_operations(shape.rows));
}

void filtered_inverse(Communicator& comm, const PlaneShape& shape, const FrequencyFilter& filter,
                      std::vector<Complex>& mine, std::string_view algorithm) {
  const std::size_t first = shape.by_columns.first(comm.rank());
  for (std::size_t index = 0; index < mine.size(); ++index)
    if (!filter.passes(index % shape.rows, shape.rows, first + index / shape.rows, shape.columns))
      mine[index] = 0;
  conjugate(mine);
  transform_rows(shape.rows, mine);
  declare(comm, shape.by_columns.count(comm.rank()),
          fft_operations(shape.rows) + times(kFilterOperations, shape.rows));
  transpose(comm, shape.by_columns, shape.by_rows, mine, algorithm);
  comm.synchronize();
  transform_rows(shape.columns, mine);
  conjugate(mine);
  for (Complex& value : mine) value /= static_cast<double>(shape.size());
  declare(comm, shape.by_rows.count(comm.rank()),
          fft_operations(shape.columns) + times(kScaleOperations, shape.columns));
}

std::int64_t plane_operations(const PlaneShape& shape, bool is_filtered) {
  const std::int64_t one_way =
      times(fft_operations(shape.columns), shape.rows) + times(fft_operations(shape.rows), shape.columns);
  return is_filtered ? 2 * one_way + times(kFilterOperations + kScaleOperations, shape.size()) : one_way;
}

}  // namespace toruscope::apps
