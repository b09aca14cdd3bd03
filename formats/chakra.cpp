// SPDX-License-Identifier: Apache-2.0
#include "formats/chakra.hpp"

#include "runtime/core/known_forms.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

namespace toruscope::formats {

namespace {

using Kind = GraphOperation::Kind;
using Json = nlohmann::json;

constexpr std::int64_t kMostChakraBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMostChakraTag = (std::int64_t{1} << 32) - 1;

/// A collective by our name, ordered as Chakra's comm_type; `shares`: comm_size is of all blocks.
struct ChakraCollective {
  const char* name;
  bool shares;
};
constexpr std::array<ChakraCollective, 10> kCollectives{{{"allreduce", false},
                                                         {"reduce", false},
                                                         {"allgather", false},
                                                         {"gather", false},
                                                         {"scatter", false},
                                                         {"broadcast", false},
                                                         {"alltoall", true},
                                                         {"reduce_scatter", true},
                                                         {"reduce_scatter", true},
                                                         {"barrier", false}}};
constexpr std::int64_t kBarrier = 9;

class ChakraReader {
 public:
  ChakraReader(const std::string& file, int npus) : file_(file), npus_(npus) {}

  PeGraph read(std::string_view text) {
    Json document;
    const auto refuse_other_form = [&] {
      const std::string form = core::other_form(text, "a trace is JSON with the key workload_graph");
      if (!form.empty() && text.find("\"workload_graph\"") == std::string_view::npos) refuse_file(form);
    };
    try {
      document = Json::parse(text);
    } catch (const Json::parse_error& error) {
      refuse_other_form();
      const auto before = text.substr(0, std::min(text.size(), std::max<std::size_t>(error.byte, 1) - 1));
      throw ConfigError(
          fmt::format("{}:{}: here it is no JSON document any more; the form is the one of Chakra's "
                      "feeder, with the key workload_graph",
                      file_, 1 + std::count(before.begin(), before.end(), '\n')));
    } catch (const Json::out_of_range&) {
      refuse_file("a number in it is larger than any that a computer holds");
    }
    if (!document.is_object() || !document.contains("workload_graph")) refuse_other_form();
    if (!document.is_object() || !document.contains("workload_graph") || !document["workload_graph"].is_array())
      refuse_file("the key workload_graph with a list of nodes is missing");
    const Json& nodes = document["workload_graph"];
    for (const Json& node : nodes) add(node);
    if (without_sizes_ > 0)
      refuse_file(
          fmt::format("{} of its {} collective nodes lack comm_type or comm_size, so nobody can say what they "
                      "move; the first is node {}",
                      without_sizes_, collectives_, first_without_size_));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const char* key : {"data_deps", "ctrl_deps"}) add_needed(nodes[i], i, key);
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse_file(const std::string& why) const {
    throw ConfigError(fmt::format("{}: {}", file_, why));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("{}: node {}: {}", file_, id_, why));
  }

  /// The number under this key; nothing if the node has not the key, or null there.
  [[nodiscard]] std::optional<std::int64_t> whole(const Json& node, const char* key, std::int64_t least,
                                                  std::int64_t most) const {
    const auto found = node.find(key);
    if (found == node.end() || found->is_null()) return std::nullopt;
    const bool fits = found->is_number_unsigned()
                          ? found->get<std::uint64_t>() <= static_cast<std::uint64_t>(most) &&
                                (least <= 0 || found->get<std::uint64_t>() >= static_cast<std::uint64_t>(least))
                          : found->is_number_integer() && *found >= least && *found <= most;
    if (!fits)
      refuse(fmt::format("{} is {}, and should be a whole number from {} to {}", key,
                         core::shown(found->dump(-1, ' ', false, Json::error_handler_t::replace)), least,
                         most));
    return found->get<std::int64_t>();
  }
  [[nodiscard]] std::int64_t needed(const Json& node, const char* key, std::int64_t least,
                                    std::int64_t most) const {
    const auto value = whole(node, key, least, most);
    if (!value) refuse(fmt::format("the key {} is missing", key));
    return *value;
  }

