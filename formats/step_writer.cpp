// SPDX-License-Identifier: Apache-2.0
#include "formats/step_writer.hpp"

#include <algorithm>

namespace toruscope::formats {

int StepWriter::block_of(Rank to, Rank from) {
  const auto [found, is_new] = blocks_.emplace(std::pair(to, from), static_cast<int>(gpu_.blocks.size()));
  if (is_new) {
    ThreadBlock block;
    block.to = to;
    block.from = from;
    gpu_.blocks.push_back(std::move(block));
    waited_.emplace_back();
  }
  return found->second;
}

void StepWriter::add(int block, Step step) {
  std::map<int, int> needed;  // of each other block the last step
  const auto need = [&](const StepAt& at) {
    if (at.block == block) return;
    const auto known = waited_[static_cast<std::size_t>(block)].find(at.block);
    if (known != waited_[static_cast<std::size_t>(block)].end() && known->second >= at.step) return;
    int& last = needed.emplace(at.block, at.step).first->second;
    last = std::max(last, at.step);
  };
  const auto need_written = [&](const ChunkPlace& place) {
    if (const auto found = written_.find(place); found != written_.end()) need(found->second);
  };
  const bool reads = step.kind == StepKind::s || step.kind == StepKind::cpy || combines(step.kind);
  for (int i = 0; i < step.chunks; ++i) {
    if (reads) need_written({step.source, step.source_chunk + i});
    if (!writes(step.kind)) continue;
    const ChunkPlace place{step.destination, step.destination_chunk + i};
    need_written(place);
    for (const auto& [reader, last] : readers_[place]) need({reader, last});
  }
  std::vector<Step>& steps = gpu_.blocks[static_cast<std::size_t>(block)].steps;
  for (const auto& [other, last] : needed) {
    waited_[static_cast<std::size_t>(block)][other] = last;
    if (step.needed_block >= 0) {
      Step nop;
      nop.needed_block = step.needed_block;
      nop.needed_step = step.needed_step;
      steps.push_back(nop);
    }
    step.needed_block = other;
    step.needed_step = last;
  }
  const StepAt here{block, static_cast<int>(steps.size())};
  for (int i = 0; i < step.chunks; ++i) {
    if (reads) readers_[{step.source, step.source_chunk + i}][block] = here.step;
    if (!writes(step.kind)) continue;
    const ChunkPlace place{step.destination, step.destination_chunk + i};
    written_[place] = here;
    readers_.erase(place);
  }
  steps.push_back(step);
}

}  // namespace toruscope::formats
