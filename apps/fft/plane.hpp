// SPDX-License-Identifier: Apache-2.0
// The two-dimensional FFT of an image of R x C values, rows dealt to p PEs, and filters.
//
//   X[k][l] = sum over i, j of x[i][j] w(R)^(i k) w(C)^(j l)
//
//   step                                  the matrix after it       rows on a PE
//   0  the image                          R x C   (i, j)            of R
//   1  FFT of each row, length C          R x C   (i, l)
//   2  transpose                          C x R   (l, i)            of C
//   3  FFT of each row, length R          C x R   (l, k): the spectrum, turned
//
// and, for a filtered image,
//
//   4  coefficients that do not pass := 0
//   5  inverse FFT of each row            C x R   (l, i)
//   6  transpose                          R x C   (i, l)            of R
//   7  inverse FFT of each row            R x C   (i, j): the image in order
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 13.3.

#pragma once

#include "apps/fft/filter.hpp"
#include "apps/fft/transpose.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace toruscope::apps {

/// Layout of an image on p PEs.
struct PlaneShape {
  PlaneShape(std::size_t row_count, std::size_t column_count, int pes)
      : rows(row_count), columns(column_count), by_rows(row_count, pes), by_columns(column_count, pes) {}
  [[nodiscard]] std::size_t size() const { return rows * columns; }
  /// Values of one block of a transpose.
  [[nodiscard]] std::size_t block() const { return by_rows.per_pe * by_columns.per_pe; }

  std::size_t rows, columns;
  Deal by_rows, by_columns;
};

/// Carries out steps 1 to 3. The PEs are synchronised around each transpose. Declared work: 5 m
/// log2 m operations a row of m.
/// Shape     mine: by_rows.count(rank) * columns before, by_columns.count(rank) * rows after.
void plane_fft(Communicator& comm, const PlaneShape& shape, std::vector<Complex>& mine,
               std::string_view algorithm);

/// Carries out steps 4 to 7. Declared work beside that of the rows: 2 operations a coefficient for
/// the filter, 2 a pixel for the division by R C.
/// Shape     mine: as plane_fft leaves it before, as plane_fft takes it after.
void filtered_inverse(Communicator& comm, const PlaneShape& shape, const FrequencyFilter& filter,
                      std::vector<Complex>& mine, std::string_view algorithm);

/// Operations of the same work on one PE.
std::int64_t plane_operations(const PlaneShape& shape, bool is_filtered);

}  // namespace toruscope::apps
