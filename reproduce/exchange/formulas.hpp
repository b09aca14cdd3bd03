// SPDX-License-Identifier: Apache-2.0
// The cost formulas of complete exchange as Liu, Gu, Ren and Xiong print them, and as they are right where they are not.
//
// Nothing here knows a schedule. Blocks are what the paper multiplies by m tw.
//
// Source  Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized Communication on
//         Multidimensional Tori", Acta Electronica Sinica 33(9), 2005: sections 3-5 and Table 1. [12], [13] are
//         Suh, Yalamanchili, IEEE TPDS 9(5), 1998, and Suh, Shin, IEEE TPDS 12(1), 2001, as that paper quotes them.

#pragma once

#include <toruscope/units.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::reproduction {

inline constexpr const char* kExchangePaper =
    "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005: complete exchange on multidimensional tori";

struct ExchangeCost {
  std::int64_t startups = 0;
  std::int64_t blocks = 0;
};

/// Section 3: (ceil(p/4) + 1, floor(p^2/8) + p/2).
ExchangeCost ring_formula(std::int64_t p);
/// Section 4 and Table 1, s >= r: (2 ceil(s/8) + 4, 4r floor(s^2/32) + 2rs).
ExchangeCost at2_formula(std::int64_t r, std::int64_t s);
/// Section 6, for 2^d x 2^d: (2^(d-2) + 4, 2^(3d-3) + 2^(2d+1)).
ExchangeCost at2_power_formula(int d);

/// Table 1, r x s: Suh, Shin [13]: (s/2 + 2, r s^2/4 + rs).
ExchangeCost suh_shin_formula(std::int64_t r, std::int64_t s);
/// Table 1, 2^d x 2^d: Suh, Yalamanchili [12]: (3d - 3, 9 2^(3d-4) + (d^2 - 5d + 3) 2^(2d-1)).
ExchangeCost suh_yalamanchili_formula(int d);

/// What exchange-2 says: on rings of two PEs each ring stage has one startup less than `formula` counts.
ExchangeCost less_empty_steps(ExchangeCost formula, std::int64_t stages);

/// Lemma 1, N1 even and the longest side: N1 N1 ... Nk / 8 blocks, here times 8.
std::int64_t lemma1_eighths(const std::vector<int>& sides);

/// Ticks on a machine where nothing but ts and tw cost anything.
Ticks time_of(const ExchangeCost& cost, Ticks ts, Ticks tw, std::int64_t block);

}  // namespace toruscope::reproduction
