// SPDX-License-Identifier: Apache-2.0
// Allreduce by recursive doubling: in round i PEs whose ranks differ in bit i exchange their sums.
//
//   p = 4     0 <-> 1, 2 <-> 3      0 <-> 2, 1 <-> 3
//   p = 6     0 -> 1, 2 -> 3        the same among 1, 3, 4, 5        1 -> 0, 3 -> 2
//
// Invariant  After round i an index holds the sum of its aligned block of 2^(i+1) indices. The
//            partner's block is its neighbour; the lower one goes left, so rank order is kept.
// Rounds     log2 p, and two more if p is no power of two.     Volume   n bytes per round.
//            Any p; one port.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.5.

#include "collectives/shapes/folded.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

namespace toruscope::collectives {

namespace {

void exchange(Communicator& comm, const Folding& folding, std::span<std::byte> data, const Combine& op) {
  const int me = folding.index_of(comm.rank());
  Buffer theirs = comm.buffer(data.size());
  for (int bit = 1; bit < largest_power(folding.p); bit *= 2) {
    const Rank partner = folding.rank_at(me ^ bit);
    comm.sendrecv(partner, data, partner, theirs);
    const bool partner_is_lower = (me & bit) != 0;
    op.combine(partner_is_lower ? theirs.data() : data.data(), partner_is_lower ? data.data() : theirs.data(),
               data.data(), data.size() / op.element);
  }
}

std::optional<Prediction> cost_of_recursive_doubling(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  const bool is_folded = largest_power(c.p) != c.p;
  if (is_folded && (ports_of(c) > 1 || !receives_cost_nothing(c))) return std::nullopt;
  const int rounds = ceil_log(2, largest_power(c.p)) + (is_folded ? 2 : 0);
  return chain(c, rounds, rounds * static_cast<std::int64_t>(c.bytes), rounds);
}

std::optional<Ticks> estimate_of_recursive_doubling(const Case& c) {
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  const int q = largest_power(c.p);
  Estimate estimate(c);
  for (int bit = 1; bit < q; bit *= 2) estimate.exchange(bit, bytes);
  if (q != c.p) estimate.shift(1, bytes).shift(1, bytes);
  return estimate.time();
}

}  // namespace

void recursive_doubling(Allreduce& entry) {
  entry.summary = "PEs whose ranks differ in one bit exchange what they have combined, bit by bit";
  entry.restrictions = "none";
  entry.formula = "log2 p (ts + m tw); p no power of two: (floor(log2 p) + 2) (ts + m tw)";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5";
  entry.predicted = cost_of_recursive_doubling;
  entry.estimated = estimate_of_recursive_doubling;
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    const int rounds = ceil_log(2, largest_power(c.p)) + (largest_power(c.p) != c.p ? 1 : 0);
    return rounds * static_cast<std::int64_t>(c.bytes);
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    fold(comm, data, op,
         [&](const Folding& folding, std::span<std::byte> sum) { exchange(comm, folding, sum, op); });
  };
}

}  // namespace toruscope::collectives
