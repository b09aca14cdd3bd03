// SPDX-License-Identifier: Apache-2.0
// wrong: stops its own process
// expect: zero
// reason: sends a signal
#include <toruscope/toruscope.hpp>

#include <csignal>
using namespace toruscope;

void broadcast_on_ring(Communicator&, Rank, std::span<double>) {
  std::raise(SIGSTOP);
}
