// SPDX-License-Identifier: Apache-2.0
// One PE's part of a graph of operations.
//
// The PE starts all that is ready, sends first, then receives, then local work, then collective
// calls, each in the order of the file, and then waits for whatever is complete first. Messages go
// on meanwhile. Work of the PE's only stream holds the PE until it ends; that of several streams
// goes on side by side, each doing one thing at a time. A collective call holds the PE, or goes on
// as a started operation.

#pragma once

#include "formats/operation_graph.hpp"

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <functional>
#include <map>

namespace toruscope::apps {

struct Moved {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;

  friend bool operator==(const Moved&, const Moved&) = default;
};
/// Messages and bytes, by the PE at the other end.
using MovedByPeer = std::map<Rank, Moved>;

/// Work that a PE had done when it ended.
struct Played {
  std::int64_t operations = 0;
  MovedByPeer received;
};

/// Carries out a collective operation of the graph.
using CallCollective = std::function<void(Communicator&, const formats::GraphOperation&)>;

/// True if a collective goes on beside another operation of its PE.
bool has_call_beside(const formats::PeGraph& graph);

/// A way to play graphs, the same on all PEs.
struct Playing {
  const formats::GraphTags& tags;
  const formats::GraphPlace& place;  ///< for the report of a deadlock
  const CallCollective& call;        ///< may be empty where no graph has a collective
  bool starts_collectives = false;   ///< they go on beside what the PE does next
};

/// Plays the graph of a PE. Amounts of work are ticks here.
Played play(Communicator& comm, const formats::PeGraph& graph, const Playing& how);

/// Messages that the graph's sends bring to each PE.
std::vector<MovedByPeer> received_by(const formats::OperationGraph& graph);

}  // namespace toruscope::apps
