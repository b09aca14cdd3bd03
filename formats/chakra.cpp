// SPDX-License-Identifier: Apache-2.0
#include "formats/chakra.hpp"

#include "formats/chakra_forms.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace toruscope::formats {

namespace {

using Json = nlohmann::json;

/// True if the text begins with control characters, which JSON has not and each protobuf trace has.
bool is_protobuf(std::string_view text) {
  constexpr std::size_t kBeginning = 4096;
  text = text.substr(0, kBeginning);
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
  });
}

class GroupReader {
 public:
  explicit GroupReader(const std::string& file) : file_(file) {}

  ChakraGroups read(std::string_view text) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) refuse("process groups are no JSON document");
    if (document.is_object()) {
      for (const auto& [name, ranks] : document.items()) add(name, ranks);
    } else if (document.is_array()) {
      for (const Json& group : document) add_of_pytorch(group);
    } else {
      refuse("process groups are JSON such as {\"1\": [0, 1]}");
    }
    return std::move(groups_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("{}: {}", file_, why));
  }

  void add_of_pytorch(const Json& group) {
    if (!group.is_object() || !group.contains("pg_name") || !group.contains("ranks"))
      refuse("a process group lacks pg_name or ranks");
    const Json& name = group["pg_name"];
    if (!name.is_string() && !name.is_number_integer())
      refuse("the pg_name of a process group is neither text nor a whole number");
    add(name.is_string() ? name.get<std::string>() : name.dump(), group["ranks"]);
  }

  void add(const std::string& name, const Json& ranks) {
    if (!ranks.is_array()) refuse(fmt::format("process group {} is no list of ranks", core::shown(name)));
    std::vector<Rank> list;
    for (const Json& rank : ranks) {
      if (!rank.is_number_integer() || rank < 0 || rank > std::numeric_limits<Rank>::max())
        refuse(fmt::format("process group {}: {} is no rank", core::shown(name),
                           core::shown(rank.dump(-1, ' ', false, Json::error_handler_t::replace))));
      list.push_back(rank.get<Rank>());
    }
    groups_.insert_or_assign(name, std::move(list));
  }

  const std::string& file_;
  ChakraGroups groups_;
};

}  // namespace

ChakraGroups read_chakra_groups(const std::string& file, std::string_view text) {
  return GroupReader(file).read(text);
}

ChakraTrace read_chakra(const std::string& file, std::string_view text, const ChakraRequest& request) {
  ChakraTraceBuilder builder(file, request);
  if (is_protobuf(text))
    read_chakra_protobuf(text, builder);
  else
    read_chakra_json(file, text, builder);
  return builder.finish();
}

}  // namespace toruscope::formats
