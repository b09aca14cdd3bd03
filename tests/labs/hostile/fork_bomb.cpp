// SPDX-License-Identifier: Apache-2.0
// wrong: starts processes without end
// expect: zero
// reason: starts a process or a thread
#include <toruscope/toruscope.hpp>

#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  for (;;) (void)!fork();
}
