// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/up_down.hpp"

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

namespace {

/// Hands the window on to these PEs, and forgets them.
void hand_on(Communicator& comm, const Prefix& prefix, std::vector<Rank>& to) {
  const auto k = static_cast<std::size_t>(comm.ports());
  for (std::size_t first = 0; first < to.size(); first += k)
    comm.round([&](Round& round) {
      for (std::size_t i = first; i < std::min(first + k, to.size()); ++i) round.send(to[i], prefix.window());
    });
  to.clear();
}

}  // namespace

void sweep_up_and_down(Communicator& comm, Prefix& prefix) {
  const Rank me = comm.rank();
  const int v = me + 1;
  const int b = v & -v;
  std::vector<Rank> to;
  const auto add = [&](Rank r) {
    if (r < comm.size()) to.push_back(r);
  };

  for (int d = 1; d < b; d *= 2) prefix.absorb(comm, comm.recv<Buffer>(me - d));
  add(me + b);
  if (v != b) {
    hand_on(comm, prefix, to);
    prefix.absorb(comm, {comm.recv<Buffer>(me - b)});
  }  // the window is the prefix already
  for (int d = b / 2; d > 0; d /= 2) add(me + d);
  hand_on(comm, prefix, to);
}

int sweep_levels(int p) {
  int levels = 0;
  for (int b = 1; b < p; b *= 2) levels += (2 * b <= p ? 1 : 0) + (3 * b <= p ? 1 : 0);
  return levels;
}

}  // namespace toruscope::collectives
