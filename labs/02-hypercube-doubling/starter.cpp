// SPDX-License-Identifier: Apache-2.0
// Lab 2: recursive doubling on the hypercube. README.md says what to do.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

/// Every PE of the cube calls this. PE root's data are the message; afterwards every PE has them.
///   data   n values, n >= 1 the same on all PEs
/// PE r sits on the node of number r; its neighbours are those whose numbers differ from r in one
/// bit. Where comm.size() is no power of two, only the nodes 0 .. comm.size() - 1 are there.
void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;  // your work begins here
}
