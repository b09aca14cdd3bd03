// SPDX-License-Identifier: Apache-2.0
#include "formats/chakra_trace.hpp"

#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <utility>

namespace toruscope::formats {

namespace {

using Kind = GraphOperation::Kind;

constexpr std::int64_t kMostChakraBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMostChakraTag = (std::int64_t{1} << 32) - 1;
constexpr std::size_t kMostNodes = std::size_t{1} << 26;
constexpr std::size_t kMostNeeds = std::size_t{1} << 28;

enum NodeType : std::int64_t { metadata = 1, load, store, compute, send, receive, collective };

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

constexpr std::array<const char*, 5> kKinds{"no number, text or list of flags", "a whole number",
                                            "a number with a fraction", "text", "a list of flags"};

std::string ranks_text(const std::vector<Rank>& ranks) {
  constexpr std::size_t kShown = 8;
  const auto shown =
      std::vector(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(std::min(ranks.size(), kShown)));
  return fmt::format("{}{}", fmt::join(shown, ", "), ranks.size() > kShown ? ", .." : "");
}

/// The attributes that are whole numbers.
std::optional<std::int64_t>* number_of(ChakraNode& node, std::string_view name) {
  if (name == "comm_type") return &node.comm_type;
  if (name == "comm_size") return &node.comm_size;
  if (name == "comm_src") return &node.comm_src;
  if (name == "comm_dst") return &node.comm_dst;
  if (name == "comm_tag") return &node.comm_tag;
  return nullptr;
}

}  // namespace

void ChakraTraceBuilder::refuse_file(const std::string& why) const {
  throw ConfigError(fmt::format("{}: {}", file_, why));
}

void ChakraTraceBuilder::refuse(std::int64_t id, const std::string& why) const {
  throw ConfigError(fmt::format("{}: node {}: {}", file_, id, why));
}

void ChakraTraceBuilder::check_version(std::string_view version) const {
  if (version.empty() || version.starts_with("1.") || version == "0.0.4") return;
  refuse_file(
      fmt::format("it is of Chakra's version {}, and versions 0.0.4 and 1.x are read; write it anew with a "
                  "converter of one of these",
                  core::shown(version)));
}

// --- attributes ----------------------------------------------------------------------------------

void ChakraTraceBuilder::set(ChakraNode& node, std::string_view name, const ChakraValue& value) const {
  const auto refuse_kind = [&](const char* wanted) {
    refuse(node.id, fmt::format("{} is {}, and should be {}", name, kKinds.at(value.index()), wanted));
  };
  const auto* const number = std::get_if<std::int64_t>(&value);
  if (std::optional<std::int64_t>* const into = number_of(node, name)) {
    if (number == nullptr) refuse_kind("a whole number");
    *into = *number;
  } else if (name == "is_cpu_op") {
    if (number == nullptr) refuse_kind("true or false");
    node.is_on_cpu = *number != 0;
  } else if (name == "pg_name" || name == "comm_group") {
    const auto* const text = std::get_if<std::string>(&value);
    if (number == nullptr && text == nullptr) refuse_kind("text or a whole number");
    node.group = text != nullptr ? *text : std::to_string(*number);
  } else if (name == "involved_dim") {
    const auto* const flags = std::get_if<std::vector<bool>>(&value);
    if (flags == nullptr) refuse_kind("a list of flags");
    node.has_all_dimensions = std::find(flags->begin(), flags->end(), false) == flags->end();
  }
}

std::int64_t ChakraTraceBuilder::work(const ChakraNode& node, double microseconds,
                                      const std::string& shown) const {
  constexpr double kUnits = 1e6;  // in a microsecond
  constexpr double kMost = 9e9;   // microseconds: two hours and a half
  if (!(microseconds >= 0 && microseconds <= kMost))
    refuse(node.id, fmt::format("runtime is {}, and should be a number of microseconds from 0 to {:.0f}",
                                core::shown(shown), kMost));
  return std::llround(microseconds * kUnits);
}

std::optional<std::int64_t> ChakraTraceBuilder::within(const ChakraNode& node, const char* key,
                                                       const std::optional<std::int64_t>& value,
                                                       std::int64_t least, std::int64_t most) const {
  if (value && (*value < least || *value > most))
    refuse(node.id,
           fmt::format("{} is {}, and should be a whole number from {} to {}", key, *value, least, most));
  return value;
}

std::int64_t ChakraTraceBuilder::needed(const ChakraNode& node, const char* key,
                                        const std::optional<std::int64_t>& value, std::int64_t least,
                                        std::int64_t most) const {
  if (!within(node, key, value, least, most)) refuse(node.id, fmt::format("the key {} is missing", key));
  return *value;
}

// --- nodes ---------------------------------------------------------------------------------------

void ChakraTraceBuilder::add(ChakraNode node) {
  PeGraph& graph = trace_.graph;
  if (!index_.emplace(node.id, graph.operations.size()).second) refuse(node.id, "this Id is there twice");
  if (graph.operations.size() >= kMostNodes || node.data_deps.size() > kMostNeeds - data_needs_.size() ||
      node.ctrl_deps.size() > kMostNeeds - control_needs_.size())
    refuse(node.id, fmt::format("up to here the trace has more than {} nodes or {} dependencies, the most that "
                                "are read; cut it",
                                kMostNodes, kMostNeeds));
  for (const std::int64_t id : node.data_deps) data_needs_.push_back({graph.operations.size(), id});
  for (const std::int64_t id : node.ctrl_deps) control_needs_.push_back({graph.operations.size(), id});
  enum Stream : int { of_cpu, of_gpu, of_communication };
  GraphOperation o;
  o.place = node.id;
  o.stream = node.is_on_cpu ? of_cpu : of_gpu;
  const bool is_communication = node.type >= send && node.type <= collective;
  if (is_communication && node.is_on_cpu && !node.comm_size) {
    o.amount = node.work;
    ++trace_.calls_on_cpu;
  } else if (node.type == send || node.type == receive) {
    make_message(node, o);
  } else if (node.type == collective) {
    make_collective(node, o);
  } else if (node.type != metadata) {
    if (node.type < metadata || node.type > collective)
      refuse(node.id, fmt::format("NodeType is {}, and should be a whole number from {} to {}", node.type,
                                  static_cast<int>(metadata), static_cast<int>(collective)));
    o.amount = node.work;
    if (node.work == 0) ++trace_.untimed;
  }
  if (o.kind != Kind::work) o.stream = of_communication;
  graph.operations.push_back(std::move(o));
}

void ChakraTraceBuilder::make_message(const ChakraNode& node, GraphOperation& o) const {
  const bool is_send = node.type == send;
  const Rank most = request_.npus - 1;
  o.kind = is_send ? Kind::send : Kind::receive;
  if (request_.npu < 0)
    refuse(node.id,
           "one file is the trace of every NPU, so none can send to another; give a file of each: --input "
           "'NAME.{rank}.et'");
  o.amount = needed(node, "comm_size", node.comm_size, 0, kMostChakraBytes);
  const auto& [own, own_key, other, other_key] =
      is_send ? std::tuple(node.comm_src, "comm_src", node.comm_dst, "comm_dst")
              : std::tuple(node.comm_dst, "comm_dst", node.comm_src, "comm_src");
  o.peer = static_cast<Rank>(needed(node, other_key, other, 0, most));
  if (own && *own != request_.npu)
    refuse(node.id, fmt::format("{} is {}, and this is the trace of NPU {}", own_key, *own, request_.npu));
  o.tag = within(node, "comm_tag", node.comm_tag, 0, kMostChakraTag).value_or(0);
}

void ChakraTraceBuilder::make_collective(const ChakraNode& node, GraphOperation& o) {
  o.kind = Kind::collective;
  if (!node.has_all_dimensions)
    refuse(node.id,
           "involved_dim leaves dimensions of the network out, and a collective of some NPUs is read by "
           "pg_name or comm_group");
  const auto type = within(node, "comm_type", node.comm_type, 0, kCollectives.size() - 1);
  const auto size = within(node, "comm_size", node.comm_size, 0, kMostChakraBytes);
  if (!type || (!size && *type != kBarrier)) {
    if (without_sizes_++ == 0) first_without_size_ = node.id;
    return;
  }
  const ChakraCollective& which = kCollectives[static_cast<std::size_t>(*type)];
  o.name = which.name;
  o.amount = size.value_or(0);
  o.peer = static_cast<Rank>(within(node, "comm_src", node.comm_src, 0, request_.npus - 1).value_or(-1));
  calls_.push_back({trace_.graph.operations.size(), node.group, which.shares});
}

// --- groups --------------------------------------------------------------------------------------

void ChakraTraceBuilder::add_groups(const ChakraNode& node, std::string_view values) {
  if (node.type != metadata || values.find("\"pg_name\"") == std::string_view::npos) return;
  const std::size_t begin = values.find("[{"), end = values.rfind("}]");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return;
  for (auto& [name, ranks] : read_chakra_groups(file_, values.substr(begin, end + 2 - begin)))
    groups_.insert_or_assign(name, ranks);
}

/// The group's NPUs; null if they are all.
const std::vector<Rank>* ChakraTraceBuilder::group_of(const std::string& name) const {
  for (const ChakraGroups* groups : {&request_.groups, &groups_})
    if (const auto found = groups->find(name); found != groups->end())
      return found->second.empty() ? nullptr : &found->second;
  return nullptr;
}

void ChakraTraceBuilder::complete(const Call& call) {
  GraphOperation& o = trace_.graph.operations[call.operation];
  const std::string name = core::shown(call.group);
  const bool is_defined = request_.groups.contains(call.group) || groups_.contains(call.group);
  if (!is_defined && !call.group.empty() && call.group != "0")
    refuse(o.place,
           fmt::format("nothing says who is in its group {}; give --groups FILE.json: {{\"{}\": [0, 1]}}", name,
                       name));
  const std::vector<Rank>* ranks = group_of(call.group);
  std::vector<Rank> all(static_cast<std::size_t>(request_.npus));
  std::iota(all.begin(), all.end(), 0);
  if (ranks != nullptr && *ranks == all) ranks = nullptr;
  if (ranks != nullptr) o.group = index_of(*ranks, call.group, o);
  const auto size = static_cast<std::int64_t>(ranks == nullptr ? all.size() : ranks->size());
  const auto& members = ranks == nullptr ? all : *ranks;
  const auto root = std::find(members.begin(), members.end(), o.peer);
  if (o.peer >= 0 && root == members.end())
    refuse(o.place, fmt::format("comm_src is {}, which is not in its group {}", o.peer, name));
  o.peer = o.peer < 0 ? 0 : static_cast<Rank>(root - members.begin());
  if (!call.shares) return;
  if (o.amount % size != 0)
    refuse(o.place, fmt::format("comm_size is {}, which cannot be divided among {} NPUs", o.amount, size));
  o.amount /= size;
}

/// Returns the index of the group of these NPUs; adds the group if it is new.
int ChakraTraceBuilder::index_of(const std::vector<Rank>& ranks, const std::string& name,
                                 const GraphOperation& o) {
  const auto found = std::find(named_.begin(), named_.end(), name);
  if (found != named_.end()) return static_cast<int>(found - named_.begin());
  const std::string group = fmt::format("its group {} has NPUs {}", core::shown(name), ranks_text(ranks));
  if (request_.npu < 0)
    refuse(o.place, fmt::format("{}, and one file is the trace of all {}; give a file of each: --input "
                                "'NAME.{{rank}}.et'",
                                group, request_.npus));
  std::vector<bool> is_there(static_cast<std::size_t>(request_.npus));
  for (const Rank rank : ranks) {
    if (rank < 0 || rank >= request_.npus)
      refuse(o.place, fmt::format("{}; NPU {} is not one of the {}", group, rank, request_.npus));
    if (is_there[static_cast<std::size_t>(rank)])
      refuse(o.place, fmt::format("{}; NPU {} is there twice", group, rank));
    is_there[static_cast<std::size_t>(rank)] = true;
  }
  if (!is_there[static_cast<std::size_t>(request_.npu)])
    refuse(o.place, fmt::format("{}, and this is the trace of NPU {}", group, request_.npu));
  named_.push_back(name);
  trace_.graph.groups.push_back(ranks);
  return static_cast<int>(named_.size() - 1);
}

/// Orders the groups by their names, as all NPUs do.
void ChakraTraceBuilder::order_groups() {
  std::vector<std::size_t> order(named_.size()), place(named_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return named_[a] < named_[b]; });
  std::vector<std::vector<Rank>> groups;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    groups.push_back(std::move(trace_.graph.groups[order[i]]));
  }
  trace_.graph.groups = std::move(groups);
  for (GraphOperation& o : trace_.graph.operations)
    if (o.group >= 0) o.group = static_cast<int>(place[static_cast<std::size_t>(o.group)]);
}

