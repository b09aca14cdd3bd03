// SPDX-License-Identifier: Apache-2.0
// The second method, by which a computed spectrum is judged.

#pragma once

#include "apps/fft/local_fft.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace toruscope::apps {

/// The definition, coefficient by coefficient, in long double: n^2 operations.
std::vector<Complex> dft_by_definition(std::span<const Complex> series);
/// Computes one coefficient by the definition.
Complex dft_coefficient(std::span<const Complex> series, std::size_t k);

/// || values - reference || / || reference || (Euclidean); for reference 0, || values ||. Or NaN.
double relative_error(std::span<const Complex> values, std::span<const Complex> reference);

struct SpectrumCheck {
  bool is_right = false;  ///< error < 1e-12 max(1, log2 n)
  double error = 0;
  std::string text;  ///< "relative L2 error 1.3e-15 against ..."
};

/// Longest series whose whole spectrum is compared with the definition.
inline constexpr std::size_t kDefinitionLimit = 8192;

/// Compares with the definition or, for a long series, with one serial transform of the whole
/// series (its factors are others than the six steps') and some coefficients by definition.
SpectrumCheck check_spectrum(std::span<const Complex> series, std::span<const Complex> spectrum);

}  // namespace toruscope::apps
