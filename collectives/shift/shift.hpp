// SPDX-License-Identifier: Apache-2.0
// Circular shift by q: what PE i has goes to PE i + q (mod p).
//
// direct       One message from each PE by the machine's route. Cut-through on a ring: d = min(q, p-q) messages share
//              each link and go on in step, so the last hop waits d - 1 times.
// torus        Dimension by dimension, the last first: along its line each datum goes as far as its destination is, by
//              one message. Who was carried past the end of a line goes one further in the dimension before.
// neighbours   The same by messages to the next PE only: d of them along a ring.
//
//   torus 3x4, q = 6 = (1,2)     along dimension 1 by 2, then along dimension 0: columns 2, 3 by 1, columns 0, 1 by 2
//
// Invariant    After a dimension a datum has its destination's coordinates in it and in all later ones; so all PEs of a
//              line move by the same number of steps.
// Links        neighbours: no message shares one.     Restricted to a torus (torus, neighbours).     Any p, q.
// Source       Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.6 (ring and mesh by neighbours,
//              hypercube by one message); one message on a ring is timed by rules T1 and T3 of docs/rules.md.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

Shift shift_direct();
Shift shift_torus();
Shift shift_neighbours();

}  // namespace toruscope::collectives
