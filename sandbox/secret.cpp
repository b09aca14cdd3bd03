// SPDX-License-Identifier: Apache-2.0
#include "sandbox/secret.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <sys/random.h>
#include <unistd.h>

namespace toruscope::sandbox {

namespace {

constexpr std::size_t kDigits = 32;
using Digits = std::array<char, kDigits>;

Digits mask{}, masked{};  // NOLINT: signal handlers reach globals only

void exclusive_or(Digits& digits, const Digits& other) noexcept {
  for (std::size_t i = 0; i < kDigits; ++i) digits[i] = static_cast<char>(digits[i] ^ other[i]);
}

bool write_all(int channel, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t part = write(channel, text.data(), text.size());
    if (part <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(part));
  }
  return true;
}

}  // namespace

bool read_secret() {
  std::array<char, kDigits + 1> line{};  // with its line end
  const bool is_there = read(STDIN_FILENO, line.data(), line.size()) == std::ssize(line) &&
                        line.back() == '\n' && getrandom(mask.data(), kDigits, 0) == std::ssize(mask);
  std::memcpy(masked.data(), line.data(), kDigits);
  explicit_bzero(line.data(), line.size());
  exclusive_or(masked, mask);
  return is_there;
}

bool write_line(int channel, std::initializer_list<std::string_view> parts) noexcept {
  Digits plain = masked;
  exclusive_or(plain, mask);
  bool is_written = write_all(channel, {plain.data(), kDigits});
  explicit_bzero(plain.data(), kDigits);
  is_written = is_written && write_all(channel, " ");
  for (const std::string_view part : parts) is_written = is_written && write_all(channel, part);
  return is_written && write_all(channel, "\n");
}

}  // namespace toruscope::sandbox
