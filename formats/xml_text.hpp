// SPDX-License-Identifier: Apache-2.0
// A file of XML, whose faults are named with file and line.

#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace toruscope::formats {

class XmlText {
 public:
  /// Errors    ConfigError for what is no XML.
  XmlText(const std::string& file, std::string_view text);

  [[nodiscard]] const pugi::xml_document& document() const { return document_; }
  /// Says what is wrong with a node: "network: FILE:LINE: <gpu> has no dev".
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& why) const;
  [[noreturn]] void refuse_at(std::ptrdiff_t offset, const std::string& why) const;
  /// The whole number of an attribute.
  /// Errors    ConfigError if it is missing, or none of `least` to `most`.
  [[nodiscard]] int whole(const pugi::xml_node& node, const char* name, int least, int most) const;

 private:
  const std::string& file_;
  std::string_view text_;
  pugi::xml_document document_;
};

}  // namespace toruscope::formats
