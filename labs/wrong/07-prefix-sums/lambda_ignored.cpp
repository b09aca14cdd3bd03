// SPDX-License-Identifier: Apache-2.0
// wrong: (k+1)-ary doubling that waits for each message before the next one
// expect: lost steps
// hint: still under way
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
                              int) {
  const int p = comm.size();
  const int k = comm.ports();
  const Rank me = comm.rank();
  for (int d = 1; d < p; d *= k + 1) {
    std::vector<double> windows;
    for (int t = 1; t <= k && me - t * d >= 0; ++t) windows.push_back(0);
    comm.round([&](Round& round) {
      for (int t = 1; t <= k && me + t * d < p; ++t) round.send(me + t * d, value);
      for (std::size_t i = 0; i < windows.size(); ++i)
        round.recv(me - (static_cast<int>(i) + 1) * d, std::span(&windows[i], 1));
    });
    for (const double before : windows) value = combine(before, value);
  }
  return value;
}
