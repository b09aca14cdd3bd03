// SPDX-License-Identifier: Apache-2.0
// Formulas in 63 bits: one whose time no clock would reach gives nothing.
//
// A formula is made of sums and maxima of costs times counts: coarser costs show whether it fits.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <optional>

namespace toruscope::collectives {

/// Ticks above any virtual time.
inline constexpr std::int64_t kBeyondClocks = std::int64_t{1} << 61;

inline Ticks time_of(Ticks time) {
  return time;
}
inline Ticks time_of(const Prediction& prediction) {
  return prediction.ticks;
}
inline Ticks time_of(const Bound& bound) {
  return bound.ticks;
}

/// Fewest bits to drop from the costs so that p^2 messages in a row fit; nothing if bytes do not.
std::optional<int> bits_too_many(const Case& c);
/// The case with costs divided by 2^bits and rounded up.
Case with_coarser_costs(Case c, int bits);

/// formula(c), or nothing if that is beyond all clocks.
template <class Result, class Formula>
std::optional<Result> within_clocks(const Formula& formula, const Case& c) {
  const std::optional<int> bits = bits_too_many(c);
  if (!bits) return std::nullopt;
  if (*bits > 0) {
    const std::optional<Result> coarse = formula(with_coarser_costs(c, *bits));
    if (!coarse || time_of(*coarse).count >= kBeyondClocks >> *bits) return std::nullopt;
  }
  return formula(c);
}

/// A lower bound, bound(c), where messages of all sizes cost the least that any does (T15).
template <class BoundOf>
std::optional<Bound> lower_bound(const BoundOf& bound, Case c) {
  c.costs = c.costs.least();
  return within_clocks<Bound>(bound, c);
}

}  // namespace toruscope::collectives
