// SPDX-License-Identifier: Apache-2.0
// A list whose elements go elsewhere one by one.

#pragma once

namespace toruscope::core {

/// Empties the list at the end of the scope, even by an exception: nothing is to be found twice.
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
