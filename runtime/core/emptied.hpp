// SPDX-License-Identifier: Apache-2.0
// A list whose elements go elsewhere, one after the other.

#pragma once

namespace toruscope::core {

/// Empties the list at the end of the scope, also if that is left by an exception: what has gone
/// elsewhere must not be found here, too.
template <class List>
class Emptied {
 public:
  explicit Emptied(List& list) : list_(list) {}
  Emptied(const Emptied&) = delete;
  Emptied& operator=(const Emptied&) = delete;
  ~Emptied() { list_.clear(); }

 private:
  List& list_;
};

}  // namespace toruscope::core
