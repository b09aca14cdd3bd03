// SPDX-License-Identifier: Apache-2.0
// What rounding to double takes from computed values: the constants of the bounds by which results
// are judged.

#pragma once

namespace toruscope::apps {

/// u: relative error of one operation
inline constexpr long double kUnit = 0x1p-53L;
/// most that an underflow takes from one operation
inline constexpr long double kTiny = 0x1p-1074L;
/// products of two bounds; rounding of the judge itself
inline constexpr long double kSlack = 1 + 0x1p-20L;

}  // namespace toruscope::apps
