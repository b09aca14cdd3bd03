// SPDX-License-Identifier: Apache-2.0
// GT: all-to-all on every torus, by the cheapest colouring (divisors g_i of the sides, M colours).
//
// plan() tries all M up to 8 (or the number of dimensions), all divisors up to M, and on odd rings
// the two-way ring and AR1o(1..3), by the closed cost of each.
//
//   9x9      M = 3, g = (3,3)        10 startups, 270 blocks (row-column: 16, 360)
//   13x13    M = 2, g = (1,1)        row-column: 13 has no other divisor
//   8x16     M = 2, g = (1,2)        7 startups, 448 blocks (AT2: 8, 512)
//   4x4x4    M = 3, g = (2,2,2)      6 startups, 192 blocks (MT3 does not run there)
//
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5, extended.

#include "collectives/alltoall/colouring.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/magnitude.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/remembered.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <tuple>

namespace toruscope::collectives {

namespace {

constexpr int kMostColours = 8;
constexpr int kMostHelpers = 3;

/// Calls use(strides) for every choice of divisors of the sides, at most M.
template <class Use>
void for_each_strides(const std::vector<int>& sides, int colours, std::vector<int>& strides, const Use& use) {
  const std::size_t i = strides.size();
  if (i == sides.size()) {
    use(strides);
    return;
  }
  for (int g = 1; g <= std::min(colours, sides[i]); ++g) {
    if (sides[i] % g != 0) continue;
    strides.push_back(g);
    for_each_strides(sides, colours, strides, use);
    strides.pop_back();
  }
}

bool has_long_odd_ring(const std::vector<int>& sides, const std::vector<int>& strides) {
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (const int p = sides[i] / strides[i]; p % 2 == 1 && p >= 5) return true;
  return false;
}

/// A case with fewer bits of costs, if sums of costs would overflow.
Case with_costs_that_add_up(const Case& c) {
  const std::optional<int> bits = bits_too_many(c);
  return bits ? with_coarser_costs(c, *bits) : c;
}

Colouring cheapest(const Case& asked) {
  const Case c = with_costs_that_add_up(asked);
  const int k = static_cast<int>(c.sides.size());
  Colouring best;
  std::optional<std::tuple<Ticks, std::int64_t, std::int64_t>> least;
  for (int colours = k; colours <= std::max(k, kMostColours); ++colours) {
    std::vector<int> prefix;
    for_each_strides(c.sides, colours, prefix, [&](const std::vector<int>& strides) {
      // Skips colours that would only rest.
      if (colours > k && *std::max_element(strides.begin(), strides.end()) < colours) return;
      const int most = has_long_odd_ring(c.sides, strides) ? kMostHelpers : 0;
      for (int helpers = 0; helpers <= most; ++helpers) {
        const Colouring colouring{colours, strides, helpers};
        const Prediction p = cost(colouring, c).prediction;
        const std::tuple price{p.ticks, p.startups.value_or(0), p.bytes.value_or(0)};
        if (least && price >= *least) continue;
        least = price;
        best = colouring;
      }
    });
  }
  return best;
}

std::optional<std::string> refusal_of_gt(const Case& c) {
  if (!c.is_torus) return "needs a torus, got " + grid_to_string(c);
  return std::nullopt;
}

/// The colouring of least ticks; ties: fewest startups, bytes, colours, then the first strides.
Colouring plan(const Case& c) {
  return remembered(c, [](const Case& asked) { return cheapest(asked); });
}

void exchange_gt(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block) {
  exchange(carrier, plan(case_of(carrier.comm(), block)), send, receive, block);
}

}  // namespace

void gt(Alltoall& entry) {
  entry.summary =
      "rings of every g-th PE, g a divisor of the side, as cheap as the costs allow; rings of AR1o synchronise "
      "each round";
  entry.restrictions = "a torus";
  entry.formula =
      "sum over M stages of max R(N_i/g_i) ts + max V(N_i/g_i) g_i N/N_i m tw, and over g_i > 1 of (g_i-1) ts "
      "+ floor(g_i^2/4) N/g_i m tw";
  entry.source = "after Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5 (MTk)";
  entry.synchronisation = Synchronisation::stage;
  entry.synchronisation_for = [](const Case& c) {
    return synchronises_each_round(plan(c), c.sides) ? Synchronisation::round : Synchronisation::stage;
  };
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_gt;
  entry.predicted = [](const Case& c) { return exact_cost(plan(c), c); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return Estimate(c).chain(cost(plan(c), c).prediction).time();
  };
  entry.run = as_they_are(exchange_gt);
}
void gt(Alltoallv& entry) {
  carry(entry, described<Alltoall>(gt), exchange_gt);
}

}  // namespace toruscope::collectives
