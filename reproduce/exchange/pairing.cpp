// SPDX-License-Identifier: Apache-2.0
//
//   first       an even PE keeps what goes to its right half, an odd one what goes to its left; the
//               rest goes to the partner
//   circulate   ceil(p/4) - 1 times everything goes on, two places, that is neither for this PE nor
//               for its last partner
//   last        the partners of the last step swap what is for each other
//
// Source  Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 3.

#include "reproduce/exchange/pairing.hpp"

#include "reproduce/runs.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>

namespace toruscope::reproduce {

namespace {

struct Block {
  Rank origin = 0;
  Rank destination = 0;
};

/// Moves blocks out as `goes` says, sends them, and takes what comes.
template <class Goes>
void pass(Communicator& comm, std::vector<Block>& held, Rank to, Rank from, Goes goes) {
  const auto first = std::partition(held.begin(), held.end(), [&](const Block& b) { return !goes(b); });
  std::vector<Block> out(first, held.end());
  held.erase(first, held.end());
  std::vector<Block> in;
  comm.round([&](Round& round) {
    round.send(to, std::move(out));
    round.adopt(from, in);
  });
  std::copy(in.begin(), in.end(), std::back_inserter(held));
}

/// Counts blocks that this PE ends with and that are for another.
std::int64_t strays(Communicator& comm, Pairing pairing) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const int side = me % 2 == 0 ? +1 : -1;  // the direction in which I circulate
  const auto place = [&](int offset) { return (me + offset % p + p) % p; };
  const auto ahead = [&](const Block& b) { return ((b.destination - me) * side % p + p) % p; };
  const int first = pairing == Pairing::figure ? -side : side;

  std::vector<Block> held;
  for (Rank d = 0; d < p; ++d)
    if (d != me) held.push_back({me, d});
  const auto is_behind = [&](const Block& b) { return ahead(b) >= p / 2; };
  pass(comm, held, place(first), place(first), is_behind);
  const Rank last = place(-first);
  for (int k = 0; k < (p + 3) / 4 - 1; ++k)
    pass(comm, held, place(2 * side), place(-2 * side),
         [&](const Block& b) { return b.destination != me && b.destination != last; });
  pass(comm, held, last, last, [&](const Block& b) { return b.destination == last; });
  return std::count_if(held.begin(), held.end(), [&](const Block& b) { return b.destination != me; });
}

}  // namespace

std::int64_t undelivered_blocks(const Runs& runs, int p, Pairing pairing) {
  std::atomic<std::int64_t> lost{0};
  runs.program("ar1 by its two descriptions", ring(p), preset("unit"),
               [&](Communicator& comm) { lost += strays(comm, pairing); });
  return lost;
}

}  // namespace toruscope::reproduce
