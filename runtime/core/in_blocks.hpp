// SPDX-License-Identifier: Apache-2.0
// Objects of one kind side by side, in huge pages where there are many. Scattered over pages, those of thousands of PEs cost a walk
// through the page tables whenever one of the PEs goes on.
//
// Threads     Objects are made and ended on any thread.
// Invariants  Memory that comes back is used again. All of it goes when it is more than kKept and no object is left.

#pragma once

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

/// Base of a class whose objects are made by `new` and lie in blocks.
template <class T>
class InBlocks {
 public:
  /// Errors    std::bad_alloc.
  static void* operator new(std::size_t bytes) {
    if constexpr (kSanitized)
      return ::operator new (bytes, std::align_val_t{alignof(T)});  // it watches each object
    return blocks().take();
  }
  static void operator delete(void* object) noexcept {
    if constexpr (kSanitized) return ::operator delete (object, std::align_val_t{alignof(T)});
    blocks().give(object);
  }

 private:
  struct Place {
    alignas(T) std::byte object[sizeof(T)];
  };
  struct Free {
    Free* next;
  };
  struct Block {
    std::size_t size;
    Place* places;
  };
  class Blocks {
   public:
    // Not inlined: where objects are made and ended seldom, this would only enlarge frames.
    [[gnu::noinline]] void* take() {
      const std::lock_guard lock(mutex_);
      if (free_ == nullptr && next_ == end_) add();
      ++objects_;
      if (free_ != nullptr) return std::exchange(free_, free_->next);
      return next_++;
    }
    [[gnu::noinline]] void give(void* object) noexcept {
      const std::lock_guard lock(mutex_);
      free_ = ::new (object) Free{free_};
      if (--objects_ == 0 && size_ * sizeof(Place) > kKept) clear();
    }

   private:
    static constexpr std::size_t kFirst = 64;
    static constexpr std::size_t kMost = 16 * kHugePage / sizeof(Place);
    static constexpr std::size_t kKept = std::size_t{64} << 20U;

    /// As many as there are: memory that is not touched costs nothing.
    void add() {
      const std::size_t size = std::clamp(size_, kFirst, kMost);
      blocks_.reserve(blocks_.size() + 1);
      next_ = static_cast<Place*>(allocate_pages(size * sizeof(Place), alignof(Place)));
      end_ = next_ + size;
      blocks_.push_back({size, next_});
      size_ += size;
    }
    void clear() noexcept {
      for (const Block& block : blocks_) free_pages(block.places, block.size * sizeof(Place), alignof(Place));
      blocks_.clear();
      size_ = 0;
      free_ = nullptr;
      next_ = end_ = nullptr;
    }

    std::mutex mutex_;
    std::size_t objects_ = 0;
    std::size_t size_ = 0;   // places in all blocks
    Free* free_ = nullptr;   // those that have come back
    Place* next_ = nullptr;  // in the last block, up to end_: those that nothing was in yet
    Place* end_ = nullptr;
    std::vector<Block> blocks_;
  };

  /// Never destroyed: objects may outlive what is destroyed when the process ends.
  static Blocks& blocks() {
    static Blocks& all = *new Blocks;
    return all;
  }
};

}  // namespace toruscope::core
