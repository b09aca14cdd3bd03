// SPDX-License-Identifier: Apache-2.0
// wrong: kills its parent
// expect: zero
// reason: sends a signal
#include <toruscope/toruscope.hpp>

#include <csignal>
#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  kill(getppid(), SIGKILL);
}
