// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/planner.hpp"

#include <algorithm>
#include <tuple>

namespace toruscope::core {

namespace {

/// The earliest arrival of a message, or departure of a worm's tail: with either a PE may go on.
Ticks earliest_news(const Summary& all) {
  return std::min(all.arrival, all.tail);
}

Ticks after(Ticks tick) {
  return tick == kNever ? kNever : tick + Ticks{1};
}

/// The horizon of the next network phase, if no PE sends before `may_send`, or ever again if that
/// is kNever. The header of what a PE sends asks ts later. If ts is 0, the headers of this tick are
/// served, then PEs go on, until the tick is quiet (T7).
Ticks horizon_for(Ticks may_send, Ticks asking, const PlanTerms& terms) {
  if (may_send == kNever) return kNever;
  const Ticks next_header = asking == kNever ? Ticks{} : after(asking);
  return std::max(may_send + terms.startup, next_header);
}

/// True if all that asks for a link at this tick has been served, and nothing that is sent at it
/// can be served before that.
bool is_quiet(Ticks tick, const Summary& all, const PlanTerms& terms) {
  return terms.startup > Ticks{} || all.asking > tick;
}

/// True if nothing else comes before the next thing that is due.
bool is_due(const Summary& all, const PlanTerms& terms) {
  const NextDue& due = all.due;
  const NextTurn& turn = all.turn;
  const Ticks news = earliest_news(all);
  if (due.when == kNever) return false;
  if (due.kind == NextDue::Kind::worm) return due.when <= std::min(news, turn.when) && all.asking >= due.when;
  if (due.when >= news || due.when > turn.when || !is_quiet(due.when, all, terms)) return false;
  if (due.when < turn.when) return true;
  if (due.kind == NextDue::Kind::background) return false;  // after all turns of the tick
  // The PE whose turn it is matches what it finds when it goes on.
  return turn.rank > due.rank || (turn.rank == due.rank && due.kind != NextDue::Kind::question);
}

/// The turns that come before anything that the first of these PEs sends can arrive, or meet
/// another header.
Decision turns(const Summary& all, const PlanTerms& terms) {
  const Ticks first = all.turn.when;
  // Whether such a poll ends may depend on what others do before (T14).
  const bool is_one_tick = terms.startup == Ticks{} || all.hopeless != kNever;
  const Ticks until = std::min(
      {earliest_news(all), all.due.when, is_one_tick ? after(first) : kNever, first + terms.least_flight});
  const bool may_meet = terms.startup == Ticks{} && terms.crosses_in_no_time;
  if (until == first || may_meet || all.answers_singly)
    return {.kind = Decision::Kind::give_turn, .when = first, .rank = all.turn.rank};
  using enum Decision::Kind;
  return {.kind = all.answers_in_order ? give_turns_in_order : give_turns, .until = until};
}

/// Advances the network as far as no PE can influence it any more: the next PE that goes on does so
/// with a message, at its turn, or because of what is due.
Decision advance(const Summary& all, const PlanTerms& terms) {
  const bool is_worm = all.due.kind == NextDue::Kind::worm;
  const Ticks due = is_worm ? all.due.when : after(all.due.when);
  const Ticks may_send =
      all.ended == terms.pes ? kNever : std::min({earliest_news(all), after(all.turn.when), due});
  return {.kind = Decision::Kind::advance, .until = horizon_for(may_send, all.asking, terms)};
}

Decision next(const Summary& all, const PlanTerms& terms, Ticks windows_known_before, bool is_stop_asked) {
  const bool is_idle = all.arrival == kNever && all.due.when == kNever && !all.is_stuck;
  // Nothing can happen before what is known: an error before it stays the earliest.
  if (all.error < windows_known_before) return {.kind = Decision::Kind::failed};
  if (all.ended == terms.pes && is_idle) return {.kind = Decision::Kind::finished};
  if (is_stop_asked) return {.kind = Decision::Kind::stopped};
  if (all.can_run) return {.kind = Decision::Kind::run};
  if (all.is_without_hope() && all.hopeless > all.latest) return {.kind = Decision::Kind::deadlock};
  if (is_due(all, terms)) return {.kind = Decision::Kind::due, .due = all.due};
  if (all.turn.when < earliest_news(all) && all.turn.when <= all.due.when &&
      is_quiet(all.turn.when, all, terms))
    return turns(all, terms);
  if (all.arrival != kNever) return advance(all, terms);
  return {.kind = Decision::Kind::deadlock};
}

}  // namespace

bool NextDue::is_before(const NextDue& other) const {
  const auto key = [](const NextDue& d) {
    return std::tuple(d.when, d.is_asked() ? Kind::start : d.kind, d.rank, d.kind);
  };
  return key(*this) < key(other);
}

Summary combine(const Summary& a, const Summary& b) {
  return {.ended = a.ended + b.ended,
          .can_run = a.can_run || b.can_run,
          .clock = std::min(a.clock, b.clock),
          .error = std::min(a.error, b.error),
          .turn = b.turn.is_before(a.turn) ? b.turn : a.turn,
          .hopeless = std::min(a.hopeless, b.hopeless),
          .hope = std::min(a.hope, b.hope),
          .due = b.due.is_before(a.due) ? b.due : a.due,
          .answers_in_order = a.answers_in_order || b.answers_in_order,
          .answers_singly = a.answers_singly || b.answers_singly,
          .asking = std::min(a.asking, b.asking),
          .arrival = std::min(a.arrival, b.arrival),
          .tail = std::min(a.tail, b.tail),
          .reception = std::min(a.reception, b.reception),
          .is_stuck = a.is_stuck || b.is_stuck,
          .latest = std::max(a.latest, b.latest)};
}

Decision decide(const Summary& all, const PlanTerms& terms, bool is_stop_asked) {
  const Ticks earliest = std::min({earliest_news(all), all.clock, all.turn.when, all.due.when});
  const Ticks windows = terms.is_strict ? std::min(earliest, all.reception) : earliest;
  Decision decision = next(all, terms, windows, is_stop_asked);
  decision.earliest = earliest;
  decision.windows_known_before = windows;
  return decision;
}

Advance advance_by(const MessagesAlone& all, const PlanTerms& terms) {
  const Ticks news = std::min(all.arrival, all.tail);
  return {.earliest = news, .until = horizon_for(all.ended == terms.pes ? kNever : news, all.asking, terms)};
}

}  // namespace toruscope::core
