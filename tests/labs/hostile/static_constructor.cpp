// SPDX-License-Identifier: Apache-2.0
// wrong: misbehaves while it is loaded
// expect: zero
// reason: opens the file /etc/passwd (while it is loaded)
#include <toruscope/toruscope.hpp>

#include <fstream>
using namespace toruscope;

static const std::ifstream kPasswords("/etc/passwd");

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
}
