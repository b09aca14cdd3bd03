// SPDX-License-Identifier: Apache-2.0
// The one-dimensional FFT of n = n1 n2 values by the six-step method, its rows dealt to p PEs.
//
// With j = j1 n2 + j2 and k = k1 + k2 n1 (j1, k1 < n1; j2, k2 < n2)
//
//   X[k] = sum over j2 of { w(n)^(j2 k1) [ sum over j1 of x[j] w(n1)^(j1 k1) ] } w(n2)^(j2 k2)
//
//   step                               the matrix after it       rows on a PE
//   0  the series, row by row          n1 x n2   (j1, j2)        of n1
//   1  transpose                       n2 x n1   (j2, j1)        of n2
//   2  FFT of each row, length n1      n2 x n1   (j2, k1)
//   3  times w(n)^(j2 k1)
//   4  transpose                       n1 x n2   (k1, j2)        of n1
//   5  FFT of each row, length n2      n1 x n2   (k1, k2)
//   6  transpose                       n2 x n1   (k2, k1)        of n2: the spectrum in order
//
// Source      Bailey, "FFTs in External or Hierarchical Memory", Journal of Supercomputing 4, 1990.

#pragma once

#include "apps/fft/local_fft.hpp"
#include "apps/fft/transpose.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace toruscope::apps {

/// Layout of n values on p PEs: n1 <= n2 as near to each other as the divisors of n allow.
struct SixStep {
  SixStep(std::size_t count, int pes);
  /// Values of one block of each of the three complete exchanges.
  [[nodiscard]] std::size_t block() const { return deal1.per_pe * deal2.per_pe; }

  std::size_t n;
  int p;
  std::size_t n1, n2;
  Deal deal1, deal2;  ///< deals of the n1 and of the n2 rows
};

/// Carries out steps 2 and 5: each row of `length` values becomes its transform.
void transform_rows(std::size_t length, std::span<Complex> rows);
/// Carries out step 3 for the rows of n1 values from row `first` on.
void twiddle(const SixStep& shape, std::size_t first, std::span<Complex> rows);

/// The PE's program. Its rows of the n1 x n2 matrix become its rows of the spectrum's n2 x n1
/// matrix. The PEs are synchronised before each transpose, so that its time is that of the complete
/// exchange alone. Declared work: 5 m log2 m operations for a row of m, 6 for a twiddle factor.
/// Shape     mine: shape.deal1.count(rank) * n2 before, shape.deal2.count(rank) * n1 after.
void six_step_fft(Communicator& comm, const SixStep& shape, std::vector<Complex>& mine,
                  std::string_view algorithm);

}  // namespace toruscope::apps
