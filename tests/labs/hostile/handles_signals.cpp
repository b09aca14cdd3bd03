// SPDX-License-Identifier: Apache-2.0
// wrong: takes over the signal of the grader
// expect: zero
// reason: handles a signal of the grader
#include <toruscope/toruscope.hpp>

#include <csignal>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::signal(SIGSYS, SIG_IGN);
}
