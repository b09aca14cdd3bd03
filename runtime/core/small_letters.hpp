// SPDX-License-Identifier: Apache-2.0
// Comparison of words regardless of case. Only ASCII letters have small ones, in any locale.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace toruscope::core {

constexpr char small_letter(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Turns "CSV" into "csv".
inline std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), small_letter);
  return small;
}

/// Compares without regard to case.
inline bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return small_letter(x) == small_letter(y); });
}

/// Says that "%%MatrixMarket matrix" begins with "%%matrixmarket".
inline bool begins_with_word(std::string_view text, std::string_view word) {
  return is_same_word(text.substr(0, word.size()), word);
}

}  // namespace toruscope::core
