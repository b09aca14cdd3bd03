// SPDX-License-Identifier: Apache-2.0
// wrong: prints a gigabyte
// expect: zero
// reason: prints more than
#include <toruscope/toruscope.hpp>

#include <cstdio>
#include <string>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  const std::string line(1 << 20, 'x');
  for (int i = 0; i < 1024; ++i) std::puts(line.c_str());
}
