// SPDX-License-Identifier: Apache-2.0
// wrong: opens many files
// expect: zero
// reason: opens the file many_0
#include <toruscope/toruscope.hpp>

#include <fstream>
#include <string>
#include <vector>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::vector<std::ofstream> all;
  for (int i = 0; i < 100000; ++i) all.emplace_back("many_" + std::to_string(i));
}
