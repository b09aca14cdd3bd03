// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// What every PE does. `all` has a block for each rank at the root, and is empty elsewhere.
void run_in_turn(Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> block) {
  if (comm.rank() != root) {
    comm.recv(root, block);
    return;
  }
  for (Rank r = 0; r < comm.size(); ++r) {
    const auto of_r = all.subspan(static_cast<std::size_t>(r) * block.size(), block.size());
    if (r == root)
      copy(of_r, block);
    else
      comm.send(r, of_r);
  }
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything.
std::optional<Prediction> in_turn_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && c.is_complete;
  if (!holds) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, std::min(c.p - 1, 1),
                    steps * c.costs.ts + std::min(c.p - 1, 1) * c.costs.th + bytes * c.costs.tw};
}

}  // namespace

Scatter in_turn() {
  Scatter entry;
  entry.name = "in_turn";
  entry.summary = "the root sends each PE its block, in rank order";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + m tw) + th where all PEs are linked";
  entry.source = "@project@";
  entry.predicted = in_turn_time;
  entry.run = run_in_turn;
  return entry;
}
