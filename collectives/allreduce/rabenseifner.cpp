// SPDX-License-Identifier: Apache-2.0
// Rabenseifner's allreduce of long vectors: a reduce-scatter by recursive halving, then an
// allgather by recursive doubling.
//
//   p = 4, chunks a b c d     round 1   0 <-> 1, 2 <-> 3   halves: 0, 2 keep a b, 1, 3 keep c d
//                             round 2   0 <-> 2, 1 <-> 3   PEs 0 to 3 keep the sums of a, c, b, d
//                             rounds 3, 4   backwards      all have a b c d
//
// Invariant  Partners of round i are 2^i indices apart, so the blocks that they have combined are
//            neighbours, of 2^i indices each: rank order is kept. An index keeps the chunk whose
//            number is the index with its bits reversed.
// Rounds     2 log2 p, and two more if p is no power of two.
// Volume     2 (p-1)/p n bytes, the bound, for p a power of two; else 2 (q-1)/q n + 2 n, where q is
//            the power of two below. Chunks are whole values, so some may be longer.
//            Any p; one port.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.5.

#include "collectives/shapes/folded.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <cstdint>

namespace toruscope::collectives {

namespace {

/// Values lo .. hi-1 of a vector.
struct Piece {
  std::size_t lo = 0;
  std::size_t hi = 0;

  [[nodiscard]] std::size_t size() const { return hi - lo; }
  [[nodiscard]] Piece half(bool upper) const {
    const std::size_t mid = lo + (hi - lo + 1) / 2;
    return upper ? Piece{mid, hi} : Piece{lo, mid};
  }
};

void halve_and_double(Communicator& comm, const Folding& folding, std::span<std::byte> data,
                      const Combine& op) {
  const int me = folding.index_of(comm.rank());
  const auto bytes = [&](Piece piece) {
    return data.subspan(piece.lo * op.element, piece.size() * op.element);
  };
  struct Split {
    Rank partner;
    Piece kept, given;
  };
  std::vector<Split> splits;
  Buffer theirs = comm.buffer(data.size());
  Piece held{0, data.size() / op.element};
  for (int bit = 1; bit < largest_power(folding.p); bit *= 2) {
    const bool upper = (me & bit) != 0;
    const Split split{folding.rank_at(me ^ bit), held.half(upper), held.half(!upper)};
    const auto received = std::span<std::byte>(theirs).first(split.kept.size() * op.element);
    const std::span<std::byte> mine = bytes(split.kept);
    comm.sendrecv(split.partner, bytes(split.given), split.partner, received);
    op.combine(upper ? received.data() : mine.data(), upper ? mine.data() : received.data(), mine.data(),
               split.kept.size());
    held = split.kept;
    splits.push_back(split);
  }
  for (auto split = splits.rbegin(); split != splits.rend(); ++split)
    comm.sendrecv(split->partner, bytes(split->kept), split->partner, bytes(split->given));
}

/// Exact cost, only where all chunks have the same number of values.
std::optional<Prediction> cost_of_rabenseifner(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  const int q = largest_power(c.p);
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a PE, so q is 1 or more
  if (c.bytes / c.element % static_cast<std::size_t>(q) != 0) return std::nullopt;
  const bool is_folded = q != c.p;
  if (is_folded && (ports_of(c) > 1 || !receives_cost_nothing(c))) return std::nullopt;
  const auto vector = static_cast<std::int64_t>(c.bytes);
  const int rounds = 2 * ceil_log(2, q) + (is_folded ? 2 : 0);
  return chain(c, rounds, 2 * (q - 1) * (vector / q) + (is_folded ? 2 * vector : 0), rounds);
}

std::optional<Ticks> estimate_of_rabenseifner(const Case& c) {
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  const auto values = static_cast<std::int64_t>(c.bytes / c.element);
  const int q = largest_power(c.p);
  Estimate estimate(c);
  for (int bit = 1; bit < q; bit *= 2) {
    const std::int64_t half = ceil_div(values, 2 * bit) * static_cast<std::int64_t>(c.element);
    Phase phase = estimate.exchanges(bit, half);
    if (half > 0)  // some PEs have no value if there are fewer values than PEs
      phase.congestion = std::max<std::int64_t>(1, ceil_div(phase.congestion * bytes, 2 * bit * half));
    estimate.add(phase).add(phase);  // once for the halving, once for the doubling
  }
  if (q != c.p) estimate.shift(1, bytes).shift(1, bytes);
  return estimate.time();
}

}  // namespace

void rabenseifner(Allreduce& entry) {
  entry.summary = "each PE combines one chunk of the vector by recursive halving, then all collect the chunks";
  entry.restrictions = "none";
  entry.formula =
      "2 log2 p ts + 2 (p-1)/p m tw; p no power of two, p' the one below: 2 (log2 p' + 1) ts + "
      "(2 (p'-1)/p' + 2) m tw; where m is p' equal parts of whole values";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5";
  entry.predicted = cost_of_rabenseifner;
  entry.estimated = estimate_of_rabenseifner;
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    const int q = largest_power(c.p);
    const auto vector = static_cast<std::int64_t>(c.bytes);
    return share(vector, q - 1, q) + (q != c.p ? vector : 0);
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    fold(comm, data, op,
         [&](const Folding& folding, std::span<std::byte> sum) { halve_and_double(comm, folding, sum, op); });
  };
}

}  // namespace toruscope::collectives
