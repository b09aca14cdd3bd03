// SPDX-License-Identifier: Apache-2.0
// A T for each link, by number. If a node has few links all lie side by side, in huge pages if
// possible: hops cross the whole machine, and small pages would cost walks through the page tables.
// If a node has very many, as on a complete graph, they are made by blocks on first use.
//
// Threads     A block that is made later belongs to one node, and so to one worker.

#pragma once

#include "runtime/core/fixed_array.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

template <class T>
class PerLink {
 public:
  static constexpr std::size_t kBlock = 64;

  /// Calls `prepare` with each T that is made.
  PerLink(
      std::size_t size, bool are_few, std::function<void(T&)> prepare = [](T&) {})
      : all_(are_few ? size : 0),
        blocks_(are_few ? 0 : (size + kBlock - 1) / kBlock),
        prepare_(std::move(prepare)) {
    if (!are_few) return;
    for (std::size_t i = 0; i < size; ++i) prepare_(all_.emplace_back());
  }

  [[nodiscard]] T& operator[](std::size_t i) { return blocks_.empty() ? all_[i] : in_block(i); }
  /// The T of link i; null if it has not been made.
  [[nodiscard]] const T* find(std::size_t i) const {
    if (blocks_.empty()) return &all_[i];
    const auto& block = blocks_[i / kBlock];
    return block == nullptr ? nullptr : &block[i % kBlock];
  }
  /// Calls use(number, T) for all made, by number.
  template <class Use>
  void for_each(Use&& use) const {
    for (std::size_t i = 0; i < all_.size(); ++i) use(i, all_[i]);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (std::size_t i = 0; blocks_[b] != nullptr && i < kBlock; ++i) use(b * kBlock + i, blocks_[b][i]);
  }

 private:
  [[gnu::noinline]] T& in_block(std::size_t i) {
    auto& block = blocks_[i / kBlock];
    if (block == nullptr) {
      block = std::make_unique<T[]>(kBlock);
      for (std::size_t k = 0; k < kBlock; ++k) prepare_(block[k]);
    }
    return block[i % kBlock];
  }

  FixedArray<T> all_;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::function<void(T&)> prepare_;
};

}  // namespace toruscope::core
