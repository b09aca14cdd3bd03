// SPDX-License-Identifier: Apache-2.0
// Data of a collective, cut into chunks, and where chunks are.

#pragma once

#include "formats/schedule.hpp"
#include "formats/trace.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::formats {

/// Throws ConfigError("export: no MSCCL XML: " + why).
[[noreturn]] void refuse_schedule(const std::string& why);

/// A chunk of a value.
struct HeldChunk {
  int value = 0;
  int chunk = 0;  ///< index in the vector, or in the block

  friend bool operator==(const HeldChunk&, const HeldChunk&) = default;
};
struct HeldChunkHash {
  std::size_t operator()(const HeldChunk& h) const {
    return static_cast<std::size_t>(h.value) * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(h.chunk);
  }
};

/// A chunk of a buffer.
struct ChunkPlace {
  BufferKind buffer = BufferKind::input;
  int chunk = 0;

  friend auto operator<=>(const ChunkPlace&, const ChunkPlace&) = default;
};

/// A step that brings a value to its place on a PE.
struct ChunkMove {
  StepKind kind = StepKind::r;  ///< r, rrc; cpy, re
  ChunkPlace from, to;          ///< `from` of r and rrc: the place where the sender has it
};

/// Chunks of equal length, such that no message and no combination begins or ends inside of one.
class Chunking {
 public:
  /// Errors    ConfigError if there are too many.
  explicit Chunking(const CollectiveTrace& trace);

  /// Chunks of a block, of an allreduce of the vector.
  [[nodiscard]] int per_block() const { return per_block_; }

  /// Calls use(chunk) for a run of positions; chunks are numbered across blocks.
  template <class Use>
  void for_each(std::int64_t first, std::int64_t count, const Use& use) const {
    for (std::int64_t at = first; at < first + count;) {
      const std::int64_t block = at / length_;
      const std::int64_t chunk = at % length_ / size_;
      use(static_cast<int>(block * per_block_ + chunk));
      at = block * length_ + std::min((chunk + 1) * size_, length_);
    }
  }

 private:
  std::int64_t length_;
  std::int64_t size_ = 1;
  int per_block_ = 1;
};

/// A message, chunk by chunk.
struct ChunkMessage {
  const TracedMessage* traced = nullptr;
  std::vector<HeldChunk> chunks;
  std::vector<ChunkPlace> sources;  ///< the sender's place of each chunk
  std::vector<ChunkMove> moves;     ///< the receiver's place of each chunk
};

}  // namespace toruscope::formats
