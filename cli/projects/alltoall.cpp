// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>

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

/// Where the formula holds: all PEs are linked, one message leaves and one comes at a time, and
/// nothing but ts, tw and th costs anything.
bool has_formula(const Case& c) {
  const Costs& k = c.costs;
  const Parameters& m = c.parameters;
  const bool is_plain = m.injection == Injection::direct && m.switching == Switching::cut_through &&
                        m.ports == one_port && !m.buffers && !m.eager;
  const bool has_other_costs = k.tr != Ticks{} || k.tm != Ticks{} || k.latency != Ticks{} || k.gap != Ticks{};
  return is_plain && !has_other_costs && c.is_complete;
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with the
/// run.
std::optional<Prediction> rotation_time(const Case& c) {
  if (!has_formula(c)) return std::nullopt;
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
