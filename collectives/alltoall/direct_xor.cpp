// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/direct_xor.hpp"

#include "collectives/alltoall/direct.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

#include <bit>

namespace toruscope::detail {

Alltoall alltoall_direct_xor() {
  Alltoall entry;
  entry.name = "direct_xor";
  entry.summary = "in round t the PEs r and r xor t exchange one block each";
  entry.restrictions = "a power of two of PEs";
  entry.formula = "(p-1) (ts + m tw) where no links are shared";
  entry.source = "Scott, Distributed Memory Computing Conf., 1991";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (!std::has_single_bit(static_cast<unsigned>(c.p)))
      return "needs a power of two PEs, got " + std::to_string(c.p);
    return std::nullopt;
  };
  entry.predicted = [](const Case& c) {
    return c.is_complete ? predicted_without_sharing(c, c.p - 1) : std::nullopt;
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    std::vector<std::int64_t> steps(c.sides.size());
    for (int t = 1; t < c.p; ++t) {
      for (std::size_t d = 0; d < steps.size(); ++d)  // the highest bit decides how many share a link
        steps[d] = std::bit_floor(static_cast<unsigned>(coordinate(c.sides, static_cast<int>(d), t)));
      estimate.displacement(steps, static_cast<std::int64_t>(c.bytes));
    }
    return estimate.time();
  };
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block) {
    exchange_directly(comm, send, receive, block, [me = comm.rank()](int t) {
      return Partners{me ^ t, me ^ t};
    });
  };
  return entry;
}

}  // namespace toruscope::detail
