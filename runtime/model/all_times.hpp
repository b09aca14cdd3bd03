// SPDX-License-Identifier: Apache-2.0
// All costs of a machine, wherever they stand, for code that treats them alike.

#pragma once

#include "runtime/model/named_costs.hpp"

#include <optional>
#include <vector>

namespace toruscope::core {

/// Calls use(piece's cost) for those that a piece has.
template <class Piece, class Use>
void for_each_cost_of(Piece& piece, Use&& use) {
  for (auto* cost : {&piece.ts, &piece.tr, &piece.tm, &piece.tw, &piece.latency})
    if (*cost) use(**cost);
}

/// Calls use(time) for each cost of the machine, the tick excepted.
template <class Machine, class Use>
void for_each_cost(Machine& machine, Use&& use) {
  for (const NamedCost& cost : named_costs()) {
    use(machine.*cost.time);
    if (cost.by_dimension != nullptr)
      for (auto& time : machine.*cost.by_dimension) use(time);
  }
  if (machine.rendezvous) use(*machine.rendezvous);
  for (auto& piece : machine.pieces) for_each_cost_of(piece, use);
}

}  // namespace toruscope::core
