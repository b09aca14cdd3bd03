// SPDX-License-Identifier: Apache-2.0
// Objects side by side, up to a fixed number, made one after the other and never moved.
//
// Memory      In huge pages where it is large (core/pages.hpp).

#pragma once

#include "runtime/core/pages.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace toruscope::core {

template <class T>
class FixedArray {
 public:
  explicit FixedArray(std::size_t capacity)
      : capacity_(capacity), first_(static_cast<T*>(allocate_pages(capacity * sizeof(T), alignof(T)))) {}
  FixedArray(const FixedArray&) = delete;
  FixedArray& operator=(const FixedArray&) = delete;
  ~FixedArray() {
    std::destroy(begin(), end());
    free_pages(first_, capacity_ * sizeof(T), alignof(T));
  }

  /// Precondition: size() is less than the capacity.
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    T* made = std::construct_at(first_ + size_, std::forward<Arguments>(arguments)...);
    ++size_;
    return *made;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool is_full() const { return size_ == capacity_; }
  [[nodiscard]] T& operator[](std::size_t i) { return first_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return first_[i]; }
  [[nodiscard]] T* begin() { return first_; }
  [[nodiscard]] T* end() { return first_ + size_; }
  [[nodiscard]] const T* begin() const { return first_; }
  [[nodiscard]] const T* end() const { return first_ + size_; }

 private:
  std::size_t capacity_;
  std::size_t size_ = 0;
  T* first_;
};

}  // namespace toruscope::core
