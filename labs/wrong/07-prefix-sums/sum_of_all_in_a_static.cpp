// SPDX-License-Identifier: Apache-2.0
// wrong: adds up in a static variable
// expect: lost data, any, order, rounds, postal, ports, steps
// hint: global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator&, double value, double (*combine)(double left, double right)) {
  static double sum = 0;
  return sum = combine(sum, value);
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
