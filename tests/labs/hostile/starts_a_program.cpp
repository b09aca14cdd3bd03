// SPDX-License-Identifier: Apache-2.0
// wrong: starts a shell
// expect: zero
// reason: starts a program
#include <toruscope/toruscope.hpp>

#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  execl("/bin/sh", "sh", "-c", "true", nullptr);
}
