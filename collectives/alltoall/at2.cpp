// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/at2.hpp"

#include "collectives/alltoall/colouring.hpp"
#include "collectives/shapes/premises.hpp"

namespace toruscope::collectives {

namespace {

constexpr int kDimensions = 2;

std::optional<std::string> refusal_of_at2(const Case& c) {
  if (!c.is_torus || c.sides.size() != kDimensions)
    return "needs a torus of two dimensions, got " + grid_to_string(c);
  for (const int side : c.sides)
    if (side != 2 && side % 4 != 0)
      return "needs sides of 2 or a multiple of 4, so that the ring of every second PE is even, got " +
             grid_to_string(c);
  return std::nullopt;
}

Colouring chess_board(Synchronisation synchronisation) {
  return {kDimensions, {kDimensions, kDimensions}, 0, synchronisation};
}

}  // namespace

void exchange_at2(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block, Synchronisation synchronisation) {
  exchange(carrier, chess_board(synchronisation), send, receive, block);
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
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_at2;
  entry.predicted = [](const Case& c) { return exact_cost(chess_board(Synchronisation::stage), c); };
  entry.run = as_they_are(
      [](Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive, std::size_t block) {
        exchange_at2(carrier, send, receive, block, Synchronisation::stage);
      });
  return entry;
}

}  // namespace toruscope::collectives
