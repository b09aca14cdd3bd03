// SPDX-License-Identifier: Apache-2.0

#include "cli/help_text.hpp"

#include "runtime/core/fold.hpp"

#include <algorithm>
#include <sstream>

namespace toruscope::detail {

namespace {

constexpr std::size_t kDescriptions = 30;  // the column where CLI11 begins them

/// "  --name VALUE       description" and the description alone on the line below a long name.
bool has_description(const std::string& line) {
  return line.size() > kDescriptions && line.starts_with("  ") && line[kDescriptions] != ' ' &&
         line[kDescriptions - 1] == ' ';
}

}  // namespace

std::string folded_help(const std::string& help, std::size_t width) {
  std::string all;
  std::istringstream lines(help);
  bool was_empty = true;
  for (std::string line; std::getline(lines, line); was_empty = line.empty()) {
    if (line.empty() && was_empty) continue;
    if (has_description(line)) {
      std::string name = line.substr(0, kDescriptions);
      name.erase(name.find_last_not_of(' ') + 1);
      all += labelled(name, kDescriptions, line.substr(kDescriptions), width);
      continue;
    }
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    all += labelled(std::string(indent, ' '), indent, line.substr(indent), width);
  }
  return all;
}

}  // namespace toruscope::detail
