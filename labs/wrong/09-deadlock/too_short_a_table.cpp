// SPDX-License-Identifier: Apache-2.0
// wrong: a table of channels that is too short for the ring
// expect: lost channels
// hint: an exception that nobody catches
#include <toruscope/toruscope.hpp>

#include <vector>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  comm.sendrecv((comm.rank() + d) % p, out, (comm.rank() - d + p) % p, in);
}

int channel_on_ring(int p, int from, int /*to*/, int at) {
  const std::vector<int> first{1, 0, 0, 0};
  return at < from ? first.at(static_cast<std::size_t>(p - at)) : 0;
}
