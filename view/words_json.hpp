// SPDX-License-Identifier: Apache-2.0
// Rules and counts of a run in words, as its page says them, from the tables of settings and
// figures.

#pragma once

#include "view/description.hpp"

namespace toruscope::view {

/// rules: what is said of the machine, costs aside. parts: those of T, by kinds of events on the
/// critical path. totals; bound: what it counts.
Json words_json(const Json& run);

}  // namespace toruscope::view
