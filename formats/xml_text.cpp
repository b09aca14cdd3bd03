// SPDX-License-Identifier: Apache-2.0

#include "formats/xml_text.hpp"

#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::formats {

XmlText::XmlText(const std::string& file, std::string_view text) : file_(file), text_(text) {
  if (const auto result = document_.load_buffer(text.data(), text.size()); !result)
    refuse_at(result.offset, fmt::format("is no XML: {}", result.description()));
}

void XmlText::refuse(const pugi::xml_node& node, const std::string& why) const {
  refuse_at(node.offset_debug(), fmt::format("<{}> {}", core::shown(node.name()), why));
}

void XmlText::refuse_at(std::ptrdiff_t offset, const std::string& why) const {
  throw ConfigError(fmt::format("network: {}:{}: {}", core::escaped(file_), core::line_at(text_, offset), why));
}

int XmlText::whole(const pugi::xml_node& node, const char* name, int least, int most) const {
  const std::string_view value = node.attribute(name).value();
  const auto number = core::read_number<int>(value);
  if (!number || *number < least || *number > most)
    refuse(node, fmt::format("has {}=\"{}\", which is no whole number from {} to {}", name, core::shown(value),
                             least, most));
  return *number;
}

}  // namespace toruscope::formats
