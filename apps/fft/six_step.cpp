// SPDX-License-Identifier: Apache-2.0
// Row transforms, and the PE's program that joins them.

#include "apps/fft/six_step.hpp"

#include <algorithm>
#include <cstdint>

namespace toruscope::apps {
namespace {

/// The largest divisor of n that is at most sqrt(n).
std::size_t middle_divisor(std::size_t n) {
  std::size_t best = 1;
  for (std::size_t d = 1; d * d <= n; ++d)
    if (n % d == 0) best = d;
  return best;
}

}  // namespace

SixStep::SixStep(std::size_t count, int pes)
    : n(count), p(pes), n1(middle_divisor(count)), n2(count / n1), deal1(n1, pes), deal2(n2, pes) {}

void transform_rows(std::size_t length, std::span<Complex> rows) {
  if (rows.empty()) return;
  LocalFft fft(length);
  std::vector<Complex> row(length);
  for (std::size_t begin = 0; begin < rows.size(); begin += length) {
    fft.transform(rows.subspan(begin, length), row);
    std::copy(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

void twiddle(const SixStep& shape, std::size_t first, std::span<Complex> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t j2 = first + i / shape.n1;
    const std::size_t k1 = i % shape.n1;
    rows[i] *= root_of_unity(j2 * k1, shape.n);  // j2 k1 < n2 n1 = n
  }
}

void six_step_fft(Communicator& comm, const SixStep& shape, std::vector<Complex>& mine,
                  std::string_view algorithm) {
  const auto rows1 = static_cast<std::int64_t>(shape.deal1.count(comm.rank()));
  const auto rows2 = static_cast<std::int64_t>(shape.deal2.count(comm.rank()));
  constexpr std::int64_t kTwiddleOperations = 6;  // one complex product

  transpose(comm, shape.deal1, shape.deal2, mine, algorithm);
  transform_rows(shape.n1, mine);
  twiddle(shape, shape.deal2.first(comm.rank()), mine);
  comm.compute_operations(
      rows2 * (fft_operations(shape.n1) + kTwiddleOperations * static_cast<std::int64_t>(shape.n1)));

  transpose(comm, shape.deal2, shape.deal1, mine, algorithm);
  transform_rows(shape.n2, mine);
  comm.compute_operations(rows1 * fft_operations(shape.n2));

  transpose(comm, shape.deal1, shape.deal2, mine, algorithm);
}

}  // namespace toruscope::apps
