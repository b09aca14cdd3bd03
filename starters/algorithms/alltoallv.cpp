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

/// What every PE does. Block d of `send`, of send_bytes[d] bytes, is for PE d; block s of `receive`
/// comes from PE s. In round t the partners are t ranks away, in both directions.
void run_rotation(Communicator& comm, std::span<const std::byte> send, std::span<const std::size_t> send_bytes,
                  std::span<std::byte> receive, std::span<const std::size_t> receive_bytes) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::vector<std::size_t> sent = beginnings(send_bytes);
  const std::vector<std::size_t> received = beginnings(receive_bytes);
  const auto for_rank = [&](Rank rank) {
    const auto r = static_cast<std::size_t>(rank);
    return send.subspan(sent[r], send_bytes[r]);
  };
  const auto from_rank = [&](Rank rank) {
    const auto r = static_cast<std::size_t>(rank);
    return receive.subspan(received[r], receive_bytes[r]);
  };
  copy(for_rank(me), from_rank(me));
  for (int t = 1; t < p; ++t) {
    const Rank to = (me + t) % p;
    const Rank from = (me - t + p) % p;
    comm.sendrecv(to, for_rank(to), from, from_rank(from));
  }
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

Alltoallv rotation() {
  Alltoallv entry;
  entry.name = "rotation";
  entry.summary = "in round t with the PEs t ranks away";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th) where all PEs are linked and bytes cost nothing";
  entry.source = "@project@";
  entry.predicted = rotation_time;
  entry.run = run_rotation;
  return entry;
}
