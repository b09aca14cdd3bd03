// SPDX-License-Identifier: Apache-2.0
// Allreduce of short vectors by a butterfly on a torus: partners exchange all their sums, in half
// as many steps as by blocks, with the whole vector in each.
//
//   ring of 6   fold 4 -> 2, 5 -> 3   0 <-> 1, 3 <-> 2   0 <-> 3, 1 <-> 2   unfold 2 -> 4, 3 -> 5
//
// Fold       By dimensions, of a side N that is no power of two: with k the power of two below it,
//            the PEs at places k .. N-1 send their vector N - k places back and step aside; at the
//            end they are told the result. In between the others are a torus of sides k.
// Order      With Swing, and with parts of direction -1, PEs group the vectors in different ways:
//            floating-point sums would differ between PEs in the last bits. So the operator must
//            give one result for every grouping.
// Rounds     sum of floor(log2 N_d), and two for each side that is no power of two.
// Volume     a part of the vector in each round.
// Source     shapes/butterfly.hpp; the fold of recursive doubling: Thakur, Rabenseifner, Gropp,
//            IJHPCA 19(1), 2005, section 4.5.

#pragma once

#include "collectives/shapes/butterfly_cost.hpp"

namespace toruscope::collectives {

void allreduce_folded(Pairing pairing, Communicator& comm, std::span<std::byte> data, const Combine& op);

std::optional<std::string> folded_refusal(Pairing pairing, const Case& c);
std::optional<Prediction> folded_cost(Pairing pairing, const Case& c);
std::optional<Ticks> folded_estimate(Pairing pairing, const Case& c);

/// Claims of an entry that runs allreduce_folded.
template <Pairing kPairing>
void claim_folded(Allreduce& entry) {
  entry.restrictions = std::string("a torus, a commutative operator; integers only if a side is 8 or longer") +
                       (kPairing == Pairing::doubling ? " and every link has a port" : "");
  entry.conflict_free = {where_partners_are_neighbours(kPairing),
                         [](const Case& c) { return has_own_links(kPairing, c); }};
  entry.refusal = [](const Case& c) { return folded_refusal(kPairing, c); };
  entry.predicted = [](const Case& c) { return folded_cost(kPairing, c); };
  entry.estimated = [](const Case& c) {
    return remembered(c, [](const Case& asked) { return folded_estimate(kPairing, asked); });
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    allreduce_folded(kPairing, comm, data, op);
  };
}

}  // namespace toruscope::collectives
