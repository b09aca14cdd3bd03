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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace toruscope::core {

class Checks {
 public:
  explicit Checks(const PeCore& core) : core_(core) {}

  /// Refuses a partner or tag that no transfer can have.
  [[gnu::always_inline]] void partner(const char* operation, const Group& group, Rank partner, int tag,
                                      bool is_receive) const {
    const bool can_be_tag =
        static_cast<unsigned>(tag) <= static_cast<unsigned>(kMaxTag) || (is_receive && tag == any_tag);
    if (!can_be_tag || !can_be_partner(group, partner, is_receive)) [[unlikely]]
      refuse_partner(operation, group, partner, tag, is_receive);
  }
  /// Checks a send's length and way.
  void way(const Group& group, Rank to, std::size_t bytes) const {
    const Ticks begin = std::max(core_.clock.time, core_.ports.sends_end());
    if (!core_.run.length_limit.allows(begin, bytes)) check_long(group, to, bytes);
  }
  /// Refuses a size that no memory can hold.
  void size(const char* operation, std::size_t bytes) const {
    if (bytes > PTRDIFF_MAX) [[unlikely]]
      refuse_size(operation, bytes);
  }
  /// Refuses a call that a PE cannot make while operations that it has started are under way.
  void alone(const char* call) const {
    if (core_.is_shared()) [[unlikely]]
      refuse_beside(call);
  }
  /// Refuses a send that waits for its receive where a PE that would have to know of it has gone
  /// on.
  void synchronous() const;

 private:
  static bool can_be_partner(const Group& group, Rank partner, bool is_receive) {
    return static_cast<unsigned>(partner) < static_cast<unsigned>(group.size()) ||
           (is_receive && partner == any_source);
  }
  [[noreturn]] void refuse_partner(const char* operation, const Group& group, Rank partner, int tag,
                                   bool is_receive) const;
  [[noreturn]] void refuse_beside(const char* call) const;
  [[noreturn]] void refuse_size(const char* operation, std::size_t bytes) const;
  void check_long(const Group& group, Rank to, std::size_t bytes) const;

  const PeCore& core_;
};

}  // namespace toruscope::core
