// SPDX-License-Identifier: Apache-2.0
// wrong: writes outside its folder
// expect: zero
// reason: opens the file ../toruscope_was_here
#include <toruscope/toruscope.hpp>

#include <cstdio>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  if (std::FILE* file = std::fopen("../toruscope_was_here", "w")) std::fclose(file);
}
