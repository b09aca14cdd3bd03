// SPDX-License-Identifier: Apache-2.0
// Memory of an algorithm beside its caller's data, for runs with data and runs without.
//
// A run without data (Execution::data) sends lengths. A Buffer of such a run has a size and no
// memory: its addresses are the operating system's own, which no program may read or write, so that
// a buffer of 16 GiB costs nothing, not even addresses, and a mistake is a fault at once. copy(),
// Buffer::append(), sends and receives leave such bytes alone; code that reads or writes bytes
// itself asks has_data() first.
//
//   Buffer theirs = comm.buffer(data.size());   // the communicator knows whether there are data
//   comm.sendrecv(partner, data, partner, theirs);
//   copy(theirs, data);
//
// Threads     A Buffer belongs to its owner; any thread may call has_data() and copy().
// Link        toruscope::core

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace toruscope {

namespace detail {

class OwnedBuffer;

/// Address of buffers without data: in the upper half of addresses, the operating system's.
inline constexpr std::uintptr_t kNoData = std::uintptr_t{0xffff8} << 44U;
/// The longest buffer without data.
inline constexpr std::size_t kMostWithoutData = std::size_t{1} << 44U;

/// Bytes that nobody may read or write. Errors: HostLimitError above kMostWithoutData.
std::span<std::byte> no_data(std::size_t bytes);

}  // namespace detail

/// False for bytes of a buffer without data, which nobody may read or write.
inline bool has_data(std::span<const std::byte> bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(bytes.data());
  return first - detail::kNoData > detail::kMostWithoutData;
}

/// Copies `from` to the beginning of `into`, which may overlap it, unless one has no data.
inline void copy(std::span<const std::byte> from, std::span<std::byte> into) {
  if (!from.empty() && has_data(from) && has_data(into)) std::memmove(into.data(), from.data(), from.size());
}

/// Bytes in memory of its own, or without data. A contiguous range. See Communicator::buffer().
class Buffer {
 public:
  Buffer() = default;
  /// Takes over the memory.
  explicit Buffer(std::vector<std::byte>&& memory) : memory_(std::move(memory)), size_(memory_.size()) {}
  /// A copy of the bytes; without data if they have none.
  explicit Buffer(std::span<const std::byte> bytes) { append(bytes); }
  /// A buffer of `bytes` bytes without memory, as a run without data sends it.
  [[nodiscard]] static Buffer without_data(std::size_t bytes) {
    Buffer buffer;
    buffer.append(detail::no_data(bytes));
    return buffer;
  }
  Buffer(const Buffer&) = default;             ///< copies the bytes, if there are any
  Buffer& operator=(const Buffer&) = default;  ///< copies the bytes, if there are any
  /// Leaves `other` empty.
  Buffer(Buffer&& other) noexcept : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  /// Leaves `other` empty.
  Buffer& operator=(Buffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~Buffer() = default;

  [[nodiscard]] std::size_t size() const { return size_; }  ///< bytes
  [[nodiscard]] bool empty() const { return size_ == 0; }   ///< no bytes
  /// The first byte; without data an address that nobody may use.
  [[nodiscard]] std::byte* data() { return is_whole() ? memory_.data() : detail::no_data(0).data(); }
  /// The first byte; without data an address that nobody may use.
  [[nodiscard]] const std::byte* data() const {
    return is_whole() ? memory_.data() : detail::no_data(0).data();
  }
  [[nodiscard]] std::byte* begin() { return data(); }                    ///< the first byte
  [[nodiscard]] std::byte* end() { return data() + size_; }              ///< behind the last byte
  [[nodiscard]] const std::byte* begin() const { return data(); }        ///< the first byte
  [[nodiscard]] const std::byte* end() const { return data() + size_; }  ///< behind the last byte

  /// The bytes in memory: all, or those before the first without data, which describe what follows.
  [[nodiscard]] std::span<const std::byte> front() const { return memory_; }

  /// Appends a copy of the bytes; only their length, if they or those before have no data.
  void append(std::span<const std::byte> bytes);
  /// Keeps the first `bytes` bytes.
  void shrink(std::size_t bytes) {
    size_ = bytes;
    if (memory_.size() > bytes) memory_.resize(bytes);
  }
  void clear() { shrink(0); }  ///< keeps nothing

 private:
  friend class detail::OwnedBuffer;
  [[nodiscard]] bool is_whole() const { return memory_.size() == size_; }

  std::vector<std::byte> memory_;  // all bytes, or the first ones
  std::size_t size_ = 0;
};

}  // namespace toruscope
