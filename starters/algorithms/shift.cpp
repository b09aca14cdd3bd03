// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <cstdlib>

using namespace toruscope;

namespace {

/// Steps from rank to rank, the shorter way around: forwards if above 0, else backwards.
int steps_of(int distance, int p) {
  return distance <= p - distance ? distance : distance - p;
}

/// What every PE does; 0 <= distance < p.
void run_step_by_step(Communicator& comm, int distance, std::span<std::byte> data) {
  const int p = comm.size();
  const int steps = steps_of(distance, p);
  const int way = steps > 0 ? 1 : -1;
  const Rank next = (comm.rank() + way + p) % p;
  const Rank previous = (comm.rank() - way + p) % p;
  for (int t = 0; t != steps; t += way) comm.sendrecv(next, data, previous, data);
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, one message leaves and one
/// comes at a time, and nothing but ts, tw and th costs anything.
std::optional<Prediction> step_by_step_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && ranks_form_ring(c);
  if (!holds) return std::nullopt;
  const std::int64_t steps = std::abs(steps_of(c.distance, c.p));
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Shift step_by_step() {
  Shift entry;
  entry.name = "step_by_step";
  entry.summary = "from rank to rank, the shorter way around";
  entry.restrictions = "none";
  entry.formula = "min(q, p-q) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.predicted = step_by_step_time;
  entry.run = run_step_by_step;
  return entry;
}
