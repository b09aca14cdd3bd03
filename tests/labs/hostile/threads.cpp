// SPDX-License-Identifier: Apache-2.0
// wrong: starts threads
// expect: zero
// reason: starts a thread
#include <toruscope/toruscope.hpp>

#include <thread>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::thread([] {}).join();
}
