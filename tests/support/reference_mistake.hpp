// SPDX-License-Identifier: Apache-2.0
// One rule read wrongly on purpose: a random test that does not notice it tests nothing.

#pragma once

namespace toruscope::test {

enum class Mistake {
  none,
  half_ring_goes_negative,       ///< routing
  latency_per_hop,               ///< T1
  sends_ignore_gap,              ///< T2
  buffered_send_waits_for_tail,  ///< T2
  one_send_port,                 ///< T2: whatever k
  send_ports_in_turn,            ///< T2: not the one on which it starts earliest
  /// T2: not the lowest port (the highest each time would be a mirror image)
  send_ties_to_longest_free,
  /// T2: the port is chosen as if no earlier send left by the same link
  send_port_before_its_link,
  same_link_needs_no_port,         ///< T2: two sends by one link on two ports at once
  same_link_without_gap,           ///< T2: free when the tail has left
  gap_over_all_ports,              ///< T2: between the starts of two sends on different ports too
  tail_waits_for_links,            ///< T3: a send is complete when its last link was granted
  receive_port_always_free,        ///< T4
  one_receive_port,                ///< T4: whatever k
  receive_port_lowest_that_fits,   ///< T4: not the one free earliest
  reception_in_earlier_hole,       ///< T4
  buffered_reception_has_startup,  ///< T4: the receive port is taken for ts + x
  takes_ignore_gap,                ///< T4
  takes_gap_per_port,              ///< T4: not of the whole PE
  receptions_in_order_of_request,  ///< T5
  startup_for_each_send_of_round,  ///< T6
  takes_of_round_from_its_entry,   ///< T6: not after the startup
  ties_to_highest_source,          ///< T7
  channels_in_no_order,            ///< T7: within a tick only source and count decide
  pes_go_on_within_a_pass,         ///< T7: not after all that asked at the tick have been served
  message_to_oneself_has_startup,  ///< T12
  empty_message_costs_nothing,     ///< T12: not even tm
  unnamed_answered_too_early,      ///< T10: by the first message known, not when the tick is quiet
  unnamed_before_tick_is_quiet,    ///< T10
  highest_rank_first,              ///< T10
  latest_arrival_first,            ///< T10
  arrival_ties_to_highest_source,  ///< T10
  last_posted_receive_first,       ///< T10
  named_beside_pending_unnamed,    ///< T10: a named receive does not wait for the horizon
  probe_sees_claimed_messages,     ///< T10: those of receives posted before
  failed_poll_waits_for_success,   ///< T10: not for the next arrival, whatever that is
  third_poll_waits,                ///< T10: not the second at the same clock
  success_forgets_failed_poll,     ///< T10: a successful poll at the same clock between them
  wait_any_in_order_of_list,       ///< T10
  wait_any_receives_first,         ///< T5: at one tick
  // Rules that the library may not have yet: shown on machines of any sort.
  half_as_one,                     ///< T4
  half_receptions_without_gap,     ///< T4: the start of a reception does not keep sends away
  telephone_as_one,                ///< T4
  telephone_end_with_gap,          ///< T4: a send keeps other partners away for g
  stored_message_goes_through,     ///< T3: asks for the next link th after the last was granted
  waiting_send_does_not_wait,      ///< T11
  waiting_send_known_at_mailbox,   ///< T11: unnamed receives and probes do not see it before
  waiting_send_holds_its_port,     ///< T11: what is posted later does not go first
  worm_leaves_when_unblocked,      ///< T8: r_j is that of a worm that nothing stops
  worm_reaches_back_for_ever,      ///< T8: whatever th links store
  short_worm_holds_nothing,        ///< T8: x <= th: no channel until its header has the next
  no_dateline,                     ///< T8
  one_channel_of_a_lane,           ///< T8: with more than two virtual channels
  slot_free_with_the_tail,         ///< T9: not th later
  no_slot_at_the_last_link,        ///< T9
  blocked_worm_waits_for_no_slot,  ///< T9: it is taken in when it enters, or never
  tail_of_its_own_link,            ///< t_j = e_j + x_j
  highest_bit_first,               ///< routing in a hypercube
  // Shown by programs with started operations.
  processor_is_not_shared,   ///< T13: ts, tr and compute of two strands at once
  started_last_goes_last,    ///< T13: of those that ask at one tick
  processor_is_given_ahead,  ///< T13: to who asks first while another strand has it
  // Shown by programs whose polls take time.
  each_poll_costs_the_same,       ///< T14: not n times as much
  poll_ignores_arrivals,          ///< T14: it ends when it has taken its time
  poll_answers_as_it_began,       ///< T14: whatever came meanwhile
  other_calls_do_not_begin_anew,  ///< T14
  test_does_not_begin_anew,       ///< T14: when it completes a request
  probe_begins_anew,              ///< T14: when it sees a message
  deadline_excludes_its_tick,     ///< T14
  poll_of_the_past_is_free,       ///< T14: a wait whose deadline is over
  test_all_takes_what_is_there,   ///< T14
  wait_some_takes_one,            ///< T14
  // Shown by machines whose costs differ by size.
  piece_begins_after_its_size,      ///< T15: a message of its first size has the costs before
  piece_completes_the_one_before,   ///< T15: what it leaves out is that piece's
  flit_chooses_the_piece,           ///< T15: not the bytes of the body
  receptions_have_the_machines_ts,  ///< T15, T4: the receive port is taken for that and x
  receives_cost_the_machines,       ///< T15: tr
  flights_are_the_machines,         ///< T15: L
  flights_overtake,                 ///< T15: of one PE to another, where the later one's L is less
  // Shown by sends that wait on machines with a handshake.
  handshake_does_not_fly,          ///< T16: D is R alone
  handshake_flies_as_its_message,  ///< T16: with the piece's L
  answer_flies_as_the_request,     ///< T16: not its own way
  request_is_known_at_once,        ///< T16: unnamed receives and probes see it when it is posted
  answer_waits_for_no_request,     ///< T16: it leaves when the receive is posted
  send_waits_for_no_answer,        ///< T16: it starts when the answer leaves
  request_to_oneself               ///< T16: takes R and L
};
inline constexpr int kOldMistakes = static_cast<int>(Mistake::wait_any_receives_first) + 1;
inline constexpr int kFirstPollMistake = static_cast<int>(Mistake::each_poll_costs_the_same);
inline constexpr int kFirstSizeMistake = static_cast<int>(Mistake::piece_begins_after_its_size);
inline constexpr int kAllMistakes = static_cast<int>(Mistake::request_to_oneself) + 1;
inline constexpr int kMistakes = static_cast<int>(Mistake::highest_bit_first) + 1;

}  // namespace toruscope::test
