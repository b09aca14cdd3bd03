// SPDX-License-Identifier: Apache-2.0
// A schedule that is told in rounds: who sends which chunks to whom.

#pragma once

#include "formats/schedule.hpp"

#include <string>
#include <vector>

namespace toruscope::formats {

/// A message of a round. Its chunks are numbered
/// - of a vector (broadcast, reduce, allreduce): from its beginning;
/// - of blocks (allgather, gather, scatter, reduce_scatter): C a block, by rank;
/// - of alltoall: (s p + d) C + j, for PE s's block for PE d.
struct RoundMessage {
  Rank from = 0, to = 0;
  std::vector<int> chunks;  ///< chunks that the sender had before the round, or a part of whose sum
  bool combines = false;    ///< true: combined with what the receiver has; else kept
};

struct RoundSchedule {
  std::string name;
  Collective collective = Collective::allreduce;
  int pes = 1;
  int chunks_per_block = 1;  ///< chunks of a block, or of the vector where there is one
  Rank root = 0;
  /// A PE begins a round when its messages of the round before are complete. Else with each of them
  /// as soon as it has the chunks: for PEs that have ports enough.
  bool keeps_rounds = false;
  std::vector<std::vector<RoundMessage>> rounds;
};

/// Makes a schedule: a thread block for each partner that a GPU sends to, and for each that it
/// receives from. Chunks of a message that do not lie together are copied together.
Schedule schedule_of(const RoundSchedule& rounds);

}  // namespace toruscope::formats
