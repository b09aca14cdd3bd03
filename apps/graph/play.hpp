// SPDX-License-Identifier: Apache-2.0
// One PE's part of a graph of operations.
//
// The PE starts all that is ready, sends first, then receives, then local work, then collective
// calls, each in the order of the file, and then waits for whatever message is complete first.
// Local work and a collective call hold the PE until they end; messages go on meanwhile.

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

/// Plays the graph of a PE. Amounts of work are ticks here. `place` is for the report of a
/// deadlock. `call` may be empty where the graph has no collective.
Played play(Communicator& comm, const formats::PeGraph& graph, const formats::GraphTags& tags,
            const formats::GraphPlace& place, const CallCollective& call = {});

/// Messages that the graph's sends bring to each PE.
std::vector<MovedByPeer> received_by(const formats::OperationGraph& graph);

}  // namespace toruscope::apps
