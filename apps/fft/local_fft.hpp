// SPDX-License-Identifier: Apache-2.0
// The discrete Fourier transform of a row: X[k] = sum over j of x[j] exp(-2 pi i j k / n).
//
// KissFFT transforms lengths without a large prime factor. Its butterfly for a prime q costs q
// operations a value, so above kLargePrime the row becomes a convolution of a power of two
// (Bluestein), whatever n.
//
// Threads     An object has scratch memory: one PE, one object.
// Source      Bluestein, "A linear filtering approach to the computation of discrete Fourier
//             transform", IEEE Trans. Audio and Electroacoustics 18(4), 1970.

#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace toruscope::apps {

using Complex = std::complex<double>;

/// The largest prime factor; 1 for n = 1.
std::size_t largest_prime_factor(std::size_t n);

/// The customary count of a transform's floating-point operations, 5 n log2 n, rounded.
std::int64_t fft_operations(std::size_t n);

/// exp(-2 pi i numerator / denominator), for numerator < denominator.
Complex root_of_unity(std::size_t numerator, std::size_t denominator);

class LocalFft {
 public:
  static constexpr std::size_t kLargePrime = 100;

  explicit LocalFft(std::size_t n);
  LocalFft(LocalFft&&) noexcept;
  LocalFft& operator=(LocalFft&&) noexcept;
  LocalFft(const LocalFft&) = delete;
  LocalFft& operator=(const LocalFft&) = delete;
  ~LocalFft();

  /// Shape     in, out: n values each; they do not overlap.
  void transform(std::span<const Complex> in, std::span<Complex> out);

 private:
  struct Direct;
  struct Convolution;
  std::unique_ptr<Direct> direct_;
  /// instead of direct_, where n has a large prime factor
  std::unique_ptr<Convolution> convolution_;
};

}  // namespace toruscope::apps
