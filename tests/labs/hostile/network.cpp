// SPDX-License-Identifier: Apache-2.0
// wrong: opens a socket
// expect: zero
// reason: uses the network
#include <toruscope/toruscope.hpp>

#include <sys/socket.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  (void)!socket(AF_INET, SOCK_STREAM, 0);
}
