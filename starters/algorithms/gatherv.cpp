// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>
#include <vector>

using namespace toruscope;

namespace {

/// Where the blocks begin that lie one after the other, and where the last one ends.
std::vector<std::size_t> beginnings(std::span<const std::size_t> bytes) {
  std::vector<std::size_t> all{0};
  for (const std::size_t each : bytes) all.push_back(all.back() + each);
  return all;
}

/// What every PE does. At the root `all` has a place of sizes[r] bytes for the block of rank r; it
/// is empty elsewhere.
void run_in_turn(Communicator& comm, Rank root, std::span<const std::byte> block, std::span<std::byte> all,
                 std::span<const std::size_t> sizes) {
  if (comm.rank() != root) {
    comm.send(root, block);
    return;
  }
  const std::vector<std::size_t> begin = beginnings(sizes);
  for (Rank rank = 0; rank < comm.size(); ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    const std::span<std::byte> place = all.subspan(begin[r], sizes[r]);
    if (rank == root)
      copy(block, place);
    else
      comm.recv(rank, place);
  }
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything. What the bytes take depends on all sizes, so they
/// must cost nothing.
std::optional<Prediction> in_turn_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && c.is_complete;
  if (!holds || c.costs.tw != Ticks{}) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t hops = std::min(c.p - 1, 1);
  return Prediction{steps, 0, hops, steps * c.costs.ts + hops * c.costs.th};
}

}  // namespace

Gatherv in_turn() {
  Gatherv entry;
  entry.name = "in_turn";
  entry.summary = "every PE sends its block to the root, which takes them in rank order";
  entry.restrictions = "none";
  entry.formula = "(p-1) ts + th where all PEs are linked and bytes cost nothing";
  entry.source = "@project@";
  entry.predicted = in_turn_time;
  entry.run = run_in_turn;
  return entry;
}
