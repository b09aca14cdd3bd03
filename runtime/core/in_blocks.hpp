// SPDX-License-Identifier: Apache-2.0
// Objects of one class made by `new` side by side, in huge pages if many. If the objects of
// thousands of PEs were scattered over small pages, each resumption would cost a page walk.
//
// Threads     Objects may be made and destroyed on any thread.
// Invariants  The place of a destroyed object serves a new one. When no object is left, memory
//             above kKept bytes is released.

#pragma once

#include "runtime/core/fixed_array.hpp"
#include "runtime/core/pages.hpp"
#include "runtime/core/sanitizers.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace toruscope::core {

/// Base of a class T whose objects lie in blocks. Precondition: no class derives from T.
template <class T>
class InBlocks {
 public:
  /// Errors    std::bad_alloc.
  static void* operator new(std::size_t bytes) {
    if constexpr (kSanitized)  // a sanitizer watches each object for itself
      return ::operator new (bytes, std::align_val_t{alignof(T)});
    return blocks().allocate();
  }
  static void operator delete(void* object) noexcept {
    if constexpr (kSanitized) return ::operator delete (object, std::align_val_t{alignof(T)});
    blocks().release(object);
  }

 private:
  struct Place {
    // NOLINTNEXTLINE(modernize-use-equals-default): = default would clear, and so touch, the memory
    Place() {}
    alignas(T) std::byte object[sizeof(T)];
  };
  struct Free {
    Free* next;
  };
  class Blocks {
   public:
    // Stays out of line, as it would enlarge stack frames wherever objects are made or destroyed.
    [[gnu::noinline]] void* allocate() {
      const std::lock_guard lock(mutex_);
      if (free_ == nullptr && (blocks_.empty() || blocks_.back()->is_full())) add();
      ++objects_;
      if (free_ != nullptr) return std::exchange(free_, free_->next);
      return &blocks_.back()->emplace_back();
    }
    [[gnu::noinline]] void release(void* object) noexcept {
      const std::lock_guard lock(mutex_);
      free_ = ::new (object) Free{free_};
      if (--objects_ != 0 || places_ * sizeof(Place) <= kKept) return;
      blocks_.clear();
      places_ = 0;
      free_ = nullptr;
    }

   private:
    static constexpr std::size_t kFirst = 64;
    static constexpr std::size_t kMost = 16 * kHugePage / sizeof(Place);
    static constexpr std::size_t kKept = std::size_t{64} << 20U;

    /// Adds a block with as many places as all before it; unused places take no memory.
    void add() {
      const std::size_t size = std::clamp(places_, kFirst, kMost);
      blocks_.push_back(std::make_unique<FixedArray<Place>>(size));
      places_ += size;
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<FixedArray<Place>>> blocks_;  // all but the last are full
    std::size_t places_ = 0;                                  // in all blocks
    std::size_t objects_ = 0;
    Free* free_ = nullptr;  // places of destroyed objects
  };

  /// The blocks, never destroyed: objects may outlive what is destroyed when the process ends.
  static Blocks& blocks() {
    static Blocks& all = *new Blocks;
    return all;
  }
};

}  // namespace toruscope::core
