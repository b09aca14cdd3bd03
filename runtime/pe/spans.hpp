// SPDX-License-Identifier: Apache-2.0
// The collective calls that a PE is inside of, the innermost last, and its rounds. Each is passed
// to the observer when it ends.
//
// Threads     Belongs to its PE. It is there only if somebody watches.
// Source      docs/events.md.

#pragma once

#include "runtime/trace/observer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::core {

struct CollectiveCall;

class Spans {
 public:
  /// A call that has not ended.
  struct Open {
    std::int64_t sequence = 0;
    std::string operation, algorithm;
    std::uint32_t context = 0;
    Rank rank = 0, root = 0;
    std::size_t bytes = 0;
    Ticks begin;
    int rounds = 0;
  };
  using Stack = std::vector<Open>;

  Spans(const Observer& observer, Rank pe) : observer_(observer), pe_(pe) {}

  /// Begins a collective call at `now`, by `rank` of the communicator with this context.
  void enter(const CollectiveCall& call, std::uint32_t context, Rank rank, Ticks now);
  /// Number of open calls.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// The call that was entered last. Precondition: one is open.
  [[nodiscard]] const Open& innermost() const { return open_.back(); }
  /// Ends the innermost calls until so many are open.
  void leave_to(std::size_t depth, Ticks now);
  void complete_round(Ticks begin, Ticks end);
  /// Exchanges the open calls with those of another strand of the PE, which runs now
  /// (pe/strands.hpp).
  void exchange(Stack& calls) { open_.swap(calls); }

 private:
  [[nodiscard]] std::int64_t innermost_sequence() const { return open_.empty() ? -1 : open_.back().sequence; }

  const Observer& observer_;
  const Rank pe_;
  Stack open_;
  std::int64_t calls_ = 0, rounds_ = 0;
  int own_rounds_ = 0;  // of the program, outside of calls
};

}  // namespace toruscope::core
