// SPDX-License-Identifier: Apache-2.0
// wrong: declares what the headers do not
// expect: zero
// reason: does not define toruscope::collectives::broadcast_recursive_doubling()
#include <toruscope/toruscope.hpp>

using namespace toruscope;

namespace toruscope::collectives {
Broadcast broadcast_recursive_doubling();
}

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  collectives::broadcast_recursive_doubling().run(comm, root, std::as_writable_bytes(data));
}
