// SPDX-License-Identifier: Apache-2.0
// Places of a PE's chunks: one in its buffers for every chunk that it receives or combines.
//
// A chunk that is received goes to where it belongs if nothing is needed there any more, is
// combined with what lies there if both are for nothing else, or goes to scratch. No chunk goes
// where a send that had not ended when the receive began still reads: such a step would wait for
// what the algorithm does not wait for.

#pragma once

#include "formats/chunks.hpp"

#include <tuple>
#include <vector>

namespace toruscope::formats {

/// A thing that a PE does at a time. At one time it takes, combines, then sends.
struct PeAction {
  enum class Kind { take, combine, send };
  Ticks when;
  Kind kind = Kind::take;
  std::size_t order = 0;  ///< place among the actions of a kind
  std::size_t index = 0;  ///< index of the message, or combination

  [[nodiscard]] auto key() const { return std::tuple(when.count, kind, order); }
};

/// The steps of a PE besides its messages.
struct PlacedPe {
  /// copies and reductions behind each action; the last: at the end
  std::vector<std::vector<ChunkMove>> own_moves;
  int scratch = 0;  ///< chunks of its scratch buffer
};

/// Fills in the sources of the messages that the PE sends, and the moves of those that it receives.
/// Errors    ConfigError if the messages do not bring what the PE needs.
PlacedPe place_chunks(const CollectiveTrace& trace, const Chunking& chunking, Rank pe,
                      std::vector<ChunkMessage>& messages, const std::vector<PeAction>& actions);

}  // namespace toruscope::formats
