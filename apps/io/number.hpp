// SPDX-License-Identifier: Apache-2.0
// Numbers in the lines of a text file.

#pragma once

#include <optional>
#include <string_view>

namespace toruscope::apps {

/// The number that is the whole text; "nan", "inf" and what exceeds a double count as numbers that
/// are not finite, what is too near to 0 for a double is 0. Nothing if it is no number.
std::optional<double> number_in(std::string_view text);

}  // namespace toruscope::apps