  void add(const Json& node) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    id_ = -1;
    const std::size_t number = graph_.operations.size() + 1;
    if (!node.is_object()) refuse_file(fmt::format("entry {} of workload_graph is no JSON object", number));
    const auto id = node.find("Id");
    if (id == node.end() || !id->is_number_integer() ||
        (id->is_number_unsigned() && id->get<std::uint64_t>() > static_cast<std::uint64_t>(kMost)))
      refuse_file(fmt::format("entry {} of workload_graph has no Id that is a whole number", number));
    id_ = id->get<std::int64_t>();
    if (!index_.emplace(id_, graph_.operations.size()).second) refuse("this Id is there twice");
    graph_.operations.push_back(operation(node));
  }

  GraphOperation operation(const Json& node) {
    enum NodeType { metadata = 1, load, store, compute, send, receive, collective };
    GraphOperation o;
    o.place = id_;
    switch (needed(node, "NodeType", metadata, collective)) {
      case metadata:
        break;
      case send:
      case receive: {
        const bool is_send = node["NodeType"] == send;
        o.kind = is_send ? Kind::send : Kind::receive;
        o.amount = needed(node, "comm_size", 0, kMostChakraBytes);
        o.peer = static_cast<Rank>(needed(node, is_send ? "comm_dst" : "comm_src", 0, npus_ - 1));
        o.tag = whole(node, "comm_tag", 0, kMostChakraTag).value_or(0);
        break;
      }
      case collective:
        o.kind = Kind::collective;
        read_collective(node, o);
        break;
      default:
        o.amount = duration(node);
    }
    return o;
  }

  void read_collective(const Json& node, GraphOperation& o) {
    for (const char* key : {"pg_name", "comm_group", "involved_dim"})
      if (node.contains(key))
        refuse(fmt::format("{} names some of the NPUs, and collectives here are of all of them", key));
    ++collectives_;
    const auto type = whole(node, "comm_type", 0, kCollectives.size() - 1);
    const auto size = whole(node, "comm_size", 0, kMostChakraBytes);
    if (!type || (!size && *type != kBarrier)) {
      if (without_sizes_++ == 0) first_without_size_ = id_;
      return;
    }
    const ChakraCollective& which = kCollectives[static_cast<std::size_t>(*type)];
    o.name = which.name;
    o.amount = size.value_or(0);
    o.peer = static_cast<Rank>(whole(node, "comm_src", 0, npus_ - 1).value_or(0));
    if (!which.shares) return;
    if (o.amount % npus_ != 0)
      refuse(fmt::format("comm_size is {}, which cannot be divided among {} NPUs", o.amount, npus_));
    o.amount /= npus_;
  }

  /// Duration of a node's work, in kChakraUnit.
  [[nodiscard]] std::int64_t duration(const Json& node) const {
    constexpr double kUnits = 1e6;  // in a microsecond
    constexpr double kMost = 9e9;   // microseconds: two hours and a half
    const auto found = node.find("runtime");
    if (found == node.end() || found->is_null()) return 0;
    const double runtime = found->is_number() ? found->get<double>() : -1;
    if (!(runtime >= 0 && runtime <= kMost))
      refuse(fmt::format("runtime is {}, and should be a number of microseconds from 0 to {:.0f}",
                         core::shown(found->dump(-1, ' ', false, Json::error_handler_t::replace)), kMost));
    return std::llround(runtime * kUnits);
  }

  void add_needed(const Json& node, std::size_t operation, const char* key) {
    const auto found = node.find(key);
    if (found == node.end()) return;
    id_ = graph_.operations[operation].place;
    if (!found->is_array()) refuse(fmt::format("{} is no list of node ids", key));
    for (const Json& needed : *found) {
      const auto other = needed.is_number_integer() ? index_.find(needed.get<std::int64_t>()) : index_.end();
      if (other == index_.end())
        refuse(fmt::format("{} names {}, and there is no such node", key,
                           core::shown(needed.dump(-1, ' ', false, Json::error_handler_t::replace))));
      graph_.dependencies.push_back({operation, other->second, false});
    }
  }

  const std::string& file_;
  const int npus_;
  std::int64_t id_ = -1;  // of the node that is read
  PeGraph graph_;
  std::unordered_map<std::int64_t, std::size_t> index_;  // of the operation of an id
  std::int64_t collectives_ = 0, without_sizes_ = 0, first_without_size_ = 0;
};

}  // namespace

PeGraph read_chakra(const std::string& file, std::string_view text, int npus) {
  return ChakraReader(file, npus).read(text);
}

}  // namespace toruscope::formats
