// SPDX-License-Identifier: Apache-2.0
// The cost formulas of complete exchange as Liu, Gu, Ren and Xiong print them, and corrections.
//
// Nothing here knows a schedule. Blocks are what the paper multiplies by m tw.
//
// Source  Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//         Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005: sections
//         3-5 and Table 1. [12], [13] are Suh, Yalamanchili, IEEE TPDS 9(5), 1998, and Suh, Shin,
//         IEEE TPDS 12(1), 2001, as that paper quotes them.

#pragma once

#include <toruscope/units.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::reproduce {

inline constexpr const char* kExchangePaper =
    "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005: complete exchange on multidimensional tori";

/// Sides are given with N1, the longest, first.
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

/// Table 1, r x s, s >= r: Suh, Shin [13]: (s/2 + 2, r s^2/4 + rs).
ExchangeCost suh_shin_2d_formula(std::int64_t r, std::int64_t s);
/// Table 1, 2^d x 2^d: Suh, Yalamanchili [12]: (3d - 3, 9 2^(3d-4) + (d^2 - 5d + 3) 2^(2d-1)).
ExchangeCost suh_yalamanchili_formula(int d);

/// Table 1, k dimensions: Suh, Shin [13]: (k (N1/4 + 1), (k N1/8 + k/2) N).
ExchangeCost suh_shin_formula(const std::vector<int>& sides);
/// Table 1 and section 5.1: (k (ceil(N1/4k) + log2 k + 1), (k^2 floor(N1^2/8k^2) + (floor(k^2/4) +
/// k/2) N1) N2 .. Nk). The volume is right for k = 1, 2, 4.
ExchangeCost ptk_formula(const std::vector<int>& sides);
/// Section 5.3: (k ceil(N1/4k) + k^2, (k^2 floor(N1^2/8k^2) + (floor(k^2/4) + k/2) N1) N2 .. Nk).
ExchangeCost mtk_formula(const std::vector<int>& sides);
/// Section 5.2, k = 3, as printed: (3 ceil(N1/12) + 9, 9 ceil(N1^2/72) N2 N3 + 7 N1 N2 N3 / 2).
ExchangeCost mt3_formula(const std::vector<int>& sides);

/// exchange-2: a startup less for each ring stage on rings of two PEs.
ExchangeCost less_empty_steps(ExchangeCost formula, std::int64_t stages);

/// Lemma 1, N1 even and the longest side: N1 N1 ... Nk / 8 blocks, here times 8.
std::int64_t lemma1_eighths(const std::vector<int>& sides);

/// Ticks on a machine where nothing but ts and tw cost anything.
Ticks time_of(const ExchangeCost& cost, Ticks ts, Ticks tw, std::int64_t block);

}  // namespace toruscope::reproduce
