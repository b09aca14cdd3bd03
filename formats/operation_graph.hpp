// SPDX-License-Identifier: Apache-2.0
// Program without data as a graph of each PE's sends, receives, local work and collective calls. An
// operation begins when those that it needs have ended, or have begun.
//
// Invariants  of a graph that check_graph() took: operations and PEs that are named exist; no
//             operation needs itself, by whatever way; every send has its receive.

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/units.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::formats {

/// Tag of a receive that takes a message of any tag.
inline constexpr std::int64_t kAnyGraphTag = -1;

struct GraphOperation {
  enum class Kind : std::uint8_t { send, receive, work, collective };
  Kind kind = Kind::work;
  /// send, receive: the other PE, or any_source; a collective that has one: its root
  Rank peer = 0;
  std::int64_t tag = 0;  ///< send, receive: as the file has it; kAnyGraphTag of a receive, too
  /// bytes of a message, block or vector; of work the duration, in the graph's unit
  std::int64_t amount = 0;
  std::int64_t place = 0;  ///< line of the file, or id of the node: for messages
  /// the PE's stream that it belongs to; work of different streams goes on side by side
  int stream = 0;
  std::string name{};  ///< collective: the operation, as the command line names it
  int group = -1;      ///< collective: the index of its group; -1: all PEs
};

/// `operation` begins after `needed` has ended, or begun; both by index on the PE.
struct GraphDependency {
  std::size_t operation = 0, needed = 0;
  bool on_begin = false;
};

struct PeGraph {
  std::vector<GraphOperation> operations;
  std::vector<GraphDependency> dependencies;
  /// PEs of each group of collectives that this PE is in; all PEs have their groups in one order
  std::vector<std::vector<Rank>> groups{};
};

struct OperationGraph {
  std::vector<PeGraph> pes;
};

/// Place of an operation of a PE: "ring.goal:12".
using GraphPlace = std::function<std::string(Rank, const GraphOperation&)>;

/// Rule of the form for a message's bytes: its receive has as many, or may have more.
enum class ReceivedBytes : std::uint8_t { equal, enough };

/// The library's tags for those of a graph, which may be larger: a tag that fits is itself, the
/// others are the highest that no operation has, in their order.
class GraphTags {
 public:
  explicit GraphTags(const OperationGraph& graph);

  /// Precondition: an operation of the graph has it.
  [[nodiscard]] Tag of(std::int64_t tag) const;

 private:
  std::map<std::int64_t, Tag> large_;
};

/// An operation that waits for itself, by what it needs; nothing if none does.
std::optional<std::size_t> on_a_cycle(const PeGraph& pe);

/// Errors    ConfigError with the place: operations of a PE that wait for each other; messages from
///           a PE to another with one tag that are not sent as often as they are received, or of
///           other lengths; more bytes than a run can count.
void check_graph(const OperationGraph& graph, const GraphPlace& place, ReceivedBytes received);

}  // namespace toruscope::formats
