// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

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

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, the last and the first need
/// not be, and nothing but ts, tw and th costs anything.
std::optional<Prediction> round_trip_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && ranks_form_line(c);
  if (!holds) return std::nullopt;
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
