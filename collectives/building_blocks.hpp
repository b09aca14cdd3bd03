// SPDX-License-Identifier: Apache-2.0
// Entries, and parts of entries, that other entries are made of.

#pragma once

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <optional>
#include <span>
#include <vector>

namespace toruscope::collectives {

/// The entry that a function of the table describes (catalogue.cpp), without its name.
template <class Entry>
Entry described(void (*describe)(Entry&)) {
  Entry entry;
  describe(entry);
  return entry;
}

void bruck(Alltoall& entry);
void direct(Alltoall& entry);
void knomial(Broadcast& entry);
void knomial(Reduce& entry);
void knomial(Gather& entry);
void knomial(Scatter& entry);
void flat(Gather& entry);
void flat(Scatter& entry);
void bruck(Allgather& entry);
void ring(Allgather& entry);
void bruck(ReduceScatter& entry);
void pairwise(ReduceScatter& entry);
void ring(ReduceScatter& entry);
void recursive_halving(ReduceScatter& entry);
void direct(Shift& entry);
void rabenseifner(Allreduce& entry);
void recursive_doubling(Allreduce& entry);

// Bruck's concatenation (allgather/bruck.cpp): an allgather forwards, a reduce-scatter backwards.

/// The first `length` blocks of the PE `offset` ranks further on.
struct BruckPiece {
  int offset = 0;
  int length = 0;
  friend bool operator==(const BruckPiece&, const BruckPiece&) = default;
};
/// Pieces that every PE takes, by round: at most k each.
std::vector<std::vector<BruckPiece>> bruck_plan(int p, int k);
enum class BruckOrder { forwards, backwards };
std::optional<Prediction> bruck_cost(const Case& c);
std::optional<Ticks> bruck_estimate(const Case& c, BruckOrder order);

// Around one ring of PEs (allgather/ring.cpp, reduce_scatter/ring.cpp).

/// Runs "ring" of allgather.
void allgather_around(Communicator& ring, std::span<const std::byte> mine, std::span<std::byte> all);
/// Rounds of one block: p - 1.
RingRounds allgather_ring_rounds(int p, std::size_t block);
/// Runs "ring" of reduce_scatter.
void reduce_scatter_around(Communicator& ring, std::span<const std::byte> all, std::span<std::byte> mine,
                           const Combine& op);
/// p - 1 rounds: the first of one block, the others of two unless the operator commutes.
RingRounds reduce_scatter_ring_rounds(int p, std::size_t block, bool commutative);

}  // namespace toruscope::collectives
