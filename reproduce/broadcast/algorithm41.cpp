// SPDX-License-Identifier: Apache-2.0

#include "reproduce/broadcast/algorithm41.hpp"

#include <bit>

namespace toruscope::reproduce {

void doubling_broadcast(Communicator& comm, First first, Rank source, std::span<std::byte> data) {
  const int d = static_cast<int>(std::bit_width(static_cast<unsigned>(comm.size()) - 1));
  const int v = comm.rank() ^ source;
  int mask = (1 << d) - 1;  // the dimensions that have not had their turn
  for (int step = 0; step < d; ++step) {
    const int bit = 1 << (first == First::far ? d - 1 - step : step);
    mask ^= bit;
    const Rank partner = v ^ bit ^ source;
    if ((v & mask) == 0 && partner < comm.size()) {
      if ((v & bit) == 0)
        comm.send(partner, data);
      else
        comm.recv(partner, data);
    }
    comm.synchronize();
  }
}

Schedule doubling_rule(First first, int d) {
  Schedule schedule;
  for (int i = 0; i < d; ++i) {
    std::vector<Transfer> round;
    if (first == First::far)
      for (int v = 0; v < 1 << d; v += 1 << (d - i)) round.push_back({v, v + (1 << (d - 1 - i))});
    else
      for (int v = 0; v < 1 << i; ++v) round.push_back({v, v + (1 << i)});
    schedule.push_back(round);
  }
  return schedule;
}

Schedule reversed(const Schedule& schedule) {
  Schedule turned(schedule.rbegin(), schedule.rend());
  for (auto& round : turned)
    for (Transfer& t : round) t = {t.to, t.from};
  return turned;
}

}  // namespace toruscope::reproduce