ChakraTrace ChakraTraceBuilder::finish() {
  if (without_sizes_ > 0)
    refuse_file(fmt::format(
        "{} of its {} collective nodes lack comm_type or comm_size, so nobody can say what they "
        "move; the first is node {}",
        without_sizes_, without_sizes_ + static_cast<std::int64_t>(calls_.size()), first_without_size_));
  for (const Call& call : calls_) complete(call);
  order_groups();
  add_needs(data_needs_);
  const std::size_t data = trace_.graph.dependencies.size();
  add_needs(control_needs_);
  // Converters of PyTorch's traces write the caller of a node as its control dependency, though the
  // caller may end later than the node.
  trace_.left_controls = trace_.graph.dependencies.size() > data && on_a_cycle(trace_.graph).has_value();
  if (trace_.left_controls) trace_.graph.dependencies.resize(data);
  order_calls();
  number_streams();
  return std::move(trace_);
}

/// Calls a group's collectives in the order of the file, one at a time, if the file's dependencies
/// allow it: so NPUs meet in the same ones.
void ChakraTraceBuilder::order_calls() {
  std::vector<GraphDependency>& dependencies = trace_.graph.dependencies;
  const std::size_t own = dependencies.size();
  std::map<int, std::size_t> last;  // by group
  for (const Call& call : calls_) {
    const auto [found, is_first] = last.emplace(trace_.graph.operations[call.operation].group, call.operation);
    if (!is_first)
      dependencies.push_back({call.operation, std::exchange(found->second, call.operation), false});
  }
  if (dependencies.size() > own && on_a_cycle(trace_.graph)) dependencies.resize(own);
}

/// Numbers the streams without gaps: of the CPU, of the GPU, of communication.
void ChakraTraceBuilder::number_streams() {
  std::map<int, int> numbers;
  for (const GraphOperation& o : trace_.graph.operations)
    if (o.kind != Kind::work || o.amount > 0) numbers[o.stream] = 0;
  int next = 0;
  for (auto& [stream, number] : numbers) number = next++;
  for (GraphOperation& o : trace_.graph.operations) {
    const auto found = numbers.find(o.stream);
    o.stream = found == numbers.end() ? 0 : found->second;
  }
}

void ChakraTraceBuilder::add_needs(const std::vector<Need>& needs) {
  trace_.needs += static_cast<std::int64_t>(needs.size());
  for (const Need& need : needs) {
    const auto found = index_.find(need.id);
    if (found == index_.end())
      ++trace_.absent;
    else
      trace_.graph.dependencies.push_back({need.operation, found->second, false});
  }
}

}  // namespace toruscope::formats
