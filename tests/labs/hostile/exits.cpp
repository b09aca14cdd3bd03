// SPDX-License-Identifier: Apache-2.0
// wrong: ends the process with code 0
// expect: zero
// reason: ends the whole process
#include <toruscope/toruscope.hpp>

#include <cstdlib>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::exit(0);
}
