// SPDX-License-Identifier: Apache-2.0
// What the nodes of a Chakra trace mean, whichever form they were written in.
//
// Source  mlcommons/chakra, et_def.proto, versions 0.0.4 and 1.0.

#pragma once

#include "formats/chakra.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace toruscope::formats {

/// Value of an attribute. A type that no attribute read here has is std::monostate.
using ChakraValue = std::variant<std::monostate, std::int64_t, double, std::string, std::vector<bool>>;

struct ChakraNode {
  std::int64_t id = 0;
  std::int64_t type = 0;
  std::int64_t work = 0;  ///< duration, in kChakraUnit
  bool is_on_cpu = false;
  std::optional<std::int64_t> comm_type, comm_size, comm_src, comm_dst, comm_tag;
  std::string group;                               ///< pg_name, or comm_group; empty: none
  bool has_all_dimensions = true;                  ///< false: involved_dim leaves some out
  std::vector<std::int64_t> data_deps, ctrl_deps;  ///< ids
};

/// Takes the nodes of one file in their order, and makes operations of them.
///
/// Errors    ConfigError with the file and the id of the node.
class ChakraTraceBuilder {
 public:
  /// `file` and `request` must outlive it.
  ChakraTraceBuilder(const std::string& file, const ChakraRequest& request) : file_(file), request_(request) {}

  void add(ChakraNode node);
  /// Adds the process groups that a metadata node of PyTorch has in its inputs, as text in a list.
  void add_groups(const ChakraNode& node, std::string_view values);
  /// Sets what the attribute says. Others than those of a ChakraNode are passed over.
  void set(ChakraNode& node, std::string_view name, const ChakraValue& value) const;
  /// Refuses versions and schemas whose numbers mean something else. Empty: none is said.
  void check_version(std::string_view version) const;
  /// Work of so many microseconds, a number as the file shows it.
  [[nodiscard]] std::int64_t work(const ChakraNode& node, double microseconds, const std::string& shown) const;

  ChakraTrace finish();

  [[noreturn]] void refuse_file(const std::string& why) const;
  [[noreturn]] void refuse(std::int64_t id, const std::string& why) const;

 private:
  /// A collective whose group may be defined by a later node.
  struct Call {
    std::size_t operation;
    std::string group;
    bool shares;
  };
  struct Need {
    std::size_t operation;
    std::int64_t id;  ///< of what it needs
  };

  [[nodiscard]] std::optional<std::int64_t> within(const ChakraNode& node, const char* key,
                                                   const std::optional<std::int64_t>& value, std::int64_t least,
                                                   std::int64_t most) const;
  [[nodiscard]] std::int64_t needed(const ChakraNode& node, const char* key,
                                    const std::optional<std::int64_t>& value, std::int64_t least,
                                    std::int64_t most) const;
  void make_message(const ChakraNode& node, GraphOperation& o) const;
  void make_collective(const ChakraNode& node, GraphOperation& o);
  [[nodiscard]] const std::vector<Rank>* group_of(const std::string& name) const;
  void complete(const Call& call);
  [[nodiscard]] int index_of(const std::vector<Rank>& ranks, const std::string& name, const GraphOperation& o);
  void order_groups();
  void order_calls();
  void number_streams();
  void add_needs(const std::vector<Need>& needs);

  const std::string& file_;
  const ChakraRequest& request_;
  ChakraTrace trace_;
  ChakraGroups groups_;             // that the trace itself names
  std::vector<std::string> named_;  // names of the graph's groups
  std::vector<Call> calls_;
  std::unordered_map<std::int64_t, std::size_t> index_;  // of the operation of an id
  std::vector<Need> data_needs_, control_needs_;
  std::int64_t without_sizes_ = 0, first_without_size_ = 0;
};

}  // namespace toruscope::formats
