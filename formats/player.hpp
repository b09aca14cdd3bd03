// SPDX-License-Identifier: Apache-2.0
// Runs a schedule on the PEs of a communicator, a PE for each GPU.
//
// All thread blocks of a GPU run side by side on its PE: steps that are ready start in the order of
// the thread blocks, then the PE waits for whatever message is complete first. A message of several
// chunks is one message. Its channel is its tag.

#pragma once

#include "formats/schedule.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace toruscope::formats {

/// A run of one PE: the thread blocks of its GPU.
class Player {
 public:
  /// Makes buffers for chunks of this size. `op`: null without combining. All must outlive this.
  Player(Communicator& comm, const Schedule& schedule, std::size_t chunk_bytes, const Combine* op);

  /// Chunks of a buffer, `first` and those behind it.
  [[nodiscard]] std::span<std::byte> chunks(BufferKind buffer, int first, int count);
  /// Returns when all steps are done. Errors: those of receives; deadlocks.
  void run();

 private:
  struct Block {
    std::size_t next = 0;  // step
    bool is_sending = false;
    Buffer received;
  };

  void advance(std::size_t block);
  [[nodiscard]] bool may_begin(const Step& step) const;
  void receive(std::size_t block, const Step& step);
  void send(std::size_t block, std::span<const std::byte> data);
  /// Completes the message of the step that the block waits for.
  void complete(std::size_t block);
  void store(Block& block, const Step& step);
  void combine(std::span<const std::byte> left, std::span<const std::byte> right,
               std::span<std::byte> into) const;
  /// Place of the block: "ring.xml:12: GPU 3, thread block 1, step 5".
  [[nodiscard]] std::string place_of(std::size_t block) const;
  /// The messages that are waited for, with their places.
  [[nodiscard]] std::vector<std::string> awaited() const;
  [[nodiscard]] const ThreadBlock& plan(std::size_t block) const { return gpu_.blocks[block]; }

  Communicator comm_;
  const Schedule& schedule_;
  const Gpu& gpu_;
  std::size_t chunk_;
  const Combine* op_;
  Buffer input_, output_, scratch_;
  std::vector<Block> blocks_;
  std::vector<Request> requests_;  // of each block, if it waits
};

}  // namespace toruscope::formats
