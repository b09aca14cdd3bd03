// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/filter.hpp"

#include <fmt/core.h>

namespace toruscope::apps {
namespace {

/// The square of a wave's cycles a pixel along one side, the same for k and n - k.
double squared_frequency(std::size_t k, std::size_t n) {
  const double f = static_cast<double>(2 * k <= n ? k : n - k) / static_cast<double>(n);
  return f * f;
}

}  // namespace

bool FrequencyFilter::passes(std::size_t k, std::size_t rows, std::size_t l, std::size_t columns) const {
  const double f2 = squared_frequency(k, rows) + squared_frequency(l, columns);
  switch (kind) {
    case Kind::none:
      return true;
    case Kind::low_pass:
      return f2 <= low * low;
    case Kind::high_pass:
      return f2 > low * low;
    case Kind::band_pass:
      return f2 > low * low && f2 <= high * high;
  }
  return true;
}

std::string FrequencyFilter::text() const {
  switch (kind) {
    case Kind::none:
      return "no filter";
    case Kind::low_pass:
      return fmt::format("low-pass, up to {:g} cycles a pixel", low);
    case Kind::high_pass:
      return fmt::format("high-pass, above {:g} cycles a pixel", low);
    case Kind::band_pass:
      return fmt::format("band-pass, {:g} to {:g} cycles a pixel", low, high);
  }
  return "no filter";
}

}  // namespace toruscope::apps
