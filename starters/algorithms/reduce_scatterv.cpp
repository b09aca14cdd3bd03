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

/// What every PE does. Block r of `all` has sizes[r] bytes; its sum ends at rank r. In round t the
/// partners are t ranks away: each block goes straight to its PE, which adds up.
void run_rotation(Communicator& comm, std::span<const std::byte> all, std::span<const std::size_t> sizes,
                  std::span<std::byte> block, const Combine& op) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::vector<std::size_t> begin = beginnings(sizes);
  const auto part = [&](Rank rank) {
    const auto r = static_cast<std::size_t>(rank);
    return all.subspan(begin[r], sizes[r]);
  };
  copy(part(me), block);
  for (int t = 1; t < p; ++t) {
    const Rank to = (me + t) % p;
    const Rank from = (me - t + p) % p;
    Buffer theirs = comm.buffer(block.size());
    comm.sendrecv(to, part(to), from, theirs);
    op.combine(theirs.data(), block.data(), block.data(), block.size() / op.element);
  }
}

/// Blocks come in another order than that of the ranks.
std::optional<std::string> refuses(const Case& c) {
  return c.commutative ? std::nullopt : std::optional<std::string>("needs an operator that commutes");
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything. What the bytes take depends on all sizes, so they
/// must cost nothing.
std::optional<Prediction> rotation_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && c.is_complete;
  if (!holds || c.costs.tw != Ticks{}) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  return Prediction{steps, 0, steps, steps * (c.costs.ts + c.costs.th)};
}

}  // namespace

ReduceScatterv rotation() {
  ReduceScatterv entry;
  entry.name = "rotation";
  entry.summary = "in round t with the PEs t ranks away";
  entry.restrictions = "an operator that commutes";
  entry.refusal = refuses;
  entry.formula = "(p-1) (ts + th) where all PEs are linked and bytes cost nothing";
  entry.source = "@project@";
  entry.predicted = rotation_time;
  entry.run = run_rotation;
  return entry;
}
