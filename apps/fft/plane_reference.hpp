// SPDX-License-Identifier: Apache-2.0
// The second method, to judge an image's spectrum or filtering: serial, columns first.
//
// Up to a size it is the definition in long double, applied to all columns and then to all rows;
// above, serial FFTs in the same order, and the definition at some coefficients.

#pragma once

#include "apps/fft/plane.hpp"
#include "apps/fft/reference.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::apps {

/// Most products for which the definition is taken; it costs R C (R + C).
inline constexpr std::size_t kPlaneDefinitionLimit = std::size_t{1} << 24U;

/// The spectrum (R x C, row by row) by the definition in long double.
std::vector<Complex> plane_by_definition(std::span<const Complex> image, std::size_t rows, std::size_t columns);

/// Checks a spectrum. `spectrum` is R x C, row by row. Right: L2 error < 1e-12 max(1, log2 R C).
SpectrumCheck check_plane(std::span<const Complex> image, const PlaneShape& shape,
                          std::span<const Complex> spectrum);

/// Checks an image that went through the filter. Its error is taken relative to the image before,
/// so that a filter that leaves almost nothing is held to the same digits.
SpectrumCheck check_filtered(std::span<const Complex> image, const PlaneShape& shape,
                             const FrequencyFilter& filter, std::span<const Complex> filtered);

}  // namespace toruscope::apps
