// SPDX-License-Identifier: Apache-2.0
// Cost of butterflies on a torus (shapes/butterfly.hpp), and the claims of their entries.
//
// Steps add up where neighbours exchange in every step, no messages share a link, and all messages
// of a step are about as long. Partners are neighbours with Swing on sides of 2 and 4, with
// doubling on sides of 2. Several parts stay apart on equal sides. Elsewhere messages share links:
// startups still add up if bytes cost nothing; else each step's busiest link gives an estimate.

#pragma once

#include "collectives/shapes/butterfly.hpp"
#include "collectives/shapes/remembered.hpp"
#include "collectives/shapes/ring_cost.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/estimate.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace toruscope::collectives {

/// True if no two messages of a step share a link, whatever their part.
bool has_own_links(Pairing pairing, const Case& c);

/// True if bytes cost nothing, so that links are never busy.
bool has_idle_links(const Case& c);

/// `steps` exchanges of all PEs, of `bytes` in all: those of the longest part.
std::optional<Prediction> butterfly_cost(Pairing pairing, const Case& c, std::int64_t steps,
                                         std::int64_t bytes);

/// Messages of a step on rings of these sides or longer ones; `bytes`: each part's message length.
Phase butterfly_phase(const Butterfly& butterfly, const std::vector<int>& sides, int step,
                      const std::vector<std::int64_t>& bytes);

/// p blocks that go there, or there and back.
struct ButterflyBlocks {
  std::size_t block = 0;  ///< bytes
  std::size_t element = 1;
  int times = 1;
  bool are_gathered = true;
};
template <class Entry>
ButterflyBlocks butterfly_blocks(const Case& c) {
  if (std::is_same_v<Entry, Allreduce>) return {value_block(c.bytes, c.element, c.p), c.element, 2};
  if (Entry::kOperation.combines) return {c.bytes, c.element, 1, false};
  return {c.bytes};
}
std::optional<Prediction> butterfly_blocks_cost(Pairing pairing, const Case& c, const ButterflyBlocks& blocks);
std::optional<Ticks> butterfly_blocks_estimate(Pairing pairing, const Case& c, const ButterflyBlocks& blocks);

inline constexpr const char* kSwingSource =
    "De Sensi, Bonato, Saam, Hoefler, \"Swing\", USENIX Symp. Networked Systems Design and Implementation, "
    "2024, sections 3 and 4";
inline constexpr const char* kTorusDoublingSource =
    "Sack, Gropp, ACM Symp. Principles and Practice of Parallel Programming, 2012";

/// Reason why the sides do not fit this pairing.
std::optional<std::string> butterfly_refusal(Pairing pairing, const Case& c);

/// Words for NoConflicts::where.
std::string where_partners_are_neighbours(Pairing pairing);

template <Pairing kPairing, class Entry>
void claim_butterfly(Entry& entry) {
  claim_restrictions(
      entry,
      kPairing == Pairing::swing ? "a torus of even sides, or a ring" : "a torus whose sides are powers of two",
      [](const Case& c) { return butterfly_refusal(kPairing, c); });
  entry.conflict_free = {where_partners_are_neighbours(kPairing),
                         [](const Case& c) { return has_own_links(kPairing, c); }};
  entry.predicted = [](const Case& c) {
    return butterfly_blocks_cost(kPairing, c, butterfly_blocks<Entry>(c));
  };
  entry.estimated = [](const Case& c) {
    return remembered(c, [](const Case& asked) {
      return butterfly_blocks_estimate(kPairing, asked, butterfly_blocks<Entry>(asked));
    });
  };
}

}  // namespace toruscope::collectives
