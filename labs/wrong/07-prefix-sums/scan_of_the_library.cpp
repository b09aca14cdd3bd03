// SPDX-License-Identifier: Apache-2.0
// wrong: calls scan of the library
// expect: zero
// reason: calls scan of the library
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  scan(comm, value, combine);
  return value;
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
