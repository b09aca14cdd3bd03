// SPDX-License-Identifier: Apache-2.0
// The judge: the timing rules T1-T7, T10 (named receives) and T12 of the design and nothing else. One thread,
// one priority queue of headers, no windows, no fibers, nothing of the library's runtime.
//
// It knows what a machine of today has: one port in each direction with the policy queue, cut-through.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/program.hpp"

namespace toruscope::test {

/// One rule read wrongly on purpose: a random test that does not notice it tests nothing.
enum class Mistake {
  none,
  half_ring_goes_negative,         ///< routing
  latency_per_hop,                 ///< T1
  sends_ignore_gap,                ///< T2
  buffered_send_waits_for_tail,    ///< T2
  tail_waits_for_links,            ///< T3: a send is complete when its last link was granted
  receive_port_always_free,        ///< T4
  buffered_reception_has_startup,  ///< T4: the receive port is taken for ts + x
  takes_ignore_gap,                ///< T4
  receptions_in_order_of_request,  ///< T5
  startup_for_each_send_of_round,  ///< T6
  takes_of_round_from_its_entry,   ///< T6: not after the startup
  ties_to_highest_source,          ///< T7
  channels_in_no_order,            ///< T7: within a tick only source and count decide
  pes_go_on_within_a_pass,         ///< T7: not after all that asked at the tick have been served
  message_to_oneself_has_startup,  ///< T12
  empty_message_costs_nothing,     ///< T12: not even tm
};
inline constexpr int kMistakes = static_cast<int>(Mistake::empty_message_costs_nothing) + 1;

/// What the program comes to on this machine.
Outcome reference_run(const MachineDescription& machine, const Program& program,
                      Mistake mistake = Mistake::none);

}  // namespace toruscope::test
