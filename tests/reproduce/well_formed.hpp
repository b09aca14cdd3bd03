// SPDX-License-Identifier: Apache-2.0
// Whether a text is a well-formed document of elements, attributes and words.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope {

/// Empty, or what is wrong. Knows no comments, processing instructions or CDATA: none are written.
inline std::string what_is_malformed(const std::string& xml) {
  std::vector<std::string> open;
  bool has_root = false;
  for (std::size_t i = 0; i < xml.size();) {
    if (xml[i] == '&') {
      const std::size_t end = xml.find(';', i);
      const std::string name = end == std::string::npos ? "" : xml.substr(i + 1, end - i - 1);
      if (name != "amp" && name != "lt" && name != "gt" && name != "quot") return "an entity: &" + name;
      i = end + 1;
    } else if (xml[i] != '<') {
      if (xml[i] == '>') return "a > outside of a tag";
      if (open.empty() && xml[i] != '\n') return "words outside of the root";
      ++i;
    } else {
      std::size_t end = i + 1;
      for (bool in_quotes = false; end < xml.size() && (in_quotes || xml[end] != '>'); ++end) {
        if (xml[end] == '"') in_quotes = !in_quotes;
        if (xml[end] == '<') return "a < in a tag";
      }
      if (end >= xml.size()) return "a tag without end";
      const std::string tag = xml.substr(i + 1, end - i - 1);
      const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
      if (tag[0] == '/') {
        if (open.empty() || open.back() != tag.substr(1)) return "the end of " + tag.substr(1);
        open.pop_back();
      } else {
        if (open.empty() && has_root) return "a second root";
        has_root = true;
        if (tag.back() != '/') open.push_back(name);
      }
      i = end + 1;
    }
  }
  if (!open.empty()) return "no end of " + open.back();
  return has_root ? "" : "no root";
}

}  // namespace toruscope
