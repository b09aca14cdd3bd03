// SPDX-License-Identifier: Apache-2.0
// wrong: AR1 along all columns, then along all rows: half of the links rest
// expect: lost time
// hint: both dimensions can be at work all the time
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

static int mod(int a, int p) {
  return (a % p + p) % p;
}

static int rounds_of_ring(int p) {
  return p == 1 ? 0 : p == 2 ? 1 : (p + 3) / 4 + 1;
}

/// Where on a ring of p PEs the block from o to d is after t rounds.
static int place_on_ring(int p, int o, int d, int t) {
  if (t == 0) return o;
  if (t >= rounds_of_ring(p)) return d;
  const int even = o % 2 == 0 ? o : mod(o + 1, p);
  const int ahead = mod(d - even, p);
  if (ahead < p / 2) return mod(even + 2 * std::min(t - 1, ahead / 2), p);  // even PEs turn right
  const int odd = mod(even - 1, p);
  return mod(odd - 2 * std::min(t - 1, mod(odd - d, p) / 2), p);  // the odd ones left
}

using Block = std::pair<Rank, Rank>;  // origin, destination

/// Carries each block to place(block, t) in round t, one message from PE to PE. Stages of `stage`
/// rounds do not overlap.
template <class Place>
static void carry(Communicator& comm, int rounds, std::span<const double> out, std::span<double> in,
                  const Place& place, int stage) {
  const auto p = static_cast<std::size_t>(comm.size());
  const std::size_t n = out.size() / p;
  const Rank me = comm.rank();
  std::map<Block, std::vector<double>> mine;
  for (std::size_t d = 0; d < p; ++d)
    mine[{me, static_cast<Rank>(d)}].assign(out.begin() + static_cast<long>(d * n),
                                            out.begin() + static_cast<long>((d + 1) * n));
  for (int t = 0; t < rounds; ++t) {
    if (t == stage || t == 2 * stage) comm.synchronize();
    Rank to = me, from = me;
    std::vector<double> leaving;
    std::vector<Block> arriving;
    for (Rank o = 0; o < comm.size(); ++o)
      for (Rank d = 0; d < comm.size(); ++d) {
        const Rank now = place({o, d}, t), next = place({o, d}, t + 1);
        if (now == next) continue;
        if (now == me) {
          to = next;
          const auto block = mine.extract({o, d});
          leaving.insert(leaving.end(), block.mapped().begin(), block.mapped().end());
        }
        if (next == me) {
          from = now;
          arriving.push_back({o, d});
        }
      }
    std::vector<double> got(arriving.size() * n);
    if (to != me && from != me) comm.sendrecv(to, leaving, from, got);
    for (std::size_t i = 0; i < arriving.size(); ++i)
      mine[arriving[i]].assign(got.begin() + static_cast<long>(i * n),
                               got.begin() + static_cast<long>((i + 1) * n));
  }
  for (const auto& [block, values] : mine)
    if (block.second == me)
      std::copy(values.begin(), values.end(),
                in.begin() + static_cast<long>(static_cast<std::size_t>(block.first) * n));
}

void exchange_on_torus(Communicator& comm, std::span<const double> out, std::span<double> in) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int stage = rounds_of_ring(rows), more = rounds_of_ring(columns);
  carry(
      comm, stage + more, out, in,
      [=](const Block& block, int t) {
        const auto [o, d] = block;
        const int row = place_on_ring(rows, o / columns, d / columns, std::min(t, stage));
        return row * columns + place_on_ring(columns, o % columns, d % columns, std::max(t - stage, 0));
      },
      stage);
}
