// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

using namespace toruscope;

namespace {

/// What every PE does. v is the rank as seen from the root, which is 0.
void run_chain(Communicator& comm, Rank root, std::span<std::byte> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v > 0) comm.recv((comm.rank() - 1 + p) % p, data);
  if (v < p - 1) comm.send((comm.rank() + 1) % p, data);
}

/// The time by formula, or nothing where it does not hold: `verify` compares it with the run.
std::optional<Prediction> chain_time(const Case& c) {
  if (!costs_only_ts_tw_th(c) || !ranks_form_ring(c)) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Broadcast chain() {
  Broadcast entry;
  entry.name = "chain";
  entry.summary = "from PE to PE along the ranks";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.predicted = chain_time;
  entry.run = run_chain;
  return entry;
}
