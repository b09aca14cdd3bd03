// SPDX-License-Identifier: Apache-2.0
// The PEs behind a communicator, where they meet to synchronise, and the collectives that they have
// called.
//
// Threads     Members and grid are constant. Handles and `arrived` are counted by the PEs' workers;
//             `arrived` is reset while all workers wait. The record of calls is the one thing here
//             under a mutex: host bookkeeping without virtual time.
// Invariants  Of the calls with one number on a group, each different one is kept once, with the
//             earliest member that made it, by virtual time and rank: what is reported does not
//             depend on who came first on the host.

#pragma once

#include <toruscope/detail/group_handle.hpp>
#include <toruscope/units.hpp>

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

using detail::GroupHandle;

/// Relation of members that are neighbours in a dimension: none in particular, linked, or linked
/// and closed to a ring.
enum class Grid { none, mesh, torus };

/// A collective call: what must be the same on all PEs of a group.
struct CollectiveCall {
  const char* operation = "";  ///< a literal
  std::string algorithm{};
  Rank root = 0;
  std::size_t bytes = 0;
  int distance = 0;
  std::size_t segment = 0;

  [[nodiscard]] bool agrees_with(const CollectiveCall& other) const {
    return std::string_view(operation) == other.operation && algorithm == other.algorithm &&
           root == other.root && bytes == other.bytes && distance == other.distance && segment == other.segment;
  }
};

/// A group that PEs make without a meeting: the n-th of its kind that one asks for is the n-th of
/// each other.
struct Successor {
  enum class Kind { started, duplicate, subset };  ///< `started`: of an operation (T13)
  Kind kind = Kind::started;
  std::vector<Rank> ranks{};  ///< of a subset, in the parent; empty: all

  [[nodiscard]] auto operator<=>(const Successor&) const = default;
};

class Group {
 public:
  /// `members` are ranks of the machine; empty for all of them.
  Group(std::uint32_t context, std::vector<Rank> members, std::vector<int> sides, Grid grid);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() = default;

  [[nodiscard]] std::uint32_t context() const { return context_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Rank world_rank(Rank rank) const {
    return members_.empty() ? rank : members_[static_cast<std::size_t>(rank)];
  }
  /// Ranks of the machine; empty for all of them.
  [[nodiscard]] const std::vector<Rank>& members() const { return members_; }
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] Grid grid() const { return grid_; }

  /// How many handles there are.
  [[nodiscard]] int handles() const { return handles_.load(std::memory_order_acquire); }

  /// True for the member that completes the meeting.
  [[nodiscard]] bool arrive() { return arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_; }
  /// Withdraws a member that had come and waits no more.
  void withdraw() { arrived_.fetch_sub(1, std::memory_order_acq_rel); }
  void leave() { arrived_.store(0, std::memory_order_relaxed); }  // all workers wait
  [[nodiscard]] int arrived() const { return arrived_.load(std::memory_order_relaxed); }

  /// A collective call as a PE made it.
  struct Call {
    CollectiveCall what;
    Rank rank = 0;  // in this group
    Ticks when;
  };
  /// Records the next call of a member. False if it differs from another member's call with the
  /// same number.
  bool enter(CollectiveCall what, Rank rank, Ticks when);
  /// The first collective call that a member has not made, though others have.
  struct LeftOut {
    CollectiveCall what;
    int members = 0;           ///< have called it
    Rank rank = 0;             ///< has not: the lowest one, in this group
    std::uint64_t before = 0;  ///< collective calls that all members have made before it
  };
  [[nodiscard]] std::optional<LeftOut> left_out() const;
  /// Two collective calls that must be the same and are not: each is its member's n-th on the
  /// group. The earlier one by virtual time and rank is `first`.
  struct Difference {
    Call first, second;
  };
  /// The difference whose second call is earliest; of several at one time, the one with the lowest
  /// n.
  [[nodiscard]] std::optional<Difference> difference() const;

 private:
  friend void detail::hold(Group& group);
  friend void detail::drop(Group& group);

  /// The different calls with one number, and how many members have made one.
  struct Entered {
    std::vector<Call> different;
    int members = 0;
  };

  const std::uint32_t context_;
  const std::vector<Rank> members_;
  const std::vector<int> sides_;
  const Grid grid_;
  const int size_;
  std::atomic<int> handles_{0};
  std::atomic<int> arrived_{0};

  mutable std::mutex mutex_;
  std::vector<std::uint64_t> called_;  // how often, by member; empty before the first call
  std::deque<Entered> calls_;          // from number first_number_ on
  std::uint64_t first_number_ = 0;
};

}  // namespace toruscope::core
