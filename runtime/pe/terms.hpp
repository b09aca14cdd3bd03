// SPDX-License-Identifier: Apache-2.0
// Terms of a run that a PE needs to know: the same for all PEs of the run.
//
// Threads     Constant, but for what the plan writes while all workers wait, and the requests to
//             stop, which may come at any time.
// Not here    How messages get through the network, and what runs PEs (pe/host.hpp).

#pragma once

#include "runtime/model/length_limit.hpp"
#include "runtime/topology/short_routes.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace toruscope::core {

class Group;

/// Knowledge of the plan, for all PEs. The plan writes this while all workers wait.
struct PlanKnowledge {
  /// time before which every mailbox has all arrivals, and no PE posts anything
  Ticks complete_before;
  /// lower bound, under policy strict, on the windows of all transfers that are not known yet
  Ticks windows_known_before;
  /// true: a send may wait for its receive, which takes no time to be known (T11), so receives
  /// without a source are answered one after the other
  bool answers_in_order = false;
  Ticks answered_together_until{-1};  ///< the latest tick for which that was not so
};

struct RunTerms {
  const Topology& topology;
  const Parameters& parameters;
  const Costs& costs;
  const Execution& execution;
  const LengthLimit& length_limit;
  const std::function<void(Communicator&)>& program;
  std::uint64_t number = 0;  ///< number of the run in this process

  Group* world = nullptr;
  bool has_equal_links = true;  ///< true: all links cost the same, and messages of all sizes
  /// true: a message may have a shorter L than one sent before it (T15)
  bool may_overtake = false;
  /// true: when a send is posted nobody knows how long its worm holds the port (direct wormhole)
  bool are_send_ends_unknown = false;

  const PlanKnowledge& known;

  const std::atomic<bool>& stop_asked;
  /// the caller's, if it has one
  const std::atomic<bool>& interrupt = execution.interrupt != nullptr ? *execution.interrupt : stop_asked;
  /// null: the topology writes none
  const ShortRoutes* short_routes = dynamic_cast<const ShortRoutes*>(&topology);

  [[nodiscard]] bool must_stop() const {
    return stop_asked.load(std::memory_order_relaxed) || interrupt.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_strict() const { return parameters.port_policy == PortPolicy::strict; }
  [[nodiscard]] bool is_direct() const { return parameters.injection == Injection::direct; }
  [[nodiscard]] bool stores_messages() const { return parameters.switching == Switching::store_and_forward; }
  [[nodiscard]] std::string time_text(Ticks time) const { return core::time_text(time, parameters); }
};

}  // namespace toruscope::core
