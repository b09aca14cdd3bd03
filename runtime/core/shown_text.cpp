// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::core {

namespace {

struct HiddenRange {
  std::uint32_t first, last;
};

/// Control characters, and Unicode's format characters and separators of lines and paragraphs.
constexpr std::array kHidden{
    HiddenRange{0x00, 0x1f},     HiddenRange{0x7f, 0x9f},     HiddenRange{0xad, 0xad},
    HiddenRange{0x600, 0x605},   HiddenRange{0x61c, 0x61c},   HiddenRange{0x6dd, 0x6dd},
    HiddenRange{0x70f, 0x70f},   HiddenRange{0x180e, 0x180e}, HiddenRange{0x200b, 0x200f},
    HiddenRange{0x2028, 0x202e}, HiddenRange{0x2060, 0x206f}, HiddenRange{0xfeff, 0xfeff},
    HiddenRange{0xfff9, 0xfffb}, HiddenRange{0xfffe, 0xffff}, HiddenRange{0xe0000, 0xe007f}};

bool is_hidden(std::uint32_t character) {
  return std::any_of(kHidden.begin(), kHidden.end(),
                     [=](HiddenRange range) { return character >= range.first && character <= range.last; });
}

/// The first character of a nonempty text, and its bytes; a byte that is not UTF-8 stands alone.
struct Character {
  std::uint32_t value = 0;
  std::size_t bytes = 1;
  bool is_valid = true;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead};
  const Character invalid{lead, 1, false};
  const std::size_t bytes = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return invalid;
  std::uint32_t value = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return invalid;
    value = value << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kLeast[bytes] || value > 0x10ffff || is_surrogate) return invalid;
  return {value, bytes};
}

void append_shown(std::string& shown, std::string_view text, Character character) {
  if (character.is_valid && !is_hidden(character.value)) {
    shown += text.substr(0, character.bytes);
    return;
  }
  switch (character.value) {
    case '\n':
      shown += "\\n";
      return;
    case '\r':
      shown += "\\r";
      return;
    case '\t':
      shown += "\\t";
      return;
    default:
      if (character.is_valid && character.value >= 0x80)
        shown += fmt::format("\\u{:04x}", character.value);
      else
        shown += fmt::format("\\x{:02x}", character.value);
  }
}

}  // namespace

std::string shown(std::string_view text, std::size_t most) {
  std::string shown;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "...";
    const Character character = first_character(text);
    append_shown(shown, text, character);
    text.remove_prefix(character.bytes);
  }
  return shown;
}

std::string escaped(std::string_view text) {
  return shown(text, std::string_view::npos);
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.is_valid || is_hidden(character.value)) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

std::string shown_lines(std::string_view text, std::size_t longest) {
  const std::size_t kept_at_end = longest / 4;
  std::string all;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.size() <= longest) {
      all += escaped(line);
    } else {
      all += escaped(line.substr(0, longest - kept_at_end));
      all += fmt::format(" [... {} bytes ...] ", line.size() - longest);
      all += escaped(line.substr(line.size() - kept_at_end));
    }
    if (end == text.size()) return all;
    all += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace toruscope::core
