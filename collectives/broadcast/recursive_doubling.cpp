// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/recursive_doubling.hpp"

#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/relabelled.hpp"

namespace toruscope::collectives {

namespace {

using Steps = std::vector<HalvingStep> (*)(int p, Rank root, Rank rank);

void broadcast_on(Communicator& comm, const Line& line, int root, std::span<std::byte> data,
                  Steps steps = halving_steps) {
  for (const HalvingStep& step : steps(line.p, root, line.place)) {
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

/// An entry whose steps are those of one line of PEs.
Broadcast on_one_dimension(const char* name, const char* summary, Steps steps, const char* restrictions,
                           std::optional<std::string> (*refusal)(const Case&)) {
  Broadcast entry;
  entry.name = name;
  entry.summary = summary;
  entry.restrictions = restrictions;
  entry.formula = "ceil(log2 p) (ts + m tw), one port";
  entry.source = kSource;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal;
  entry.predicted = [](const Case& c) { return doubling_cost(c, true); };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, true); };
  entry.run = [steps](Communicator& comm, Rank root, std::span<std::byte> data) {
    broadcast_on(comm, whole(comm), root, data, steps);
  };
  return entry;
}

}  // namespace

Broadcast broadcast_recursive_doubling() {
  return on_one_dimension("recursive_doubling",
                          "every informed PE tells one in the other half of its interval of ranks",
                          halving_steps, "one dimension or a hypercube", needs_line_or_hypercube);
}

Broadcast broadcast_rotation_doubling() {
  Broadcast entry = on_one_dimension("rotation_doubling",
                                     "PE v places after the root tells the one 2^i places on, 2^i falling",
                                     rotation_steps, "one dimension", needs_one_dimension);
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    return is_line_from_within(c) ? std::nullopt : doubling_cost(c, true);
  };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, true, true); };
  return entry;
}

Broadcast broadcast_xor_doubling() {
  Broadcast entry = on_one_dimension(
      "xor_doubling", "PE v XOR root tells the one whose v differs in bit i, i falling: algorithm 4.2",
      xor_steps, "one dimension or a hypercube, a power of two of PEs", needs_power_on_line_or_hypercube);
  return entry;
}

Broadcast broadcast_torus_recursive_doubling() {
  Broadcast entry;
  entry.name = "torus_recursive_doubling";
  entry.summary = "recursive doubling along one dimension after the other, the last first";
  entry.restrictions = "none";
  entry.formula = "sum of ceil(log2 N_i), times (ts + m tw), one port";
  entry.source = kSource;
  entry.conflict_free = never_in_conflict();
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.predicted = [](const Case& c) { return doubling_cost(c, true); };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, true); };
  entry.run = broadcast_by_dimension;
  return entry;
}

}  // namespace toruscope::collectives
