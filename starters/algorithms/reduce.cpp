// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// What every PE does. Its partial result is that of its own rank and all higher ones. In `op` the
/// lower ranks are the left operand, so the operator need not commute.
void run_relay(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Rank me = comm.rank();
  Buffer partial = comm.copy_of(data);  // `data` may change at the root only
  if (me < comm.size() - 1) {
    Buffer right = comm.buffer(data.size());
    comm.recv(me + 1, right);
    op.combine(partial.data(), right.data(), partial.data(), data.size() / op.element);
  }
  const Rank next = me > 0 ? me - 1 : root;
  if (next != me) comm.send(next, partial);
  if (me == root && root > 0) comm.recv(0, partial);
  if (me == root) copy(partial, data);
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, one message leaves and one
/// comes at a time, and nothing but ts, tw and th costs anything.
std::optional<Prediction> relay_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && ranks_form_ring(c);
  if (!holds) return std::nullopt;
  const std::int64_t steps = c.p - 1 + (c.root > 0 ? 1 : 0);
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  const std::int64_t to_root = c.is_complete ? std::min(c.root, 1) : std::min(c.root, c.p - c.root);
  const std::int64_t hops = c.p - 1 + to_root;
  return Prediction{steps, bytes, hops, steps * c.costs.ts + bytes * c.costs.tw + hops * c.costs.th};
}

}  // namespace

Reduce relay() {
  Reduce entry;
  entry.name = "relay";
  entry.summary = "from the last PE down to PE 0 along the ranks, and from there to the root";
  entry.restrictions = "none";
  entry.formula =
      "(p-1) (ts + th + m tw) where consecutive ranks are neighbours, one message more if the root is not PE 0";
  entry.source = "@project@";
  entry.predicted = relay_time;
  entry.run = run_relay;
  return entry;
}
