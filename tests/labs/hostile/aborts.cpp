// SPDX-License-Identifier: Apache-2.0
// wrong: ends in an exception that nobody catches
// expect: lost data, root, any, rounds, links
// found: aborts (SIGABRT)
// hint: names the check
#include <toruscope/toruscope.hpp>

#include <exception>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::terminate();
}
