// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/schemas.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

namespace toruscope::cli {

namespace {

using Json = nlohmann::ordered_json;

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// A choice of schemas; an enum if all are constants.
Json one_of(const std::vector<Json>& all) {
  Json constants = Json::array();
  for (const Json& one : all)
    if (one.contains("const")) constants.push_back(one["const"]);
  if (constants.size() == all.size()) return {{"enum", constants}};
  Json json;
  for (const Json& one : all) json["oneOf"].push_back(one);
  return json;
}

class SchemaReader {
 public:
  using Known = std::function<SchemaKeys(const std::string&)>;

  SchemaReader(std::string_view text, const Known& known) : text_(text), known_(known) {}

  Json definitions() {
    Json all;
    while (next() != '\0') {
      const bool is_of_keys = take_word("...");
      const std::string name = word();
      expect('=');
      if (is_of_keys)
        of_name_[name] = several_keys();
      else
        all[name] = type();
    }
    return all;
  }

 private:
  /// The character after white space, '\0' at the end.
  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c))
      throw std::logic_error(fmt::format("schema: {} is missing before \"{}\"", c, text_.substr(at_, 40)));
  }
  std::string word() {
    next();
    const std::size_t from = at_;
    while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    if (at_ == from)
      throw std::logic_error(fmt::format("schema: a word is missing before \"{}\"", text_.substr(at_, 40)));
    return std::string(text_.substr(from, at_ - from));
  }
  std::string quoted(char quote) {
    const std::size_t end = text_.find(quote, at_);
    std::string inside(text_.substr(at_, end - at_));
    at_ = end + 1;
    return inside;
  }

  Json type() {
    std::vector<Json> all;
    bool may_be_null = false;
    do {
      Json one = single();
      if (one.contains("type") && one["type"] == "null")
        may_be_null = true;
      else
        all.push_back(std::move(one));
    } while (take('|'));
    Json json = all.size() == 1 ? std::move(all.front()) : one_of(all);
    if (may_be_null) json = schema_or_null(std::move(json));
    if (take('"')) json["description"] = quoted('"');
    return json;
  }

  Json single() {
    if (take('{')) return object();
    if (take('[')) return list();
    if (take('@')) return {{"$ref", "#/$defs/" + word()}};
    if (take('\'')) return {{"const", quoted('\'')}};
    return simple(word());
  }

  Json simple(const std::string& name) {
    if (name == "true" || name == "false") return {{"const", name == "true"}};
    if (name == "text") return {{"type", "string"}};
    if (name == "yes_or_no") return {{"type", "boolean"}};
    if (name == "number" || name == "integer" || name == "null") return {{"type", name}};
    if (name != "whole") throw std::logic_error("schema: there is no type " + name);
    return {{"type", "integer"}, {"minimum", take_word("from") ? std::atoi(word().c_str()) : 0}};
  }

  bool take_word(std::string_view wanted) {
    next();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  Json list() {
    Json json{{"type", "array"}, {"items", type()}};
    if (take(';')) {
      const int length = std::atoi(word().c_str());
      json["minItems"] = length;
      json["maxItems"] = length;
    }
    expect(']');
    return json;
  }

  Json object() {
    Json json{{"type", "object"}};
    const bool has_one = take('+');
    if (has_one || take('*')) {
      expect(':');
      json["additionalProperties"] = type();
      if (has_one) json["minProperties"] = 1;
    } else {
      json["properties"] = Json::object();
      json["required"] = Json::array();
      for (SchemaKey& key : several_keys()) {
        if (!key.may_be_left_out) json["required"].push_back(key.name);
        json["properties"][key.name] = std::move(key.value);
      }
      json["additionalProperties"] = false;
    }
    expect('}');
    return json;
  }

  SchemaKeys several_keys() {
    SchemaKeys all = keys();
    while (take(',')) {
      SchemaKeys further = keys();
      std::move(further.begin(), further.end(), std::back_inserter(all));
    }
    return all;
  }

  /// Keys of one type, or those of a name.
  SchemaKeys keys() {
    if (take_word("...")) {
      const std::string name = word();
      const auto found = of_name_.find(name);
      return found == of_name_.end() ? known_(name) : found->second;
    }
    SchemaKeys all;
    while (!take(':')) {
      SchemaKey& key = all.emplace_back();
      key.name = word();
      key.may_be_left_out = take('?');
    }
    const Json value = type();
    for (SchemaKey& key : all) key.value = value;
    return all;
  }

  std::string_view text_;
  const Known& known_;
  std::map<std::string, SchemaKeys> of_name_;
  std::size_t at_ = 0;
};

}  // namespace

Json read_schema(std::string_view notation, const std::function<SchemaKeys(const std::string&)>& known) {
  return SchemaReader(notation, known).definitions();
}

Json schema_or_null(Json value) {
  if (value.contains("oneOf")) {
    value["oneOf"].push_back(Json{{"type", "null"}});
    return value;
  }
  if (!value.contains("type") || value["type"] == "object") {
    Json either;
    either["oneOf"] = Json::array({std::move(value), Json{{"type", "null"}}});
    return either;
  }
  if (!value["type"].is_array()) value["type"] = Json::array({value["type"]});
  value["type"].push_back("null");
  return value;
}

}  // namespace toruscope::cli
