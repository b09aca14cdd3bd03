// SPDX-License-Identifier: Apache-2.0
// Handles of a rank's own objects: small numbers above all constants of the ABI, so that a handle
// of Fortran is the same number, and that a handle of one kind is no valid handle of another.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::mpi {

enum class HandleKind : int {
  communicator = 1,
  group,
  type,
  operation,
  request,
  handler,
  keyval,
  info,
  message
};

/// The number behind a handle; 0 if it is none.
template <class Handle>
int number_of(Handle handle) {
  const auto value = reinterpret_cast<std::intptr_t>(handle);
  return value > 0 && value <= INT32_MAX ? static_cast<int>(value) : 0;
}
template <class Handle>
Handle handle_of(int number) {
  return reinterpret_cast<Handle>(static_cast<std::intptr_t>(number));
}

/// Objects of one kind by their handles' numbers.
template <class T>
class Table {
 public:
  explicit Table(HandleKind kind) : first_(static_cast<int>(kind) << kBits) {}

  /// Keeps an object, and returns the number of its handle.
  int add(std::shared_ptr<T> object) {
    if (free_.empty()) {
      objects_.push_back(std::move(object));
      return first_ + static_cast<int>(objects_.size()) - 1;
    }
    const int number = free_.back();
    free_.pop_back();
    objects_[index(number)] = std::move(object);
    return number;
  }
  /// The object of a number; null if there is none.
  [[nodiscard]] T* find(int number) const {
    return is_of_kind(number) ? objects_[index(number)].get() : nullptr;
  }
  [[nodiscard]] std::shared_ptr<T> share(int number) const {
    return is_of_kind(number) ? objects_[index(number)] : nullptr;
  }
  /// Takes an object out: its number is free for another one.
  std::shared_ptr<T> take(int number) {
    if (find(number) == nullptr) return nullptr;
    free_.push_back(number);
    return std::exchange(objects_[index(number)], nullptr);
  }
  /// All places, empty ones included.
  [[nodiscard]] const std::vector<std::shared_ptr<T>>& places() const { return objects_; }
  [[nodiscard]] int number_at(std::size_t place) const { return first_ + static_cast<int>(place); }

 private:
  static constexpr int kBits = 24;
  [[nodiscard]] bool is_of_kind(int number) const {
    return number >= first_ && static_cast<std::size_t>(number - first_) < objects_.size();
  }
  [[nodiscard]] std::size_t index(int number) const { return static_cast<std::size_t>(number - first_); }

  int first_;
  std::vector<std::shared_ptr<T>> objects_;
  std::vector<int> free_;
};

}  // namespace toruscope::mpi
