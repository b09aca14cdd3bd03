// SPDX-License-Identifier: Apache-2.0
// wrong: waits for a lock that nobody gives back
// expect: zero
// reason: waits for another thread
#include <toruscope/toruscope.hpp>

#include <mutex>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::mutex mutex;
  mutex.lock();
  mutex.lock();
}
