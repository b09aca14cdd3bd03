// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/plane_reference.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <fmt/core.h>
#include <numbers>
#include <string>
#include <utility>

namespace toruscope::apps {
namespace {

using LongComplex = std::complex<long double>;

/// exp(sign 2 pi i k / n) for k = 0 .. n-1.
std::vector<LongComplex> roots_of_unity(std::size_t n, int sign) {
  std::vector<LongComplex> roots(n);
  for (std::size_t k = 0; k < n; ++k)
    roots[k] = std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * static_cast<long double>(k) /
                                    static_cast<long double>(n));
  return roots;
}

/// Transforms the n values at `begin`, `begin + stride`, ... by the definition.
void define_line(std::vector<LongComplex>& values, std::size_t begin, std::size_t stride,
                 const std::vector<LongComplex>& roots, std::vector<LongComplex>& scratch) {
  const std::size_t n = roots.size();
  for (std::size_t k = 0; k < n; ++k) {
    long double re = 0;
    long double im = 0;
    std::size_t jk = 0;  // j k mod n
    for (std::size_t j = 0; j < n; ++j) {
      const LongComplex& x = values[begin + j * stride];
      const LongComplex& w = roots[jk];
      re += x.real() * w.real() - x.imag() * w.imag();
      im += x.real() * w.imag() + x.imag() * w.real();
      jk = jk + k < n ? jk + k : jk + k - n;
    }
    scratch[k] = {re, im};
  }
  for (std::size_t k = 0; k < n; ++k) values[begin + k * stride] = scratch[k];
}

/// Transforms all columns, then all rows; sign -1 forwards, 1 for the undivided inverse.
void define_plane(std::vector<LongComplex>& values, std::size_t rows, std::size_t columns, int sign) {
  std::vector<LongComplex> scratch(std::max(rows, columns));
  const std::vector<LongComplex> of_columns = roots_of_unity(rows, sign);
  for (std::size_t l = 0; l < columns; ++l) define_line(values, l, columns, of_columns, scratch);
  const std::vector<LongComplex> of_rows = roots_of_unity(columns, sign);
  for (std::size_t k = 0; k < rows; ++k) define_line(values, k * columns, 1, of_rows, scratch);
}

/// Transforms by serial FFTs, forwards.
void transform_plane(std::vector<Complex>& values, std::size_t rows, std::size_t columns) {
  LocalFft down(rows);
  std::vector<Complex> line(rows);
  std::vector<Complex> result(rows);
  for (std::size_t l = 0; l < columns; ++l) {
    for (std::size_t i = 0; i < rows; ++i) line[i] = values[i * columns + l];
    down.transform(line, result);
    for (std::size_t k = 0; k < rows; ++k) values[k * columns + l] = result[k];
  }
  LocalFft across(columns);
  result.resize(columns);
  for (std::size_t k = 0; k < rows; ++k) {
    const std::span<Complex> row = std::span(values).subspan(k * columns, columns);
    across.transform(row, result);
    std::copy(result.begin(), result.end(), row.begin());
  }
}

bool is_small(const PlaneShape& shape) {
  return shape.size() * (shape.rows + shape.columns) <= kPlaneDefinitionLimit;
}

std::vector<LongComplex> widened(std::span<const Complex> values) {
  return {values.begin(), values.end()};
}
std::vector<Complex> rounded(const std::vector<LongComplex>& values) {
  std::vector<Complex> result;
  result.reserve(values.size());
  for (const LongComplex& z : values)
    result.emplace_back(static_cast<double>(z.real()), static_cast<double>(z.imag()));
  return result;
}

/// Computes one coefficient by the definition.
LongComplex coefficient(std::span<const Complex> image, const std::vector<LongComplex>& down,
                        const std::vector<LongComplex>& across, std::size_t k, std::size_t l) {
  LongComplex sum = 0;
  for (std::size_t i = 0; i < down.size(); ++i) {
    LongComplex of_row = 0;
    for (std::size_t j = 0; j < across.size(); ++j)
      of_row += LongComplex(image[i * across.size() + j]) * across[j * l % across.size()];
    sum += of_row * down[i * k % down.size()];
  }
  return sum;
}

/// The error at some coefficients, on the scale of a typical one.
double sampled_error(std::span<const Complex> image, const PlaneShape& shape, std::span<const Complex> spectrum,
                     std::span<const Complex> serial, std::size_t samples) {
  const std::vector<LongComplex> down = roots_of_unity(shape.rows, -1);
  const std::vector<LongComplex> across = roots_of_unity(shape.columns, -1);
  long double wrong = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t index = (i * (shape.size() / samples) + i) % shape.size();
    wrong += std::norm(LongComplex(spectrum[index]) -
                       coefficient(image, down, across, index / shape.columns, index % shape.columns));
  }
  long double whole = 0;
  for (const Complex& z : serial) whole += std::norm(LongComplex(z));
  const long double typical =
      whole * static_cast<long double>(samples) / static_cast<long double>(shape.size());
  return static_cast<double>(typical > 0 ? std::sqrt(wrong / typical) : std::sqrt(wrong));
}

