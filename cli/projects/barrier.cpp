// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>

using namespace toruscope;

namespace {

/// What every PE does. A message without data goes from PE 0 to the last PE, which then knows that
/// all have come, and back.
void run_round_trip(Communicator& comm) {
  const Rank me = comm.rank();
  const bool is_first = me == 0;
  const bool is_last = me == comm.size() - 1;
  std::span<std::byte> nothing;
  if (!is_first) comm.recv(me - 1, nothing);
  if (!is_last) comm.send(me + 1, nothing);
  if (!is_last) comm.recv(me + 1, nothing);
  if (!is_first) comm.send(me - 1, nothing);
}

/// Where the formula holds: ranks that follow each other are linked, the last and the first need
/// not be, and nothing but ts, tw and th costs anything.
bool has_formula(const Case& c) {
  const Costs& k = c.costs;
  const Parameters& m = c.parameters;
  const bool is_plain =
      m.injection == Injection::direct && m.switching == Switching::cut_through && !m.buffers && !m.eager;
  const bool has_other_costs = k.tr != Ticks{} || k.tm != Ticks{} || k.latency != Ticks{} || k.gap != Ticks{};
  return is_plain && !has_other_costs && (c.is_complete || (c.is_mesh && c.sides.size() == 1));
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with the
/// run.
std::optional<Prediction> round_trip_time(const Case& c) {
  if (!has_formula(c)) return std::nullopt;
  const std::int64_t steps = 2 * (c.p - 1);
  return Prediction{steps, 0, steps, steps * (c.costs.ts + c.costs.th)};
}

}  // namespace

Barrier round_trip() {
  Barrier entry;
  entry.name = "round_trip";
  entry.summary = "a message goes along the ranks and back";
  entry.restrictions = "none";
  entry.formula = "2 (p-1) (ts + th) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.predicted = round_trip_time;
  entry.run = run_round_trip;
  return entry;
}
