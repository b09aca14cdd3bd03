// SPDX-License-Identifier: Apache-2.0
// A file of YAML, whose faults are named with file and line.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace toruscope::formats {

/// What Slurm, ASTRA-sim and their like write in YAML: maps, lists, words and numbers.
class YamlText {
 public:
  /// Errors    ConfigError for what is no YAML, and for more than 16 MiB.
  YamlText(const std::string& file, std::string_view text);

  [[nodiscard]] const YAML::Node& root() const { return root_; }
  [[noreturn]] void refuse(const YAML::Node& node, const std::string& why) const;
  [[nodiscard]] int line_of(const YAML::Node& node) const;

  /// The value of a key, undefined if it is not there.
  /// Errors    ConfigError if the node is no map.
  [[nodiscard]] YAML::Node child(const YAML::Node& map, const char* key) const;
  /// The keys of a map, as they stand.
  [[nodiscard]] std::vector<std::string> keys(const YAML::Node& map) const;
  /// Elements of a list, or the one that stands in its place; none of an undefined node.
  [[nodiscard]] std::vector<YAML::Node> elements(const YAML::Node& list) const;
  /// Errors    ConfigError if the node is no single word or text; empty if it is undefined.
  [[nodiscard]] std::string word(const YAML::Node& node) const;
  /// The word, or words of a list with commas between.
  [[nodiscard]] std::string words(const YAML::Node& node) const;
  /// Errors    ConfigError for what is no number of `least` to `most`.
  [[nodiscard]] std::int64_t whole(const YAML::Node& node, std::int64_t least, std::int64_t most) const;
  [[nodiscard]] double number(const YAML::Node& node, double least, double most) const;

 private:
  const std::string& file_;
  YAML::Node root_;
};

}  // namespace toruscope::formats
