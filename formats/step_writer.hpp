// SPDX-License-Identifier: Apache-2.0
// Thread blocks of one GPU, as its steps come: one for each peer and way, one for own steps.

#pragma once

#include "formats/chunks.hpp"

#include <map>
#include <utility>
#include <vector>

namespace toruscope::formats {

/// Appends steps to the thread blocks of one GPU, and makes each wait for what it must.
class StepWriter {
 public:
  explicit StepWriter(Gpu& gpu) : gpu_(gpu) {}

  void send(Rank to, const Step& step) { add(block_of(to, -1), step); }
  void receive(Rank from, const Step& step) { add(block_of(-1, from), step); }
  void local(const Step& step) { add(block_of(-1, -1), step); }

 private:
  /// A step of a thread block.
  struct StepAt {
    int block = 0, step = 0;
  };

  int block_of(Rank to, Rank from);
  void add(int block, Step step);

  Gpu& gpu_;
  std::map<std::pair<Rank, Rank>, int> blocks_;
  // last step of each other block that a block has waited for
  std::vector<std::map<int, int>> waited_;
  std::map<ChunkPlace, StepAt> written_;
  // last step of each block that has read the place since it was written
  std::map<ChunkPlace, std::map<int, int>> readers_;
};

}  // namespace toruscope::formats
