// SPDX-License-Identifier: Apache-2.0
// One PE on its way through its program: operations that depend on what came (probe, take, serve,
// work, ...) are carried out as a sequence of those that the Communicator has. The Machine and the
// reference both walk; what a walk is told they find out each for itself.

#pragma once

#include "tests/support/program.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace toruscope::test {

/// A message as its receiver sees it. Where a call does not tell source, tag or length they are as
/// here.
struct Got {
  Rank source = -1;
  Tag tag = -1;
  std::int64_t bytes = -1;
  std::uint64_t content = 0;  ///< fingerprint; of a probe 0

  friend bool operator==(const Got&, const Got&) = default;
};

/// What one operation brought, but for the time.
struct Observation {
  bool is_successful = true;  ///< of a poll, or a wait with a deadline
  int index = -1;             ///< of a wait_any, test_any: of the request that was completed
  /// in the order in which the operation names its receives, or its requests
  std::vector<Got> got = {};
  /// of a wait_some: of the requests that were completed, in which order
  std::vector<int> indices = {};

  friend bool operator==(const Observation&, const Observation&) = default;
};
std::string to_string(const Observation& observation);

/// True if the operation tells what it received: if it receives one message only, and not in a
/// round.
bool tells_what_came(const Operation& operation);

/// Bytes that tell a message's source, the source's count of messages (from 0) and their place.
std::vector<std::byte> body_of(Rank source, std::int64_t number, std::size_t bytes);

/// What a receive's buffer is filled with before.
inline constexpr std::byte kUntouched{0xEE};

/// Of a message, whatever the length of the buffer that it came into, as far as that was untouched.
std::uint64_t fingerprint(std::span<const std::byte> buffer);

class Walk {
 public:
  explicit Walk(const PeProgram& program) : program_(&program) { load(); }

  /// The operation to be carried out now, one of send .. wait_any, a test or probe once; nothing at
  /// the end.
  [[nodiscard]] const Operation* current() const { return todo_.empty() ? nullptr : &todo_.front(); }
  /// To the next operation.
  void advance(const Observation& seen);
  [[nodiscard]] bool is_pending(int request) const { return pending_.count(request) != 0; }

 private:
  void load();
  [[nodiscard]] bool prepare();
  void note_requests(const Operation& done, const Observation& seen);
  void react(const Observation& seen);

  const PeProgram* program_;
  std::size_t at_ = 0;              ///< the next operation of the program
  std::deque<Operation> todo_;      ///< what is to be done before that
  std::optional<Operation> after_;  ///< goes on according to what the current operation brings
  std::optional<Got> found_;        ///< by the last probe
  std::set<int> pending_;           ///< requests
};

}  // namespace toruscope::test
