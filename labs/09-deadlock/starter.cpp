// SPDX-License-Identifier: Apache-2.0
// Lab 9: deadlock. Both functions compile, and both stop for ever: README.md says where. Mend them.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

/// Every PE calls this: sends `out` to the PE `distance` ranks further on (around the end; a
/// negative distance goes backwards), and receives into `in` what comes from the PE as far behind.
///   out, in   n values each, n the same on all PEs; they do not overlap
void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  comm.send((comm.rank() + distance) % comm.size(), out);
  comm.recv((comm.rank() - distance + comm.size()) % comm.size(), in);
}

/// The virtual channel, 0 or 1, on which a worm from node `from` to node `to` crosses the link from
/// node `at` to node (at + 1) % p of a ring of p nodes. It goes in the direction of rising numbers:
/// from, (from + 1) % p, ..., to.
int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)from, (void)to, (void)at;
  return 0;
}
