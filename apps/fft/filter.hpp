// SPDX-License-Identifier: Apache-2.0
// A filter of an image's waves: an ideal one, sharp at its cut-offs.
//
// The coefficient (k, l) of an image of R x C pixels is a wave of fy = k/R cycles a pixel down and
// fx = l/C across, both taken in -1/2 < f <= 1/2; its frequency is sqrt(fx^2 + fy^2). A coefficient
// and its conjugate have the same frequency, so the result stays real. Sharp cut-offs ring (Gibbs).

#pragma once

#include <cstddef>
#include <string>

namespace toruscope::apps {

struct FrequencyFilter {
  enum class Kind { none, low_pass, high_pass, band_pass };

  /// True if a frequency passes. none: all. low_pass: frequency <= low. high_pass: frequency > low.
  /// band_pass: low < frequency <= high.
  [[nodiscard]] bool passes(std::size_t k, std::size_t rows, std::size_t l, std::size_t columns) const;
  /// Text such as "low-pass, up to 0.1 cycles a pixel".
  [[nodiscard]] std::string text() const;
  /// True if the mean grey passes.
  [[nodiscard]] bool keeps_mean() const { return kind == Kind::none || kind == Kind::low_pass; }

  Kind kind = Kind::none;
  double low = 0;
  double high = 0;
};

}  // namespace toruscope::apps
