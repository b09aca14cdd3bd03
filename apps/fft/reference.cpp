// SPDX-License-Identifier: Apache-2.0
// The definition in long double, the norm, the verdict.

#include "apps/fft/reference.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <fmt/core.h>
#include <numbers>

namespace toruscope::apps {
namespace {

using LongComplex = std::complex<long double>;

LongComplex long_root_of_unity(std::size_t numerator, std::size_t denominator) {
  return std::polar(1.0L, -2 * std::numbers::pi_v<long double> *
                              (static_cast<long double>(numerator) / static_cast<long double>(denominator)));
}

/// A sum of products in long double, without the library's tests for infinities.
struct Sum {
  long double re = 0, im = 0;

  void add(Complex x, const LongComplex& w) {
    const auto a = static_cast<long double>(x.real());
    const auto b = static_cast<long double>(x.imag());
    const long double c = w.real();
    const long double d = w.imag();
    re += a * c - b * d;
    im += a * d + b * c;
  }
  [[nodiscard]] Complex rounded() const { return {static_cast<double>(re), static_cast<double>(im)}; }
};

/// Affordable samples: about 2^22 roots in all; the definition costs n per coefficient.
std::size_t affordable_samples(std::size_t n) {
  return std::clamp<std::size_t>((std::size_t{1} << 22U) / n, 2, 32);
}

/// The error of some coefficients against the definition, scaled by a typical one.
double sampled_error(std::span<const Complex> series, std::span<const Complex> spectrum,
                     std::span<const Complex> serial, std::size_t samples) {
  const std::size_t n = series.size();
  long double wrong = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t k = (i * (n / samples) + i) % n;  // not all multiples of one number
    wrong += std::norm(LongComplex(spectrum[k]) - LongComplex(dft_coefficient(series, k)));
  }
  long double whole = 0;
  for (const Complex& z : serial) whole += std::norm(LongComplex(z));
  const long double typical = whole * static_cast<long double>(samples) / static_cast<long double>(n);
  return static_cast<double>(typical > 0 ? std::sqrt(wrong / typical) : std::sqrt(wrong));
}

}  // namespace

std::vector<Complex> dft_by_definition(std::span<const Complex> series) {
  const std::size_t n = series.size();
  std::vector<LongComplex> roots(n);
  for (std::size_t i = 0; i < n; ++i) roots[i] = long_root_of_unity(i, n);

  std::vector<Complex> spectrum(n);
  for (std::size_t k = 0; k < n; ++k) {
    Sum sum;
    std::size_t jk = 0;  // j k mod n
    for (std::size_t j = 0; j < n; ++j) {
      sum.add(series[j], roots[jk]);
      jk = jk + k < n ? jk + k : jk + k - n;
    }
    spectrum[k] = sum.rounded();
  }
  return spectrum;
}

Complex dft_coefficient(std::span<const Complex> series, std::size_t k) {
  const std::size_t n = series.size();
  Sum sum;
  std::size_t jk = 0;
  for (std::size_t j = 0; j < n; ++j) {
    sum.add(series[j], long_root_of_unity(jk, n));
    jk = jk + k < n ? jk + k : jk + k - n;
  }
  return sum.rounded();
}

double relative_error(std::span<const Complex> values, std::span<const Complex> reference) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const LongComplex right(reference[i]);
    difference += std::norm(LongComplex(values[i]) - right);
    norm += std::norm(right);
  }
  const long double error = norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
  return static_cast<double>(error);
}

SpectrumCheck check_spectrum(std::span<const Complex> series, std::span<const Complex> spectrum) {
  const std::size_t n = series.size();
  const double tolerance = 1e-12 * std::max(1.0, std::log2(static_cast<double>(n)));
  SpectrumCheck check;
  if (n <= kDefinitionLimit) {
    check.error = relative_error(spectrum, dft_by_definition(series));
    check.text =
        fmt::format("relative L2 error {:.1e} against the definition in long double, n = {}", check.error, n);
  } else {
    std::vector<Complex> serial(n);
    LocalFft(n).transform(series, serial);
    check.error = relative_error(spectrum, serial);

    const std::size_t samples = affordable_samples(n);
    const double sampled = sampled_error(series, spectrum, serial, samples);
    check.text = fmt::format(
        "relative L2 error {:.1e} against a serial FFT of n = {}, {:.1e} against the definition at {} "
        "coefficients",
        check.error, n, sampled, samples);
    if (sampled > check.error) check.error = sampled;
  }
  check.is_right = check.error < tolerance;  // false for NaN
  return check;
}

}  // namespace toruscope::apps
