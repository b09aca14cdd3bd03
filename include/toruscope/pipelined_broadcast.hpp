// SPDX-License-Identifier: Apache-2.0
// Broadcast on a torus in blocks, each worked on as it comes, which hides it behind the work.
//
// Source    Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP
//           systems", 1995, corrected as docs/errata.md says.
// Link      toruscope::collectives

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace toruscope {

/// Time at which a PE works on a block that it also passes on.
enum class Overlap {
  block,   ///< during its sends; the PE takes the next block when work and sends are over
  strict,  ///< after its sends
  after,   ///< on all blocks, in one call each, after the last one's sends
  /// Whenever there is nothing to receive or to send; the source sends without a pause. Called
  /// when a block has come; declared work is done as there is time. Not where worms are direct.
  eager,
};

/// Called on every PE once for each block, in order; declares its time by Communicator::compute.
using BlockWork = std::function<void(std::span<const std::byte> block)>;

namespace detail {
void pipelined_broadcast_bytes(Communicator& comm, Rank root, std::span<std::byte> data,
                               std::size_t block_bytes, const BlockWork& work, Overlap overlap);
}

/// Every PE ends with the root's data, and has worked on all of it.
/// Shape     data: n elements, the same n on every PE. block_bytes: of all but the last.
/// Errors    ConfigError unless the communicator is a torus of at most two dimensions; ProgramError
///           for block_bytes of 0 or no whole elements, and where policy eager cannot be.
template <class R>
void pipelined_broadcast(Communicator& comm, Rank root, R&& data, std::size_t block_bytes,
                         const BlockWork& work, Overlap overlap = Overlap::block) {
  using T = detail::Element<R>;
  if (block_bytes == 0 || block_bytes % sizeof(T) != 0)
    comm.fail("pipelined_broadcast: blocks of " + std::to_string(block_bytes) +
              " bytes are no whole elements of " + std::to_string(sizeof(T)) + "; give a multiple of it");
  detail::pipelined_broadcast_bytes(comm, root, detail::writable_bytes_of(std::forward<R>(data)), block_bytes,
                                    work, overlap);
}

/// Rule for the size of a block, by D, interval, children, hops of a case; C ticks work on B bytes.
enum class BlockRule {
  printed,  ///< formula (9) as printed: two cases, the first without its factor B
  /// formula (9) with that factor, the case between the two, and links that keep up; equal blocks
  corrected,
  search,  ///< the best number of blocks up to 65,536 by formula (6), no interval below x
};

/// Bytes of a block, 1 .. c.bytes, with `work` on all bytes, spread evenly.
/// Errors    ConfigError unless the case is a torus of at most two dimensions.
std::size_t best_block(const Case& c, Ticks work, BlockRule rule = BlockRule::search);

}  // namespace toruscope
