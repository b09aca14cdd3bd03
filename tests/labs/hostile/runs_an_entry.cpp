// SPDX-License-Identifier: Apache-2.0
// wrong: runs an algorithm of the catalogue by itself
// expect: zero
// reason: calls broadcast of the library
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const Catalogue own = catalogue();
  const auto entry = own.broadcast().front();
  entry.run(comm, root, std::as_writable_bytes(data));
}
