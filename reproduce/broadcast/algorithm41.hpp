// SPDX-License-Identifier: Apache-2.0
// One-to-all broadcast by recursive doubling from PE 0, as Algorithm 4.1 has it, and with its
// dimensions in the other order; and what the figures say of both.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1
//         (a Chinese edition).

#pragma once

#include "reproduce/transfers.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>

namespace toruscope::reproduce {

inline constexpr const char* kBroadcastPaper =
    "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1";

/// far: dimension d-1 first, as Algorithm 4.1. near: dimension 0, and PE 0's neighbour, first.
enum class First { far, near };

/// The program of one PE: the masks of Algorithm 4.2, which is 4.1 if the source is 0; `near` takes
/// the dimensions in ascending order. All PEs go on together from step to step. Right for p = 2^d;
/// else a partner that does not exist is left out, and not all PEs are told.
void doubling_broadcast(Communicator& comm, First first, Rank source, std::span<std::byte> data);

/// The schedule that the figures show, by arithmetic on the labels: in step i, from 0, far: every
/// multiple of 2^(d-i) tells the one 2^(d-1-i) further on; near: each below 2^i tells the one 2^i
/// further on.
Schedule doubling_rule(First first, int d);
/// The dual schedule: steps and arrows turned round.
Schedule reversed(const Schedule& schedule);

}  // namespace toruscope::reproduce
