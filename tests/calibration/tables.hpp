// SPDX-License-Identifier: Apache-2.0
// Readings of texts, in tests.

#pragma once

#include "calibration/read.hpp"

#include <toruscope/error.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace toruscope::calibration {

inline Reading reading_of(std::string_view text, const std::optional<std::string>& test = std::nullopt) {
  Reading reading;
  read_tables("t.txt", text, test, reading);
  return reading;
}

/// The sentence with which a text is refused; empty: it is not.
inline std::string refusal_of(std::string_view text, const std::optional<std::string>& test = std::nullopt) {
  try {
    (void)reading_of(text, test);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace toruscope::calibration
