// SPDX-License-Identifier: Apache-2.0

#include "reproduce/errata.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>

namespace toruscope::reproduce {

const std::vector<Erratum>& errata() {
  static const std::vector<Erratum> table = {
      {"exchange-1",
       "the prose pairs the neighbours of AR1's first and last step the other way round than Figure 2; only "
       "the figure's pairing delivers every block"},
      {"exchange-2",
       "rings of two PEs have an empty last step, which the formula counts: one startup less for each ring "
       "stage"},
      {"exchange-6",
       "the formula is misprinted: floor for its ceiling, or the product from N2 on for that from N1 on"},
      {"exchange-7", "the form for 2^d x 2^d holds from d = 3 on"},
      {"exchange-8", "the formula of [12] holds from d = 3 on: every PE must send more"},
      {"exchange-9",
       "on square tori AT2 saves startups from sides of 16 on and blocks from sides of 12 on; below both take "
       "the same"},
      {"exchange-10", "on long and narrow tori it is better not to colour the short dimension"},
      {"exchange-11",
       "Lemma 1 is stated for even N1; for odd N1 a shortest way is shorter than N1/4 on average, and the "
       "bound is (N1^2 - 1) N / (8 N1)"},
      {"exchange-11-ports",
       "for N1 below 8 a PE's one port must carry more, N - 1 blocks, than a link of dimension 1"},
      {"prefix-1", "W(1, 3) = {10} is a misprint: there is no PE 10, and C_3 needs {0}"},
      {"prefix-2", "case 3 of Lemma 2 prints i - G(j-1) + t G(j-lambda); W has - t G(j-lambda)"},
      {"prefix-5", "PE i begins at i q + min(i, n mod p), not at iq, where p does not divide n"},
      {"broadcast-2", "the XOR labels of Algorithm 4.2 leave PEs out where p is no power of two"},
      {"broadcast-7", "for p that is no power of two the number of steps is log2 p rounded up"},
      {"broadcast-7-mesh", "on a mesh each dimension takes log2 of its own side, rounded up"},
      {"pipeline-R",
       "the last case of R ends before row n - 1, so that from 5 x 5 on PEs of that row and beyond get "
       "nothing"},
      {"pipeline-2", "for odd n the longest ways have n - 1 hops, and the last of them begins two gaps later"},
      {"pipeline-6-last", "formula (6) charges the last block as a whole one, though it is shorter"},
      {"pipeline-6-gap",
       "formula (6) supposes a gap no longer than a block's way to a neighbour; here ways with a further gap "
       "end last"},
      {"pipeline-30-percent",
       "about 30 % holds for two of the three machines; formula (6) itself gives 50 % for the J-machine, and "
       "its last block is shorter still"},
      {"pipeline-9",
       "formula (9) is continuous and lacks a case: the number of blocks is whole, and the gap and the "
       "computation may be in balance"},
      {"broadcast-7-hops", "equation (1) leaves the hops out: p - 1 of them lie on the path of a ring"},
  };
  return table;
}

const Erratum& erratum(std::string_view name) {
  const auto found =
      std::find_if(errata().begin(), errata().end(), [&](const Erratum& e) { return e.name == name; });
  TORUSCOPE_CHECK(found != errata().end(), "errata", errata().size(), "length of the name", name.size());
  return *found;
}

}  // namespace toruscope::reproduce
