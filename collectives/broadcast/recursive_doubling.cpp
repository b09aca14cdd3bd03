// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/recursive_doubling.hpp"

#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/line.hpp"

namespace toruscope::detail {

namespace {

void broadcast_on(Communicator& comm, const Line& line, int root, std::span<std::byte> data) {
  for (const HalvingStep& step : halving_steps(line.p, root, line.place)) {
    if (step.tells)
      comm.send(line.at(step.partner), data);
    else
      comm.recv(line.at(step.partner), data);
  }
}

/// The last dimension first: the root's line is informed, then all lines that cross it, and so on outwards.
void broadcast_by_dimension(Communicator& comm, Rank root, std::span<std::byte> data) {
  const std::vector<int>& sides = comm.sides();
  // The informed PEs agree with the root in all dimensions before `dimension`.
  const auto knows_before = [&](int dimension) {
    for (int d = 0; d < dimension; ++d)
      if (coordinate(sides, d, root) != comm.coordinate(d)) return false;
    return true;
  };
  for (int dimension = comm.dimensions() - 1; dimension >= 0; --dimension)
    if (knows_before(dimension))
      broadcast_on(comm, along(sides, dimension, comm.rank()), coordinate(sides, dimension, root), data);
}

constexpr const char* kSource =
    "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1 (algorithm 4.2)";

}  // namespace

Broadcast broadcast_recursive_doubling() {
  Broadcast entry;
  entry.name = "recursive_doubling";
  entry.summary = "every informed PE tells one in the other half of its interval of ranks";
  entry.restrictions = "one dimension";
  entry.formula = "ceil(log2 p) (ts + m tw)";
  entry.source = kSource;
  entry.conflict_free = true;
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (long_dimensions(c.sides) <= 1) return std::nullopt;
    return "needs PEs in one dimension, got " + sides_to_string(c.sides);
  };
  entry.predicted = [](const Case& c) { return doubling_cost(c, true); };
  entry.estimated = doubling_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    broadcast_on(comm, whole(comm), root, data);
  };
  return entry;
}

Broadcast broadcast_torus_recursive_doubling() {
  Broadcast entry;
  entry.name = "torus_recursive_doubling";
  entry.summary = "recursive doubling along one dimension after the other, the last first";
  entry.restrictions = "none";
  entry.formula = "sum of ceil(log2 N_i), times (ts + m tw)";
  entry.source = kSource;
  entry.conflict_free = true;
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.predicted = [](const Case& c) { return doubling_cost(c, true); };
  entry.estimated = doubling_estimate;
  entry.run = broadcast_by_dimension;
  return entry;
}

}  // namespace toruscope::detail
