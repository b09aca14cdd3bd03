// SPDX-License-Identifier: Apache-2.0
// Decision on what all workers do next, as a pure function of what each of them knows when its PEs
// wait.
//
//   worker    describes its PEs, and its part of the network, in a Summary: plain data that could
//             cross a wire
//   planner   combine() makes one summary of two, decide() makes the decision of the one that is
//             left
//   worker    carries the decision out
//
// Invariants  (1) decide() depends on its arguments alone: whoever has all summaries comes to the
//                 same decision.
//             (2) combine() is associative and commutative: who knows what, and in which order it
//                 is told, does not matter.
//             (3) No event of the run comes before the earliest time in its summary, whatever a PE
//                 does later.
// Not here    How a summary is made and a decision carried out (engine/plan.cpp).
// Source      docs/determinism.md, "Phases" and "Turns".

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>

namespace toruscope::core {

/// The next turn of a PE that takes whatever comes first (T10), if nothing else arrives. At one
/// tick the lowest rank is first.
struct NextTurn {
  Ticks when = kNever;
  Rank rank = 0;

  [[nodiscard]] bool is_before(const NextTurn& other) const {
    return when != other.when ? when < other.when : rank < other.rank;
  }
};

/// The next thing that happens at a PE that waits, and that the PE does not do itself (T8, T11).
struct NextDue {
  /// Kinds, in the order in which they come at one tick.
  enum class Kind : std::uint8_t {
    worm,  ///< a posted send begins as soon as its port is free
    /// a posted send begins when its tick is quiet, as those do that waited for their receives
    start,
    own,         ///< an announcement of its own message gets its receive, and the PE asks
    question,    ///< an announcement gets its receive, and the PE asks: it waits for its turn
    background,  ///< an announcement gets its receive
  };
  Ticks when = kNever;
  Kind kind = Kind::background;
  Rank rank = 0;

  /// True if an announcement gets its receive, and the PE asks.
  [[nodiscard]] bool is_asked() const { return kind == Kind::own || kind == Kind::question; }
  /// Order within a tick: worms first, then by rank, of one PE its sends before its question;
  /// background last.
  [[nodiscard]] bool is_before(const NextDue& other) const;
};

/// Knowledge of one worker, or of several, at the end of a PE phase.
struct Summary {
  int ended = 0;         ///< PEs whose program is over
  bool can_run = false;  ///< a PE can go on now
  Ticks clock = kNever;  ///< the earliest of those that can
  Ticks error = kNever;  ///< virtual time of the earliest error of a PE
  NextTurn turn{};       ///< next turn of a PE that waits for its turn
  /// the earliest turn that is the end of a poll without hope (T14), and the earliest of the others
  Ticks hopeless = kNever;
  Ticks hope = kNever;
  NextDue due{};  ///< next event that is due at a PE that waits
  /// What a PE does at its turn may be known to another one at once, as a send may be announced
  /// (T11). So turns are given one after the other.
  bool answers_in_order = false;
  /// A strand asks for its processor (T13): one turn at a time.
  bool answers_singly = false;

  // the network
  Ticks asking = kNever;   ///< a header asks for its next link
  Ticks arrival = kNever;  ///< a message under way can be at its mailbox
  Ticks tail = kNever;     ///< the tail of a worm can leave its PE
  /// the reception of a message under way can begin; asked for under policy strict alone
  Ticks reception = kNever;
  bool is_stuck = false;  ///< messages wait in the network for each other for ever

  /// The latest of all clocks and arrivals; asked for where all turns are without hope.
  Ticks latest{};

  void note_turn(const NextTurn& other, bool is_hopeless = false) {
    if (other.is_before(turn)) turn = other;
    Ticks& earliest = is_hopeless ? hopeless : hope;
    earliest = std::min(earliest, other.when);
  }
  /// True if nothing is left to happen but ends of polls without hope.
  [[nodiscard]] bool is_without_hope() const {
    return hopeless != kNever && std::min({hope, arrival, tail, asking, due.when}) == kNever;
  }
  void note_due(const NextDue& other) {
    if (other.when != kNever && other.is_before(due)) due = other;
  }
};

[[nodiscard]] Summary combine(const Summary& a, const Summary& b);

/// Terms that do not change during a run.
struct PlanTerms {
  int pes = 1;
  /// ts: the header of what a PE sends at a tick asks no earlier than this later
  Ticks startup{};
  Ticks least_flight{};    ///< least time from a send to its arrival
  Ticks to_reception{};    ///< least time from a header's asking for a link to its reception
  bool is_strict = false;  ///< port policy
  /// true: a header can cross the network in no time, so PEs that go on at one tick may meet on a
  /// link at it
  bool crosses_in_no_time = false;
};

struct Decision {
  enum class Kind : std::uint8_t {
    run,         ///< PEs that can go on do
    due,         ///< `due` happens, then the workers plan again
    give_turns,  ///< PEs whose turn comes before `until` go on
    /// PEs whose turn comes before `until` go on one by one, until one does what needs a new plan
    give_turns_in_order,
    give_turn,  ///< the PE `rank` goes on, whose turn it is at `when`
    advance,    ///< the network serves what asks before `until`
    finished,   ///< all PEs have ended, and nothing is under way
    failed,     ///< the earliest error is known
    stopped,    ///< the run is to end, asked from outside
    deadlock,   ///< PEs wait, and nothing can happen
  };
  Kind kind = Kind::run;
  NextDue due{};
  Ticks when{};
  Ticks until{};
  Rank rank = 0;

  /// Lower bound on the time of everything that is not known yet.
  Ticks earliest = kNever;
  /// Lower bound, under policy strict, on the windows of all transfers that are not known yet.
  Ticks windows_known_before = kNever;
};

/// `is_stop_asked`: the run is to be ended from outside.
[[nodiscard]] Decision decide(const Summary& all, const PlanTerms& terms, bool is_stop_asked);

/// Knowledge when all PEs wait for messages and have nothing else to tell the plan. At least one
/// message is under way.
struct MessagesAlone {
  int ended = 0;
  Ticks asking = kNever;
  Ticks arrival = kNever;
  Ticks tail = kNever;
};

/// Order to the network: it serves what asks before `until`; nothing that is not known yet happens
/// before `earliest`.
struct Advance {
  Ticks earliest = kNever;
  Ticks until = kNever;
};

/// The decision that decide() makes of a Summary with these values, at less cost. Precondition: the
/// port policy is not strict.
[[nodiscard]] Advance advance_by(const MessagesAlone& all, const PlanTerms& terms);

}  // namespace toruscope::core
