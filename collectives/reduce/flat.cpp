// SPDX-License-Identifier: Apache-2.0
// Reduction without help: all send to the root, which combines in rank order (shapes/flat.hpp).
//
// Messages   p - 1, all under way at once; the root's ports take them in ceil((p-1)/k) turns of n
//            bytes. Any p, k, root, topology. The operator need not commute.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1.

#include "collectives/shapes/flat.hpp"

#include "collectives/reduce/partial_sum.hpp"

#include <toruscope/catalogue.hpp>

#include <utility>

namespace toruscope::collectives {

namespace {

void combine_at_root(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  if (comm.rank() != root) {
    comm.send(root, data);
    return;
  }
  std::vector<Buffer> theirs(static_cast<std::size_t>(comm.size()));
  const auto of = [&](Rank r) -> Buffer& { return theirs[static_cast<std::size_t>(r)]; };
  comm.round([&](Round& round) {
    for (Rank r = 0; r < comm.size(); ++r)
      if (r != root) round.adopt(r, of(r));
  });
  PartialSum sum(data, op);
  for (Rank r = root - 1; r >= 0; --r) sum.absorb(comm, std::move(of(r)), false);
  for (Rank r = root + 1; r < comm.size(); ++r) sum.absorb(comm, std::move(of(r)), true);
  sum.finish(data);
}

}  // namespace

void flat(Reduce& entry) {
  entry.summary = "everybody sends to the root, which combines in rank order";
  entry.restrictions = "none";
  entry.formula = "ceil((p-1)/k) (ts + m tw)";
  entry.source =
      "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1 (the naive way)";
  entry.predicted = all_to_one_cost;
  entry.estimated = all_to_one_estimate;
  entry.combined = [](const Case& c) { return std::optional((c.p - 1) * static_cast<std::int64_t>(c.bytes)); };
  entry.run = combine_at_root;
}

}  // namespace toruscope::collectives
