// SPDX-License-Identifier: Apache-2.0
// Pool of message bodies: blocks of a few size classes, kept for the next message.
//
// Threads     A pool belongs to one worker. A block may come back to another worker's pool.
// Invariants  A pool keeps at most kKept bytes per class: one-way traffic cannot hoard memory.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace toruscope::core {

class PayloadPool {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;
  ~PayloadPool() {
    for (auto& blocks : free_)
      for (std::byte* block : blocks) ::operator delete(block);
  }

  [[nodiscard]] std::byte* get(std::size_t bytes) {
    auto& blocks = free_[class_of(bytes)];
    if (blocks.empty()) return static_cast<std::byte*>(::operator new(size_of(class_of(bytes))));
    std::byte* block = blocks.back();
    blocks.pop_back();
    return block;
  }
  void put(std::byte* block, std::size_t bytes) noexcept {
    auto& blocks = free_[class_of(bytes)];
    if (blocks.size() * size_of(class_of(bytes)) >= kKept) return ::operator delete(block);
    try {
      blocks.push_back(block);
    } catch (const std::bad_alloc&) {  // no memory to keep it
      ::operator delete(block);
    }
  }

  /// Four classes per doubling, from 64 bytes on.
  static constexpr std::size_t class_of(std::size_t bytes) {
    if (bytes <= kSmallest) return 0;
    const auto octave = static_cast<std::size_t>(std::bit_width((bytes - 1) / kSmallest)) - 1;
    // The octave is at least 0, as bytes exceed kSmallest.
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    const std::size_t step = (kSmallest << octave) / 4;
    return 4 * octave + (bytes - (kSmallest << octave) + step - 1) / step;
  }
  static constexpr std::size_t size_of(std::size_t size_class) {
    const std::size_t base = kSmallest << (size_class / 4);
    return base + base / 4 * (size_class % 4);
  }

 private:
  static constexpr std::size_t kSmallest = 64;
  static constexpr std::size_t kKept = std::size_t{64} << 20U;
  static constexpr std::size_t kClasses = 4 * 58;

  std::array<std::vector<std::byte*>, kClasses> free_;
};

static_assert(PayloadPool::size_of(PayloadPool::class_of(64)) == 64);
static_assert(PayloadPool::size_of(PayloadPool::class_of(65)) == 80);
static_assert(PayloadPool::size_of(PayloadPool::class_of(128)) == 128);
static_assert(PayloadPool::size_of(PayloadPool::class_of(129)) == 160);

}  // namespace toruscope::core
