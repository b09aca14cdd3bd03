// SPDX-License-Identifier: Apache-2.0
#include "collectives/allgather/ring.hpp"

#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::detail {

namespace {

void around(Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const auto block_of = [&](Rank r) {
    return all.subspan(static_cast<std::size_t>((r + p) % p) * mine.size(), mine.size());
  };
  std::copy(mine.begin(), mine.end(), block_of(me).begin());
  for (int i = 0; i + 1 < p; ++i)
    comm.sendrecv((me + 1) % p, block_of(me - i), (me - 1 + p) % p, block_of(me - i - 1));
}

}  // namespace

Allgather allgather_ring() {
  Allgather entry;
  entry.name = "ring";
  entry.summary = "every PE hands the block that it got last to the next one";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + m tw)";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1";
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (!is_plain_k_port_machine(c) || (!c.is_complete && !is_ring(c))) return std::nullopt;
    return chain(c, c.p - 1, (c.p - 1) * static_cast<std::int64_t>(c.bytes), c.p - 1);
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Phase phase = Estimate(c).shifts_phase({1}, 0);
    phase.rounds = c.p - 1;
    phase.hops *= phase.rounds;
    phase.bytes = phase.rounds * static_cast<std::int64_t>(c.bytes);
    return Estimate(c).add(phase).time();
  };
  entry.run = around;
  return entry;
}

}  // namespace toruscope::detail
