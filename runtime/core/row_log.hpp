// SPDX-License-Identifier: Apache-2.0
// A log that grows in chunks: a row stays where it is, and a chunk is given back to the system as
// soon as its rows have been taken. At no moment the log is in memory twice, as a vector is that
// grows.
//
// Threads     One at a time.

#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <new>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace toruscope::core {

/// Memory of the system's own: what is freed is free, and only what is written is used.
template <class T>
struct MappedMemory {
  using value_type = T;

  T* allocate(std::size_t count) const {
    void* const memory =
        mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) const noexcept { munmap(memory, count * sizeof(T)); }

  friend bool operator==(const MappedMemory&, const MappedMemory&) = default;
};

template <class Row>
class RowLog {
 public:
  /// The reference stays valid until the rows are moved.
  Row& add(Row row) {
    if (chunks_.empty() || chunks_.back().size() == chunks_.back().capacity()) begin_chunk();
    ++size_;
    return chunks_.back().emplace_back(std::move(row));
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Moves the rows to the end of `all`, which should have room for them.
  void move_to(std::vector<Row>& all) {
    for (Chunk& chunk : chunks_) {
      std::move(chunk.begin(), chunk.end(), std::back_inserter(all));
      chunk = Chunk();
    }
    chunks_.clear();
    size_ = 0;
  }

 private:
  using Chunk = std::vector<Row, MappedMemory<Row>>;
  static constexpr std::size_t kLeastRows = (std::size_t{1} << 17U) / sizeof(Row);
  static constexpr std::size_t kMostRows = (std::size_t{8} << 20U) / sizeof(Row);

  void begin_chunk() {
    const std::size_t rows = chunks_.empty() ? kLeastRows : 2 * chunks_.back().capacity();
    Chunk next;  // in place only once it has its memory
    next.reserve(std::min(rows, kMostRows));
    chunks_.push_back(std::move(next));
  }

  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
};

}  // namespace toruscope::core
