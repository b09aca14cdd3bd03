// SPDX-License-Identifier: Apache-2.0
// Handle of a group of PEs: what communicators hold. The last one gives the group back.
//
// Threads     Counts are atomic; a handle itself belongs to its holder.
// Link        toruscope::core

#pragma once

#include <utility>

namespace toruscope {

namespace core {
class Group;
}

namespace detail {

using core::Group;
void hold(Group& group);  ///< counts a handle
void drop(Group& group);  ///< forgets a handle; the last one deletes the group

/// A counted pointer to a group. One that lasts beyond its run may still be destroyed.
class GroupHandle {
 public:
  GroupHandle() = default;  ///< of no group
  /// Counts itself.
  explicit GroupHandle(Group& group) : group_(&group) { hold(group); }
  GroupHandle(const GroupHandle& other) : group_(other.group_) {
    if (group_ != nullptr) hold(*group_);
  }
  GroupHandle& operator=(GroupHandle other) noexcept {
    std::swap(group_, other.group_);
    return *this;
  }
  ~GroupHandle() {
    if (group_ != nullptr) drop(*group_);
  }
  [[nodiscard]] Group& operator*() const { return *group_; }                  ///< the group
  [[nodiscard]] Group* operator->() const { return group_; }                  ///< the group
  [[nodiscard]] explicit operator bool() const { return group_ != nullptr; }  ///< of a group at all

 private:
  Group* group_ = nullptr;
};

}  // namespace detail
}  // namespace toruscope
