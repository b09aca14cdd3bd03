// SPDX-License-Identifier: Apache-2.0
// wrong: writes to address 8
// expect: lost data, root, any, rounds, links
// found: crashes: it uses memory that is not its own
// hint: print the index
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  *reinterpret_cast<volatile int*>(8) = 1;  // NOLINT
}
