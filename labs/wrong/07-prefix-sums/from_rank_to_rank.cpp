// SPDX-License-Identifier: Apache-2.0
// wrong: each PE waits for the one before: p - 1 rounds
// expect: lost rounds, postal, ports, steps
// hint: twice as many
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  double before = 0;
  if (comm.rank() > 0) {
    comm.recv(comm.rank() - 1, before);
    value = combine(before, value);
  }
  if (comm.rank() + 1 < comm.size()) comm.send(comm.rank() + 1, value);
  return value;
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
