// SPDX-License-Identifier: Apache-2.0

#include "formats/yaml_text.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <sstream>
#include <yaml-cpp/eventhandler.h>

namespace toruscope::formats {

namespace {

constexpr std::size_t kLongestYaml = std::size_t{16} << 20U;

/// Notes where documents begin. YAML::Load drops all behind the first one, also what does not
/// belong to it, and YAML::LoadAll may not come to an end there.
class DocumentWatch : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { line_ = mark.line + 1; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& /*value*/) override {}
  void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                       YAML::EmitterStyle::value /*style*/) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {}
  void OnMapEnd() override {}

  [[nodiscard]] int line() const { return line_; }

 private:
  int line_ = 1;
};

/// The line at which something follows the first document; 0 if nothing does.
int line_behind_first(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  DocumentWatch watch;
  if (!parser.HandleNextDocument(watch)) return 0;
  return parser.HandleNextDocument(watch) ? watch.line() : 0;
}

}  // namespace

YamlText::YamlText(const std::string& file, std::string_view text) : file_(file) {
  if (text.size() > kLongestYaml)
    throw ConfigError(fmt::format("network: {}: YAML of more than 16 MiB is not read", core::escaped(file)));
  try {
    const std::string whole(text);
    if (const int line = line_behind_first(whole); line > 0)
      throw ConfigError(
          fmt::format("network: {}:{}: what stands here is no part of the document before; a file has one",
                      core::escaped(file), line));
    root_ = YAML::Load(whole);
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
  const std::string text = word(node);
  const auto value = core::read_number<std::int64_t>(text);
  if (!value || *value < least || *value > most)
    refuse(node, fmt::format("\"{}\" is no whole number from {} to {}", core::shown(text), least, most));
  return *value;
}

double YamlText::number(const YAML::Node& node, double least, double most) const {
  const std::string text = word(node);
  const auto value = core::read_number<double>(text);
  if (!value || !(*value >= least && *value <= most))
    refuse(node, fmt::format("\"{}\" is no number from {} to {}", core::shown(text), least, most));
  return *value;
}

}  // namespace toruscope::formats
