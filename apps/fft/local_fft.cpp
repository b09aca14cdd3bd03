// SPDX-License-Identifier: Apache-2.0
// KissFFT's plan for smooth lengths and the chirp convolution for the others.

#include "apps/fft/local_fft.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <kissfft/kissfft.hh>
#include <numbers>
#include <vector>

namespace toruscope::apps {

std::size_t largest_prime_factor(std::size_t n) {
  std::size_t largest = 1;
  for (std::size_t q = 2; q * q <= n; ++q) {
    for (; n % q == 0; n /= q) largest = q;
  }
  return std::max(largest, n);
}

std::int64_t fft_operations(std::size_t n) {
  const auto count = static_cast<double>(n);
  return std::llround(5 * count * std::log2(count));
}

Complex root_of_unity(std::size_t numerator, std::size_t denominator) {
  return std::polar(
      1.0, -2 * std::numbers::pi * (static_cast<double>(numerator) / static_cast<double>(denominator)));
}

struct LocalFft::Direct {
  kissfft<double> plan;
};

/// FFT of any length n. With c[j] = exp(-pi i j^2 / n) and jk = (j^2 + k^2 - (k-j)^2) / 2:
///   X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j]),
/// a convolution over -n < k-j < n, done cyclically in a power of two of at least 2n - 1 values.
struct LocalFft::Convolution {
  explicit Convolution(std::size_t n)
      : length(std::bit_ceil(2 * n - 1)),
        forward(length, false),
        backward(length, true),
        chirp(n),
        filter(length),
        values(length),
        transformed(length) {
    for (std::size_t j = 0; j < n; ++j) chirp[j] = root_of_unity(j * j % (2 * n), 2 * n);
    for (std::size_t j = 0; j < n; ++j) values[j] = values[(length - j) % length] = std::conj(chirp[j]);
    forward.transform(values.data(), filter.data());
  }

  void transform(std::span<const Complex> in, std::span<Complex> out) {
    std::fill(values.begin(), values.end(), Complex{});
    for (std::size_t j = 0; j < chirp.size(); ++j) values[j] = in[j] * chirp[j];
    forward.transform(values.data(), transformed.data());
    for (std::size_t i = 0; i < length; ++i) transformed[i] *= filter[i];
    backward.transform(transformed.data(), values.data());
    for (std::size_t k = 0; k < chirp.size(); ++k) out[k] = values[k] * chirp[k] / static_cast<double>(length);
  }

  std::size_t length;
  kissfft<double> forward, backward;
  std::vector<Complex> chirp, filter, values, transformed;
};

LocalFft::LocalFft(std::size_t n) {
  if (largest_prime_factor(n) > kLargePrime) {
    convolution_ = std::make_unique<Convolution>(n);
  } else {
    direct_ = std::make_unique<Direct>(Direct{kissfft<double>(n, false)});
  }
}
LocalFft::LocalFft(LocalFft&&) noexcept = default;
LocalFft& LocalFft::operator=(LocalFft&&) noexcept = default;
LocalFft::~LocalFft() = default;

void LocalFft::transform(std::span<const Complex> in, std::span<Complex> out) {
  if (convolution_ != nullptr) {
    convolution_->transform(in, out);
  } else {
    direct_->plan.transform(in.data(), out.data());
  }
}

}  // namespace toruscope::apps
