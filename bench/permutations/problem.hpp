// SPDX-License-Identifier: Apache-2.0
// Random permutations, on a square torus as a rule: in each round every PE sends a block to the PE
// that the round's permutation says and receives one; nobody waits for others between rounds, so
// that messages of different rounds meet on the links.

#pragma once

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::bench {

inline constexpr std::size_t kBlock = 64;

/// Drawn by Fisher and Yates's method, the same in every run.
struct Permutations {
  Permutations(int p, int rounds) {
    RandomSource random(1);
    for (int round = 0; round < rounds; ++round) {
      std::vector<Rank> forward(static_cast<std::size_t>(p));
      std::vector<Rank> back(forward.size());
      for (int i = 0; i < p; ++i) forward[static_cast<std::size_t>(i)] = i;
      for (std::size_t i = forward.size() - 1; i > 0; --i) std::swap(forward[i], forward[random() % (i + 1)]);
      for (int i = 0; i < p; ++i) back[static_cast<std::size_t>(forward[static_cast<std::size_t>(i)])] = i;
      to.push_back(std::move(forward));
      from.push_back(std::move(back));
    }
  }

  [[nodiscard]] int rounds() const { return static_cast<int>(to.size()); }
  [[nodiscard]] Rank destination(int round, Rank pe) const {
    return to[static_cast<std::size_t>(round)][static_cast<std::size_t>(pe)];
  }
  [[nodiscard]] Rank source(int round, Rank pe) const {
    return from[static_cast<std::size_t>(round)][static_cast<std::size_t>(pe)];
  }

  std::vector<std::vector<Rank>> to, from;
};

/// A network by its size, and what its messages meet.
struct Case {
  TopologyPtr (*topology)(int size);
  Switching switching = Switching::cut_through;
  NetworkEngine network = NetworkEngine::automatic;
  std::optional<int> buffers{};
  double bar = kNoBar;
};

inline Machine machine_of(const Case& of, TopologyPtr network, int workers) {
  Parameters costs = preset("generic");
  costs.switching = of.switching;
  costs.buffers = of.buffers;
  return Machine(std::move(network), costs, {.network = of.network, .workers = workers});
}

inline TopologyPtr square(int side) {
  return torus(side, side);
}
inline TopologyPtr square_with_failed_link(int side) {
  return with_failed_links(torus(side, side), {{0, 1}});
}

/// The machine's side: each block tells its source and round, which its receiver checks.
inline Report run_permutations(Machine& machine, const Permutations& permutations) {
  return machine.run([&](Communicator& comm) {
    struct Block {
      int source, round;
      char rest[kBlock - 2 * sizeof(int)];
    };
    Block block[1]{};
    for (int round = 0; round < permutations.rounds(); ++round) {
      block[0].source = comm.rank();
      block[0].round = round;
      const Rank from = permutations.source(round, comm.rank());
      comm.sendrecv(permutations.destination(round, comm.rank()), block, from, block);
      if (block[0].source != from || block[0].round != round)
        comm.fail("permutations: a block is not its source's");
    }
  });
}

/// The end of the last PE, by a simulation of bare numbers (priority_queue.cpp).
Ticks finish_by_events(const Topology& topology, const Costs& costs, const Permutations& permutations);

}  // namespace toruscope::bench
