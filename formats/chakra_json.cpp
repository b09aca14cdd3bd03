// SPDX-License-Identifier: Apache-2.0
// Chakra's traces as JSON: one document of the feeder, or the objects of chakra_jsonizer.

#include "formats/chakra_forms.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace toruscope::formats {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kBlank = " \t\r\n";

std::string text_of(const Json& value) {
  return core::shown(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool fits(const Json& value) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  return value.is_number_integer() && !(value.is_number_unsigned() && value.get<std::uint64_t>() > kMost);
}

class JsonReader {
 public:
  JsonReader(const std::string& file, std::string_view text, ChakraTraceBuilder& builder)
      : file_(file), text_(text), builder_(builder) {}

  void read() {
    const std::size_t end = end_of_object(text_);
    const bool has_more = end < text_.find_last_not_of(kBlank) + 1;
    const Json first = parsed(has_more ? text_.substr(0, end) : text_);
    if (!has_more && !is_metadata(first)) return read_document(first);
    read_metadata(first);
    for (std::string_view rest = text_.substr(end); rest.find_first_not_of(kBlank) != rest.npos;) {
      const std::size_t next = end_of_object(rest);
      add_written(parsed(rest.substr(0, next)));
      rest.remove_prefix(next);
    }
  }

 private:
  /// Place behind the object with which the text begins, or else the text's end.
  static std::size_t end_of_object(std::string_view text) {
    std::int64_t depth = 0;
    bool is_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (is_text && c == '\\')
        ++i;
      else if (c == '"')
        is_text = !is_text;
      else if (!is_text && (c == '{' || c == '['))
        ++depth;
      else if (!is_text && (c == '}' || c == ']') && --depth <= 0)
        return i + 1;
    }
    return text.size();
  }

  // --- what chakra_jsonizer writes: messages, with protobuf's names of their fields -------------

  /// True if a message is GlobalMetadata, which may stand alone.
  static bool is_metadata(const Json& message) {
    if (!message.is_object() || message.empty()) return false;
    const auto items = message.items();
    return std::all_of(items.begin(), items.end(),
                       [](const auto& item) { return item.key() == "version" || item.key() == "attr"; });
  }

  void read_metadata(const Json& message) const {
    ++messages_;
    if (!message.is_object() || !(message.empty() || is_metadata(message))) {
      refuse_other_form();
      builder_.refuse_file(
          "its first object is no metadata; what chakra_jsonizer writes begins with a version");
    }
    if (const auto version = message.find("version"); version != message.end())
      builder_.check_version(version->is_string() ? version->get<std::string>() : text_of(*version));
    for_each_attribute(message, -1, [&](const std::string& name, const ChakraValue& value) {
      const auto* const text = std::get_if<std::string>(&value);
      if (name == "schema" && text != nullptr) builder_.check_version(*text);
    });
  }

  void add_written(const Json& message) const {
    ++messages_;
    if (!message.is_object()) builder_.refuse_file(fmt::format("object {} is no node", messages_));
    ChakraNode node;
    if (const auto id = message.find("id"); id != message.end()) node.id = whole("id", *id, -1);
    if (const auto type = message.find("type"); type != message.end()) node.type = type_of(*type, node.id);
    const auto add_needs = [&](const char* key, std::vector<std::int64_t>& needs) {
      if (const auto found = message.find(key); found != message.end())
        for (const Json& needed : *found) needs.push_back(whole(key, needed, node.id));
    };
    add_needs("dataDeps", node.data_deps);
    add_needs("ctrlDeps", node.ctrl_deps);
    if (const auto found = message.find("durationMicros"); found != message.end()) {
      const std::int64_t duration = whole("durationMicros", *found, node.id);
      node.work = builder_.work(node, static_cast<double>(duration), std::to_string(duration));
    }
    for_each_attribute(message, node.id, [&](const std::string& name, const ChakraValue& value) {
      builder_.set(node, name, value);
    });
    if (const auto inputs = message.find("inputs"); inputs != message.end() && inputs->is_object())
      if (const auto values = inputs->find("values"); values != inputs->end() && values->is_string())
        builder_.add_groups(node, values->get<std::string>());
    builder_.add(std::move(node));
  }

  /// Refuses an object of this id; -1: it is not known.
  [[noreturn]] void refuse(std::int64_t id, const std::string& why) const {
    if (id < 0) builder_.refuse_file(fmt::format("object {}: {}", messages_, why));
    builder_.refuse(id, why);
  }

  /// A whole number, which JSON of protobuf writes as text if it may have 64 bits.
  [[nodiscard]] std::int64_t whole(const char* key, const Json& value, std::int64_t id) const {
    if (fits(value)) return value.get<std::int64_t>();
    if (value.is_string())
      if (const auto number = core::read_number<std::int64_t>(value.get_ref<const std::string&>()))
        return *number;
    refuse(id, fmt::format("{} is {}, and should be a whole number", key, text_of(value)));
  }

  [[nodiscard]] std::int64_t type_of(const Json& type, std::int64_t id) const {
    static constexpr std::array<std::string_view, 8> kTypes{"INVALID_NODE",   "METADATA_NODE", "MEM_LOAD_NODE",
                                                            "MEM_STORE_NODE", "COMP_NODE",     "COMM_SEND_NODE",
                                                            "COMM_RECV_NODE", "COMM_COLL_NODE"};
    if (!type.is_string()) return whole("type", type, id);
    const auto found = std::find(kTypes.begin(), kTypes.end(), type.get_ref<const std::string&>());
    if (found == kTypes.end())
      builder_.refuse(id, fmt::format("type is {}, and no node has it", text_of(type)));
    return found - kTypes.begin();
  }

  /// Calls use(name, value) for each attribute of a message.
  template <class Use>
  void for_each_attribute(const Json& message, std::int64_t id, const Use& use) const {
    const auto found = message.find("attr");
    if (found == message.end()) return;
    for (const Json& attribute : *found) {
      const auto name = attribute.is_object() ? attribute.find("name") : attribute.end();
      if (!attribute.is_object() || name == attribute.end() || !name->is_string())
        refuse(id, "an attribute has no name");
      ChakraValue value = std::int64_t{0};
      for (const auto& [key, said] : attribute.items())
        if (key != "name" && key != "docString") value = written_value(key, said, id);
      use(name->get<std::string>(), value);
    }
  }

  /// The value under a key such as int64Val.
  [[nodiscard]] ChakraValue written_value(const std::string& key, const Json& value, std::int64_t id) const {
    const bool is_whole = key.find("int") != key.npos || key.find("fixed") != key.npos;
    if (is_whole && key.ends_with("Val")) return whole(key.c_str(), value, id);
    if (key == "boolList" && value.is_object() && value.contains("values")) return value_of(value["values"]);
    return key == "stringVal" || key == "boolVal" || key == "doubleVal" || key == "floatVal" ? value_of(value)
                                                                                             : ChakraValue{};
  }

  // --- the feeder's document --------------------------------------------------------------------

  void refuse_other_form() const {
    const std::string form = core::other_form(text_, "a trace is JSON with the key workload_graph");
    const bool is_damaged = form.find("run chakra") != std::string::npos;  // a trace, still
    if (!form.empty() && !is_damaged) builder_.refuse_file(form);
  }

  /// The document in this part of the text.
  [[nodiscard]] Json parsed(std::string_view part) const {
    try {
      return Json::parse(part);
    } catch (const Json::parse_error& error) {
      if (messages_ == 0) refuse_other_form();
      const auto in_part = static_cast<std::ptrdiff_t>(std::max<std::size_t>(error.byte, 1)) - 1;
      const std::ptrdiff_t offset = part.data() - text_.data() + in_part;
      throw ConfigError(
          fmt::format("{}:{}: here it is no JSON document any more; the form is the one of Chakra's "
                      "feeder, with the key workload_graph",
                      file_, core::line_at(text_, offset)));
    } catch (const Json::out_of_range&) {
      builder_.refuse_file("a number in it is larger than any that a computer holds");
    }
  }

  void read_document(const Json& document) {
    if (!document.is_object() || !document.contains("workload_graph")) refuse_other_form();
    if (!document.is_object() || !document.contains("workload_graph") || !document["workload_graph"].is_array())
      builder_.refuse_file("the key workload_graph with a list of nodes is missing");
    std::size_t number = 0;
    for (const Json& node : document["workload_graph"]) add(node, ++number);
  }

  void add(const Json& entry, std::size_t number) {
    if (!entry.is_object())
      builder_.refuse_file(fmt::format("entry {} of workload_graph is no JSON object", number));
    const auto id = entry.find("Id");
    if (id == entry.end() || !fits(*id))
      builder_.refuse_file(fmt::format("entry {} of workload_graph has no Id that is a whole number", number));
    ChakraNode node;
    node.id = id->get<std::int64_t>();
    const auto type = entry.find("NodeType");
    if (type == entry.end() || type->is_null()) builder_.refuse(node.id, "the key NodeType is missing");
    if (!fits(*type))
      builder_.refuse(node.id, fmt::format("NodeType is {}, and should be a whole number", text_of(*type)));
    node.type = type->get<std::int64_t>();
    set_attributes(entry, node);
    if (const auto found = entry.find("runtime"); found != entry.end() && !found->is_null())
      node.work = builder_.work(node, found->is_number() ? found->get<double>() : -1, text_of(*found));
    add_needed(entry, "data_deps", node.id, node.data_deps);
    add_needed(entry, "ctrl_deps", node.id, node.ctrl_deps);
    builder_.add(std::move(node));
  }

  void set_attributes(const Json& entry, ChakraNode& node) const {
    static constexpr std::array kNames{"comm_type", "comm_size", "comm_src",   "comm_dst",    "comm_tag",
                                       "is_cpu_op", "pg_name",   "comm_group", "involved_dim"};
    for (const char* name : kNames)
      if (const auto found = entry.find(name); found != entry.end() && !found->is_null())
        builder_.set(node, name, value_of(*found));
  }

  static ChakraValue value_of(const Json& value) {
    if (value.is_boolean()) return std::int64_t{value.get<bool>() ? 1 : 0};
    if (fits(value)) return value.get<std::int64_t>();
    if (value.is_number_integer()) return std::numeric_limits<std::int64_t>::max();  // too large
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    const auto is_flag = [](const Json& one) { return one.is_boolean(); };
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), is_flag)) return {};
    return value.get<std::vector<bool>>();
  }

  void add_needed(const Json& entry, const char* key, std::int64_t id, std::vector<std::int64_t>& needs) const {
    const auto found = entry.find(key);
    if (found == entry.end()) return;
    if (!found->is_array()) builder_.refuse(id, fmt::format("{} is no list of node ids", key));
    for (const Json& needed : *found) {
      if (!fits(needed))
        builder_.refuse(id, fmt::format("{} names {}, which is no id of a node", key, text_of(needed)));
      needs.push_back(needed.get<std::int64_t>());
    }
  }

  const std::string& file_;
  std::string_view text_;
  ChakraTraceBuilder& builder_;
  mutable std::int64_t messages_ = 0;  // of chakra_jsonizer, that have been read
};

}  // namespace

void read_chakra_json(const std::string& file, std::string_view text, ChakraTraceBuilder& builder) {
  JsonReader(file, text, builder).read();
}

}  // namespace toruscope::formats
