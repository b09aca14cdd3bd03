// SPDX-License-Identifier: Apache-2.0
// Columns of a page, decoded by their description in view/README.md.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::test {

using Values = std::vector<std::int64_t>;

inline std::string decoded_base64(const std::string& text) {
  std::string data;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                                             : 63;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) data += static_cast<char>(bits >> (count -= 8) & 255U);
  }
  return data;
}

inline Values unpacked(const std::string& text) {
  Values values;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char c : decoded_base64(text)) {
    const auto byte = static_cast<unsigned char>(c);
    value |= std::uint64_t{byte & 127U} << shift;
    shift += 7;
    if ((byte & 128U) != 0) continue;
    values.push_back(static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U));
    value = shift = 0;
  }
  return values;
}

inline Values summed(Values values) {
  std::int64_t sum = 0;
  for (std::int64_t& value : values) value = sum += value;
  return values;
}

}  // namespace toruscope::test
