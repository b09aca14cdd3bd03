// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/at2.hpp"

#include "collectives/alltoall/ar1.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/shapes/premises.hpp"

#include <algorithm>

namespace toruscope::detail {

namespace {

constexpr int kDimensions = 2;

std::optional<std::string> refusal(const Case& c) {
  if (!c.is_torus || c.sides.size() != kDimensions)
    return "needs a torus of two dimensions, got " + grid_to_string(c);
  for (const int side : c.sides)
    if (side != 2 && side % 4 != 0)
      return "needs sides of 2 or a multiple of 4, so that the ring of every second PE is even, got " +
             grid_to_string(c);
  return std::nullopt;
}

/// Each stage takes as long as its longer rings; the swaps move half of everything held.
std::optional<Prediction> predicted(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const int longer = *std::max_element(c.sides.begin(), c.sides.end());
  const int ring = longer / kDimensions;
  const RingCost cost = ar1_cost(ring);
  const std::int64_t blocks = kDimensions * (cost.blocks * (c.p / ring) + c.p / 2);
  return chain(c, kDimensions * (cost.rounds + 1), blocks * static_cast<std::int64_t>(c.bytes),
               kDimensions * (kDimensions * cost.hops + 1));
}

}  // namespace

void exchange_at2(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block, Synchronisation synchronisation) {
  begin_exchange(send, receive);
  const int colour = (comm.coordinate(0) + comm.coordinate(1)) % kDimensions;
  for (int stage = 0; stage < kDimensions; ++stage) {
    ring_stage(comm, (colour + stage) % kDimensions, kDimensions, ar1_program(), receive, block);
    if (synchronisation == Synchronisation::stage) comm.synchronize();
  }
  for (int dimension = 0; dimension < kDimensions; ++dimension)
    cell_stage(comm, dimension, kDimensions, ar1_program(), receive, block);
}

Alltoall alltoall_at2() {
  Alltoall entry;
  entry.name = "at2";
  entry.summary = "PEs coloured like a chess board exchange along both dimensions of a torus at once";
  entry.restrictions = "a torus of two dimensions, each side 2 or a multiple of 4";
  entry.formula =
      "(2 ceil(N1/8)+4) ts + (4 floor(N1^2/32)+2 N1) N2 m tw, N1 >= N2; N1 = 4: 4 ts, N1 = 2: 2 ts + 4 m tw";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 4 (AT2)";
  entry.synchronisation = Synchronisation::stage;
  entry.conflict_free = true;
  entry.refusal = refusal;
  entry.predicted = predicted;
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block) { exchange_at2(comm, send, receive, block, Synchronisation::stage); };
  return entry;
}

}  // namespace toruscope::detail
