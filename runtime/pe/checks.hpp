// SPDX-License-Identifier: Apache-2.0
// Checks of calls that send or receive: a partner or tag that cannot be, a length or a clock beyond
// the longest virtual time.
//
// Invariants  A call is checked before its message is made, so that nothing is lost by a refusal.
// Threads     Called from inside the PE.
// Errors      ProgramError and ConfigError, with the PE and its clock.

#pragma once

#include "runtime/pe/core.hpp"
#include "runtime/pe/group.hpp"
#include "runtime/pe/round_call.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace toruscope::core {

class Checks {
 public:
  Checks(const PeCore& core, const RoundCall& round) : core_(core), round_(round) {}

  /// Refuses a partner or tag that no transfer can have.
  void partner(const char* operation, const Group& group, Rank partner, int tag, bool is_receive) const {
    const bool can_be_tag = (tag >= 0 && tag <= kMaxTag) || (is_receive && tag == any_tag);
    if (!can_be_tag || !can_be_partner(group, partner, is_receive))
      refuse_partner(operation, group, partner, tag, is_receive);
  }
  /// Checks a send's length and way.
  void way(const Group& group, Rank to, std::size_t bytes) const {
    const Ticks begin = std::max(core_.clock.time, core_.ports.sends_end()) + round_.length();
    if (!core_.run.length_limit.allows(begin, bytes)) check_long(group, to, bytes);
  }
  /// Refuses a size that no memory can hold.
  void size(const char* operation, std::size_t bytes) const;
  /// Refuses a call that a PE cannot make while operations that it has started are under way.
  [[noreturn]] void beside(const char* call) const;
  /// Refuses a send that waits for its receive where a PE that would have to know of it has gone
  /// on.
  void synchronous(const Group& group, Rank to) const;

 private:
  static bool can_be_partner(const Group& group, Rank partner, bool is_receive) {
    return (partner >= 0 && partner < group.size()) || (is_receive && partner == any_source);
  }
  [[noreturn]] void refuse_partner(const char* operation, const Group& group, Rank partner, int tag,
                                   bool is_receive) const;
  void check_long(const Group& group, Rank to, std::size_t bytes) const;

  const PeCore& core_;
  const RoundCall& round_;
};

}  // namespace toruscope::core
