// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by a linear shift: every block goes straight to its destination.
//
//   p = 5     r -> r+1      r -> r+2      r -> r+3      r -> r+4     (mod 5), one block each
//
// Invariant     In round t every PE sends one block and receives one.
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound. Any p, communicator.
// Links         On a torus the messages of a round share links: slower than the formula.
// Source        Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005: all-to-all of long messages.

#include "collectives/alltoall/direct.hpp"

#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

namespace toruscope::collectives {

namespace {

/// Exact cost, only where no two messages of a round can share a link.
std::optional<Prediction> cost_of_direct(const Case& c) {
  return c.is_complete ? predicted_without_sharing(c, c.p - 1) : std::nullopt;
}

}  // namespace

void exchange_directly(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block, const std::function<Partners(int t)>& partners) {
  const auto block_of = [&](auto buffer, Rank r) {
    return buffer.subspan(static_cast<std::size_t>(r) * block, block);
  };
  copy(block_of(send, comm.rank()), block_of(receive, comm.rank()));
  for (int t = 1; t < comm.size(); ++t) {
    const auto [to, from] = partners(t);
    comm.sendrecv(to, block_of(send, to), from, block_of(receive, from));
  }
}

std::optional<Prediction> predicted_without_sharing(const Case& c, std::int64_t hops) {
  if (!is_plain_machine(c)) return std::nullopt;
  return chain(c, c.p - 1, (c.p - 1) * static_cast<std::int64_t>(c.bytes), hops);
}

void direct(Alltoall& entry) {
  entry.summary = "in round t every PE sends one block to the PE t ranks further on";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + m tw) where no links are shared";
  entry.source = "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005";
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.predicted = cost_of_direct;
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    for (int t = 1; t < c.p; ++t) estimate.shift(t, static_cast<std::int64_t>(c.bytes));
    return estimate.time();
  };
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block) {
    const int p = comm.size();
    const Rank me = comm.rank();
    exchange_directly(comm, send, receive, block, [&](int t) {
      return Partners{(me + t) % p, (me - t + p) % p};
    });
  };
}

}  // namespace toruscope::collectives
