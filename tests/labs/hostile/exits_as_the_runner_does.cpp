// SPDX-License-Identifier: Apache-2.0
// wrong: exits with the code by which the runner says that this computer cannot run submissions
// expect: lost data, root, any, rounds, links
// found: ends the whole process with exit code 98
// hint: the function returns when the PE is done
#include <toruscope/toruscope.hpp>

#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator&, Rank, std::span<double>) {
  _exit(98);
}
