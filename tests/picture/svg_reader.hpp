// SPDX-License-Identifier: Apache-2.0
// Reads what Svg writes: its elements with their attributes, their notes and their words.

#pragma once

#include "picture/svg.hpp"

#include <cstddef>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace toruscope::test {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string inside;  ///< words, or the note of a mark

  [[nodiscard]] double number(const std::string& attribute) const {
    return std::stod(attributes.at(attribute));
  }
  [[nodiscard]] bool is_of_class(const std::string& wanted) const {
    const auto found = attributes.find("class");
    return found != attributes.end() &&
           (" " + found->second + " ").find(" " + wanted + " ") != std::string::npos;
  }
  [[nodiscard]] std::vector<picture::Point> points() const {
    std::vector<picture::Point> all;
    const std::string& text = attributes.at("points");
    static const std::regex kPair(R"((-?[\d.]+),(-?[\d.]+))");
    for (std::sregex_iterator i(text.begin(), text.end(), kPair), end; i != end; ++i)
      all.push_back({std::stod((*i)[1]), std::stod((*i)[2])});
    return all;
  }
};

/// Elements within the root, in their order; a note belongs to the element that it is in.
inline std::vector<Element> elements_of(const std::string& svg) {
  std::vector<Element> all;
  const std::size_t body = svg.find("</style>");
  static const std::regex kTag(R"(<(\w+)((?: [\w-]+="[^"]*")*)/?>(?:<title>([^<]*)</title>|([^<]*)))");
  static const std::regex kAttribute(R"(([\w-]+)="([^"]*)\")");
  for (std::sregex_iterator i(svg.begin() + static_cast<std::ptrdiff_t>(body), svg.end(), kTag), end; i != end;
       ++i) {
    Element element{(*i)[1], {}, (*i)[3].matched ? (*i)[3] : (*i)[4]};
    const std::string attributes = (*i)[2];
    for (std::sregex_iterator a(attributes.begin(), attributes.end(), kAttribute); a != end; ++a)
      element.attributes[(*a)[1]] = (*a)[2];
    all.push_back(std::move(element));
  }
  return all;
}

inline std::vector<Element> of_class(const std::string& svg, const std::string& wanted) {
  std::vector<Element> all = elements_of(svg);
  std::erase_if(all, [&](const Element& element) { return !element.is_of_class(wanted); });
  return all;
}

/// All that is written.
inline std::vector<std::string> words_of(const std::string& svg) {
  std::vector<std::string> words;
  for (const Element& element : elements_of(svg))
    if (element.name == "text") words.push_back(element.inside);
  return words;
}

/// The notes of marks, links and cells.
inline std::vector<std::string> notes_of(const std::string& svg) {
  std::vector<std::string> notes;
  for (const Element& element : elements_of(svg))
    if (element.name != "text" && !element.inside.empty() && element.inside != "\n")
      notes.push_back(element.inside);
  return notes;
}

}  // namespace toruscope::test
