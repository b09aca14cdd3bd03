// SPDX-License-Identifier: Apache-2.0
// wrong: reads the memory of its process
// expect: zero
// reason: opens the file /proc/self/mem
#include <toruscope/toruscope.hpp>

#include <fcntl.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  (void)!open("/proc/self/mem", O_RDONLY);
}
