// SPDX-License-Identifier: Apache-2.0
// A lower bound that is the largest of several.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// Raises the bound to a larger time, with its reason.
inline void raise(Bound& bound, Ticks ticks, const Bound::Counted& counted, const char* source) {
  if (ticks <= bound.ticks) return;
  bound.ticks = ticks;
  bound.source = source;
  bound.counted = counted;
}

}  // namespace toruscope::collectives
