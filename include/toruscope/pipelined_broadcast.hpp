// SPDX-License-Identifier: Apache-2.0
// Broadcast on a torus in blocks, each worked on as it comes: the paper's way to hide the broadcast
// behind the work.
//
// Source    Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP
//           systems", 1995. Where its formulas are corrected docs/errata.md says so. Without work:
//           broadcast(..., "pipelined_torus").
// Link      toruscope::collectives

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace toruscope {

/// Time at which a PE works on a block that it has received and is to pass on.
enum class Overlap {
  /// while its sends are under way; the PE takes the next block when work and sends are over
  block,
  strict,  ///< after its sends
  after,   ///< on all blocks, in one call each, after the last one's sends
  /// Whenever there is nothing to receive or to send; the source sends all blocks without a pause.
  /// It is called when a block has come, and the work that it declares is done as there is time.
  /// Not where worms are injected directly.
  eager,
};

/// Called on every PE once for each block, in order; declares what that takes by
/// Communicator::compute.
using BlockWork = std::function<void(std::span<const std::byte> block)>;

namespace detail {
void pipelined_broadcast_bytes(Communicator& comm, Rank root, std::span<std::byte> data,
                               std::size_t block_bytes, const BlockWork& work, Overlap overlap);
}

/// Every PE ends with the root's data, and has worked on all of it.
/// Shape     data: n elements, the same n on every PE. block_bytes: of each block but the last,
///           whole elements.
/// Errors    ConfigError unless the communicator is a torus of at most two dimensions; ProgramError
///           for block_bytes that are no multiple of an element, or 0, and for policy eager where
///           it cannot be.
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

/// Rule for the size of a block. D, interval, children and hops are those of the case; C ticks of
/// work on B bytes.
enum class BlockRule {
  printed,  ///< formula (9) as printed: two cases, the first without its factor B
  /// with that factor, the case between the two that it lacks, and links that keep up; as near as
  /// equal blocks allow
  corrected,
  /// the number of blocks, at most 65,536, for which formula (6) is least, no interval shorter than
  /// x
  search,
};

/// Bytes of a block, 1 .. c.bytes, with `work` on all bytes, spread evenly.
/// Errors    ConfigError unless the case is a torus of at most two dimensions.
std::size_t best_block(const Case& c, Ticks work, BlockRule rule = BlockRule::search);

}  // namespace toruscope
