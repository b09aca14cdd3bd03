// SPDX-License-Identifier: Apache-2.0
// wrong: ends the process with code 0, at once
// expect: lost data, root, any, rounds, links
// found: ends the whole process with exit code 0
// hint: the function returns when the PE is done
#include <toruscope/toruscope.hpp>

#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  _exit(0);
}
