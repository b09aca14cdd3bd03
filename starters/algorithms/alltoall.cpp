// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// What every PE does. Block d of `send` is for PE d, block s of `receive` comes from PE s. In
/// round t the partners are t ranks away, in both directions.
void run_rotation(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const auto for_rank = [&](Rank r) { return send.subspan(static_cast<std::size_t>(r) * block, block); };
  const auto from_rank = [&](Rank r) { return receive.subspan(static_cast<std::size_t>(r) * block, block); };
  copy(for_rank(me), from_rank(me));
  for (int t = 1; t < p; ++t) {
    const Rank to = (me + t) % p;
    const Rank from = (me - t + p) % p;
    comm.sendrecv(to, for_rank(to), from, from_rank(from));
  }
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything.
std::optional<Prediction> rotation_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && c.is_complete;
  if (!holds) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Alltoall rotation() {
  Alltoall entry;
  entry.name = "rotation";
  entry.summary = "in round t with the PEs t ranks away";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th + m tw) where all PEs are linked";
  entry.source = "@project@";
  entry.predicted = rotation_time;
  entry.run = run_rotation;
  return entry;
}
