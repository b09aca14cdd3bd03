// SPDX-License-Identifier: Apache-2.0
// Lab 1: broadcast on a one-port ring. README.md says what to do.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

/// Every PE of the ring calls this. PE root's data are the message; afterwards every PE has them.
///   data   n values, n >= 1 the same on all PEs
/// Write it with comm.rank(), comm.size(), comm.send(to, data) and comm.recv(from, data).
void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;  // your work begins here
}
