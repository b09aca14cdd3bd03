// SPDX-License-Identifier: Apache-2.0
// A spectrum: frequencies, periods, the strongest cycle, and the files that hold it.

#pragma once

#include "apps/fft/local_fft.hpp"

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

namespace toruscope::apps {

/// Unit in which a series counts time.
struct Sampling {
  double interval = 1;             ///< distance of two values, in `unit`
  std::string unit = "samples";    ///< plural: "months"
  std::optional<double> per_year;  ///< units in a year
};

/// Cycles per unit of coefficient k of n; beyond n/2 negative: k - n cycles in the series.
double frequency(std::size_t k, std::size_t n, const Sampling& sampling);

/// The coefficient 1 <= k <= n/2, of a complex series 1 <= k < n, of the largest magnitude (ties:
/// the lowest), if above rounding: 1e-12 times `scale`, the series' sum of magnitudes.
std::optional<std::size_t> strongest(std::span<const Complex> spectrum, double scale, bool is_complex = false);

/// Writes "strongest cycle: 134.3 months = 11.19 years (k = 21)"; may be negative if complex.
std::string strongest_text(std::span<const Complex> spectrum, double scale, const Sampling& sampling,
                           bool is_complex = false);

/// Writes k, frequency, period, real, imaginary, magnitude; numbers in the shortest exact text.
void write_spectrum_csv(std::ostream& out, std::span<const Complex> spectrum, const Sampling& sampling);

/// Writes .csv or .npy (complex128) by the extension, whole or not at all.
void write_spectrum(const std::filesystem::path& path, std::span<const Complex> spectrum,
                    const Sampling& sampling);

}  // namespace toruscope::apps
