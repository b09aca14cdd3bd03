// SPDX-License-Identifier: Apache-2.0
// wrong: sleeps, which takes no processor time
// expect: zero
// reason: sleeps
#include <toruscope/toruscope.hpp>

#include <chrono>
#include <thread>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}
