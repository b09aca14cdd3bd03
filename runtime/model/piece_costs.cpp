// SPDX-License-Identifier: Apache-2.0
// Costs of a message by its size.
//
// Source  docs/rules.md, T15.

#include <toruscope/parameters.hpp>

#include <algorithm>

namespace toruscope {

namespace {

/// Costs without pieces, each the one that `choose` takes of those for all sizes.
template <class Choose>
Costs chosen(const Costs& costs, const Choose& choose) {
  Costs all = costs;
  all.pieces.clear();
  for (const PieceCosts& piece : costs.pieces) {
    all.ts = choose(all.ts, piece.costs.ts);
    all.tr = choose(all.tr, piece.costs.tr);
    all.tm = choose(all.tm, piece.costs.tm);
    all.tw = choose(all.tw, piece.costs.tw);
    all.latency = choose(all.latency, piece.costs.latency);
  }
  return all;
}

}  // namespace

MessageCosts Costs::of(std::size_t bytes) const {
  const auto after = std::upper_bound(
      pieces.begin(), pieces.end(), bytes,
      [](std::size_t size, const PieceCosts& piece) { return size < static_cast<std::size_t>(piece.from); });
  return after == pieces.begin() ? MessageCosts{ts, tr, tm, tw, latency} : std::prev(after)->costs;
}

Ticks Costs::transmission_of(std::size_t bytes) const {
  if (pieces.empty()) return transmission(bytes);
  const MessageCosts own = of(bytes);
  return own.tm + length(bytes) * own.tw;
}

Costs Costs::least() const {
  return chosen(*this, [](Ticks a, Ticks b) { return std::min(a, b); });
}

Costs Costs::most() const {
  return chosen(*this, [](Ticks a, Ticks b) { return std::max(a, b); });
}

}  // namespace toruscope
