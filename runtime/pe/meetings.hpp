// SPDX-License-Identifier: Apache-2.0
// The meetings of one PE with the other members of a group: synchronize, split, collective calls.
//
// Threads     leave, split_by, join_split: the plan, while all workers wait. All else: from inside
//             the PE.
// Not here    Who has come, and whether all have called the same (pe/group.hpp).

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/group.hpp"

#include <utility>

namespace toruscope::core {

class Meetings {
 public:
  explicit Meetings(Body& body) : body_(body) {}

  /// Enters a collective call. False if it differs from another member's.
  [[nodiscard]] bool enter_collective(Group& group, Rank rank, CollectiveCall call) const {
    return group.enter(std::move(call), rank, body_.core().clock.time);
  }
  void synchronize(Group& group) { static_cast<void>(meet(group, "synchronize")); }
  /// The part of the group that the PE belongs to, and its rank there. None if the PE gives up.
  [[nodiscard]] std::pair<GroupHandle, Rank> split(Group& group, int colour, int key);

  [[nodiscard]] std::pair<int, int> split_by() const { return split_by_; }
  void join_split(Group& group, Rank rank) { split_result_ = {GroupHandle(group), rank}; }
  /// Leaves a meeting that is over; the PE goes on from `latest`, the clock of PE `last`.
  void leave(const Stamp& latest, Rank last);

 private:
  [[nodiscard]] bool meet(Group& group, const char* operation);

  Body& body_;
  std::pair<int, int> split_by_{};  // colour, key
  std::pair<GroupHandle, Rank> split_result_{};
};

}  // namespace toruscope::core
