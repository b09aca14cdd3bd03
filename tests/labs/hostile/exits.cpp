// SPDX-License-Identifier: Apache-2.0
// wrong: ends the process with code 0
// expect: lost data, root, any, rounds, links
// found: ends the whole process, in which all PEs run
// hint: the function returns when the PE is done
#include <toruscope/toruscope.hpp>

#include <cstdlib>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::exit(0);
}
