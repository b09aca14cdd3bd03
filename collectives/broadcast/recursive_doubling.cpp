// SPDX-License-Identifier: Apache-2.0
// One-to-all broadcast by recursive doubling, on a line of PEs and by dimensions on a torus.
//
// In each round every informed PE tells its mirror place in the other half of its interval, and
// keeps its own half (shapes/halving.hpp).
//
//   ring, p = 8, root 0     0 -> 4      0 -> 2, 4 -> 6      0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7
//   torus 3x5, root 7       7 -> 9      7 -> 5, 9 -> 8      5 -> 6      then all five columns
//
// Rounds        ceil(log2 p) on a line, the sum of ceil(log2 N_i) on a torus.
// Volume        n bytes per round.
// Restricted to one dimension (line version). The torus version takes any grid, the last first.
// Links         No two messages meet when sends are direct: a PE's messages stay in its interval
//               and follow each other. (A buffered sender may overtake its own message's tail.)
// Source        Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 4.1.1-4.1.3; any
//               p and root by interval halving.

#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/relabelled.hpp"

#include <toruscope/catalogue.hpp>

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

/// Informs the root's line in the last dimension first, then the lines that cross it, and so on.
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

/// Claims of an entry whose steps are those of one line of PEs.
void claim_one_dimension(Broadcast& entry, Steps steps, const char* restrictions,
                         std::optional<std::string> (*refusal)(const Case&)) {
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
}

}  // namespace

void recursive_doubling(Broadcast& entry) {
  claim_one_dimension(entry, halving_steps, "one dimension or a hypercube", needs_line_or_hypercube);
  entry.summary = "every informed PE tells one in the other half of its interval of ranks";
}

void rotation_doubling(Broadcast& entry) {
  claim_one_dimension(entry, rotation_steps, "one dimension", needs_one_dimension);
  entry.summary = "PE v places after the root tells the one 2^i places on, 2^i falling";
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    return is_line_from_within(c) ? std::nullopt : doubling_cost(c, true);
  };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, true, true); };
}

void xor_doubling(Broadcast& entry) {
  claim_one_dimension(entry, xor_steps, "one dimension or a hypercube, a power of two of PEs",
                      needs_power_on_line_or_hypercube);
  entry.summary = "PE v XOR root tells the one whose v differs in bit i, i falling: algorithm 4.2";
}

void torus_recursive_doubling(Broadcast& entry) {
  entry.summary = "recursive doubling along one dimension after the other, the last first";
  entry.restrictions = "none";
  entry.formula = "sum of ceil(log2 N_i), times (ts + m tw), one port";
  entry.source = kSource;
  entry.conflict_free = never_in_conflict();
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.predicted = [](const Case& c) { return doubling_cost(c, true); };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, true); };
  entry.run = broadcast_by_dimension;
}

}  // namespace toruscope::collectives
