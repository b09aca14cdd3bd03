// SPDX-License-Identifier: Apache-2.0
// wrong: asks the catalogue for what its own task is
// expect: zero
// reason: asks the library what broadcast takes
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const Case c = case_of(comm, data.size_bytes(), root);
  for (const Broadcast& entry : builtin_catalogue().broadcast()) static_cast<void>(expected_time(entry, c));
}