SpectrumCheck verdict(const PlaneShape& shape, double error, std::string text) {
  const double tolerance = 1e-12 * std::max(1.0, std::log2(static_cast<double>(shape.size())));
  return {error < tolerance, error, std::move(text)};  // not right for NaN
}

/// The filtered image by the definition both ways.
std::vector<Complex> filtered_by_definition(std::span<const Complex> image, const PlaneShape& shape,
                                            const FrequencyFilter& filter) {
  std::vector<LongComplex> values = widened(image);
  define_plane(values, shape.rows, shape.columns, -1);
  for (std::size_t k = 0; k < shape.rows; ++k)
    for (std::size_t l = 0; l < shape.columns; ++l)
      if (!filter.passes(k, shape.rows, l, shape.columns)) values[k * shape.columns + l] = 0;
  define_plane(values, shape.rows, shape.columns, 1);
  for (LongComplex& z : values) z /= static_cast<long double>(shape.size());
  return rounded(values);
}

/// The filtered image by serial FFTs.
std::vector<Complex> filtered_serially(std::span<const Complex> image, const PlaneShape& shape,
                                       const FrequencyFilter& filter) {
  std::vector<Complex> values(image.begin(), image.end());
  transform_plane(values, shape.rows, shape.columns);
  for (std::size_t k = 0; k < shape.rows; ++k)
    for (std::size_t l = 0; l < shape.columns; ++l) {
      Complex& z = values[k * shape.columns + l];
      z = filter.passes(k, shape.rows, l, shape.columns) ? std::conj(z) : Complex{};
    }
  transform_plane(values, shape.rows, shape.columns);
  for (Complex& z : values) z = std::conj(z) / static_cast<double>(shape.size());
  return values;
}

}  // namespace

std::vector<Complex> plane_by_definition(std::span<const Complex> image, std::size_t rows,
                                         std::size_t columns) {
  std::vector<LongComplex> values = widened(image);
  define_plane(values, rows, columns, -1);
  return rounded(values);
}

SpectrumCheck check_plane(std::span<const Complex> image, const PlaneShape& shape,
                          std::span<const Complex> spectrum) {
  const std::string size = fmt::format("{} x {}", shape.rows, shape.columns);
  if (is_small(shape)) {
    const double error = relative_error(spectrum, plane_by_definition(image, shape.rows, shape.columns));
    return verdict(
        shape, error,
        fmt::format("relative L2 error {:.1e} against the definition in long double, columns first, {}", error,
                    size));
  }
  std::vector<Complex> serial(image.begin(), image.end());
  transform_plane(serial, shape.rows, shape.columns);
  const double error = relative_error(spectrum, serial);
  const std::size_t samples = std::clamp<std::size_t>((std::size_t{1} << 23U) / shape.size(), 2, 16);
  const double sampled = sampled_error(image, shape, spectrum, serial, samples);
  return verdict(
      shape, sampled > error ? sampled : error,
      fmt::format("relative L2 error {:.1e} against serial FFTs, columns first, {}; {:.1e} against the "
                  "definition at {} coefficients",
                  error, size, sampled, samples));
}

SpectrumCheck check_filtered(std::span<const Complex> image, const PlaneShape& shape,
                             const FrequencyFilter& filter, std::span<const Complex> filtered) {
  const bool by_definition = is_small(shape);
  const std::vector<Complex> reference =
      by_definition ? filtered_by_definition(image, shape, filter) : filtered_serially(image, shape, filter);
  long double wrong = 0;
  long double whole = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    wrong += std::norm(LongComplex(filtered[i]) - LongComplex(reference[i]));
    whole += std::norm(LongComplex(image[i]));
  }
  const auto error = static_cast<double>(whole > 0 ? std::sqrt(wrong / whole) : std::sqrt(wrong));
  return verdict(
      shape, error,
      fmt::format("L2 error {:.1e} of the image's norm against {}, columns first, {} x {}", error,
                  by_definition ? "the definition in long double" : "serial FFTs", shape.rows, shape.columns));
}

}  // namespace toruscope::apps
