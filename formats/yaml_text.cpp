// SPDX-License-Identifier: Apache-2.0

#include "formats/yaml_text.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

constexpr std::size_t kLongestYaml = std::size_t{16} << 20U;

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

YamlText::YamlText(const std::string& file, std::string_view text) : file_(file) {
  if (text.size() > kLongestYaml)
    throw ConfigError(fmt::format("network: {}: YAML of more than 16 MiB is not read", core::escaped(file)));
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() > 1) refuse(documents[1], "a second document begins here; give each a file");
    if (!documents.empty()) root_ = documents.front();
  } catch (const YAML::Exception& error) {
    throw ConfigError(fmt::format("network: {}:{}: is no YAML: {}", core::escaped(file), error.mark.line + 1,
                                  core::shown(error.msg, core::kLongestLine)));
  }
}

int YamlText::line_of(const YAML::Node& node) const {
  return node.IsDefined() ? std::max(node.Mark().line + 1, 1) : 1;
}

void YamlText::refuse(const YAML::Node& node, const std::string& why) const {
  throw ConfigError(fmt::format("network: {}:{}: {}", core::escaped(file_), line_of(node), why));
}

YAML::Node YamlText::child(const YAML::Node& map, const char* key) const {
  if (!map.IsMap()) refuse(map, fmt::format("no map with the key {} stands here", key));
  YAML::Node found(YAML::NodeType::Undefined);
  for (const auto& pair : map) {
    if (!pair.first.IsScalar() || pair.first.Scalar() != key) continue;
    if (found.IsDefined()) refuse(pair.first, fmt::format("the key {} is there already", key));
    found.reset(pair.second);
  }
  return found;
}

std::vector<std::string> YamlText::keys(const YAML::Node& map) const {
  std::vector<std::string> all;
  if (!map.IsMap()) refuse(map, "no map stands here");
  for (const auto& pair : map) all.push_back(word(pair.first));
  return all;
}

std::vector<YAML::Node> YamlText::elements(const YAML::Node& list) const {
  std::vector<YAML::Node> all;
  if (!list.IsDefined() || list.IsNull()) return all;
  if (!list.IsSequence()) return {list};
  for (const YAML::Node& element : list) all.push_back(element);
  return all;
}

std::string YamlText::word(const YAML::Node& node) const {
  if (!node.IsDefined() || node.IsNull()) return {};
  if (!node.IsScalar()) refuse(node, "a list or map stands where a word is due");
  return node.Scalar();
}

std::string YamlText::words(const YAML::Node& node) const {
  return core::joined(elements(node), ",", [&](const YAML::Node& element) { return word(element); });
}

std::int64_t YamlText::whole(const YAML::Node& node, std::int64_t least, std::int64_t most) const {
  std::int64_t value = 0;
  const std::string text = word(node);
  if (!read_number(text, value) || value < least || value > most)
    refuse(node, fmt::format("\"{}\" is no whole number from {} to {}", core::shown(text), least, most));
  return value;
}

double YamlText::number(const YAML::Node& node, double least, double most) const {
  double value = 0;
  const std::string text = word(node);
  if (!read_number(text, value) || !(value >= least && value <= most))
    refuse(node, fmt::format("\"{}\" is no number from {} to {}", core::shown(text), least, most));
  return value;
}

}  // namespace toruscope::formats
