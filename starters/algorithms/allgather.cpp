// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// What every PE does. `all` has a place for the block of each rank. Round after round a PE passes
/// on what it got in the one before: in round t, from 0 on, the block of the PE that is t ranks
/// behind it.
void run_pass_around(Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const auto place = [&](Rank r) {
    return all.subspan(static_cast<std::size_t>((r + p) % p) * block.size(), block.size());
  };
  copy(block, place(me));
  for (int t = 0; t < p - 1; ++t)
    comm.sendrecv((me + 1) % p, place(me - t), (me - 1 + p) % p, place(me - t - 1));
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, one message leaves and one
/// comes at a time, and nothing but ts, tw and th costs anything.
std::optional<Prediction> pass_around_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && ranks_form_ring(c);
  if (!holds) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Allgather pass_around() {
  Allgather entry;
  entry.name = "pass_around";
  entry.summary = "every block goes once around the ranks";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.predicted = pass_around_time;
  entry.run = run_pass_around;
  return entry;
}
