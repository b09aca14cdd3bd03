// SPDX-License-Identifier: Apache-2.0
// Algorithms that are deliberately wrong: what verification and laws must find.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::test {

/// Direct exchange that flips a bit of the last block.
Alltoall flips_a_bit();
/// Direct exchange that claims no link conflicts, which is true on a complete graph only.
Alltoall claims_no_conflicts();
/// Direct exchange whose formula promises one startup less than it needs.
Alltoall promises_too_much();
/// Direct exchange whose formula is right but for one figure: all others, the ticks too, are met.
/// On a complete graph.
Alltoall misstates_startups();
Alltoall misstates_bytes();
Alltoall misstates_hops();
/// Startups, bytes and hops are right, what they come to is not.
Alltoall misstates_ticks();
/// Hands the blocks over in the computer's memory, behind the machine's back: right, and faster
/// than any bound. For up to 64 PEs, one run at a time.
Alltoall whispers();
/// Flips a bit of the last block that is not empty.
Alltoallv flips_a_bit_of_uneven_blocks();
/// The root tells everyone but one.
Broadcast forgets_one();
/// Combines in the reverse of rank order: right for commutative operators only.
Reduce combines_backwards();
/// Each PE waits for its neighbour only.
Barrier waits_for_one();

/// The exclusive prefixes instead of the inclusive ones.
Scan stops_too_soon();
/// The inclusive prefixes instead of the exclusive ones.
Exscan goes_too_far();
/// Blocks in the order of their arrival from the highest rank down.
Gather turns_round();
/// Every PE gets the block of the next one.
Scatter shifts_by_one();
/// Leaves the last round out.
Allgather stops_before_the_end();
/// Combines right with left.
Allreduce swaps_operands();
ReduceScatter swaps_operands_of_blocks();
Shift goes_backwards();
/// The partner answers before the message has come.
Pingpong answers_too_soon();
/// The partner answers before the window has come.
Bandwidth answers_at_once();
/// The last message of each window is left out.
Bibandwidth holds_one_back();
/// Each PE sends to the one before it.
Sendrecv sends_to_the_left();
/// The last message of the window is left out.
MultiPair sends_one_too_few();
/// PEs exchange with the one beside them.
Bisection stays_in_its_half();

/// Flips a bit of the last block that is not empty.
Gatherv flips_a_bit_of_gathered_blocks();
/// Every PE gets its bytes in reverse.
Scatterv turns_blocks_round();
/// Leaves out the last PE's block.
Allgatherv leaves_the_last_out();
/// Combines right with left.
ReduceScatterv swaps_operands_of_uneven_blocks();

/// The table that comes with Toruscope and all of these.
Catalogue catalogue_with_twins();

}  // namespace toruscope::test
