// SPDX-License-Identifier: Apache-2.0
// Prefix sums: recursive doubling on one port, and Algorithm A of Lin and Yeh on k ports.
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  const int p = comm.size();
  const Rank me = comm.rank();
  double window = value;  // of PEs max(0, me - d + 1) .. me
  for (int d = 1; d < p; d *= 2) {
    double before = 0;
    comm.round([&](Round& round) {
      if (me + d < p) round.send(me + d, window);
      if (me - d >= 0) round.recv(me - d, before);
    });
    if (me - d >= 0) window = combine(before, window);
  }
  return window;
}

double prefix_in_postal_model(Communicator& comm, double value, double (*combine)(double left, double right),
                              int lambda) {
  const int p = comm.size();
  const int k = comm.ports();
  const Rank me = comm.rank();
  std::vector<int> grown;  // G(j)
  for (int j = 0; grown.empty() || grown.back() < p; ++j) {
    const auto at = static_cast<std::size_t>(j);
    grown.push_back(j < lambda ? 1 : grown[at - 1] + k * grown[at - static_cast<std::size_t>(lambda)]);
  }
  const auto g = [&](int j) { return grown[static_cast<std::size_t>(j)]; };
  const int steps = static_cast<int>(grown.size()) - 1;  // m
  double window = value;                                 // after step j: PEs me - G(j) + 1 .. me
  for (int j = 1; j <= steps; ++j) {
    if (comm.now() < Ticks{j - 1}) comm.compute(Ticks{j - 1} - comm.now());
    std::vector<Rank> sources;  // nearest first
    if (j >= lambda)
      for (int t = 0; t < k && me - g(j - 1) - t * g(j - lambda) >= 0; ++t)
        sources.push_back(me - g(j - 1) - t * g(j - lambda));
    std::vector<double> windows(sources.size());
    comm.round([&](Round& round) {
      if (j <= steps - lambda + 1)
        for (int t = 0; t < k && me + g(j + lambda - 2) + t * g(j - 1) < p; ++t)
          round.send(me + g(j + lambda - 2) + t * g(j - 1), window);
      for (std::size_t i = 0; i < sources.size(); ++i) round.recv(sources[i], std::span(&windows[i], 1));
    });
    for (const double before : windows) window = combine(before, window);
  }
  return window;
}
