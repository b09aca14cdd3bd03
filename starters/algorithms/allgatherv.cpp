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

/// What every PE does. `all` has a place of sizes[r] bytes for the block of rank r. In each step
/// the block that came last goes on to the next rank.
void run_pass_around(Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all,
                     std::span<const std::size_t> sizes) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::vector<std::size_t> begin = beginnings(sizes);
  const auto place = [&](int rank) {
    const auto r = static_cast<std::size_t>((rank + p) % p);
    return all.subspan(begin[r], sizes[r]);
  };
  copy(block, place(me));
  for (int i = 0; i + 1 < p; ++i)
    comm.sendrecv((me + 1) % p, place(me - i), (me + p - 1) % p, place(me - i - 1));
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything. What the bytes take depends on all sizes, so they
/// must cost nothing.
std::optional<Prediction> pass_around_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && c.is_complete;
  if (!holds || c.costs.tw != Ticks{}) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  return Prediction{steps, 0, steps, steps * (c.costs.ts + c.costs.th)};
}

}  // namespace

Allgatherv pass_around() {
  Allgatherv entry;
  entry.name = "pass_around";
  entry.summary = "every block goes once around the ranks";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th) where all PEs are linked and bytes cost nothing";
  entry.source = "@project@";
  entry.predicted = pass_around_time;
  entry.run = run_pass_around;
  return entry;
}
