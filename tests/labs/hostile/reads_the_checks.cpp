// SPDX-License-Identifier: Apache-2.0
// wrong: reads the source of the checks
// expect: zero
// reason: opens the file labs/01-ring-broadcast/checks.cpp
#include <toruscope/toruscope.hpp>

#include <fstream>
#include <string>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::ifstream checks("labs/01-ring-broadcast/checks.cpp");
  std::string line;
  while (std::getline(checks, line)) continue;
}
