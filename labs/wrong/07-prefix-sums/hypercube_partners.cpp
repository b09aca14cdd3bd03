// SPDX-License-Identifier: Apache-2.0
// wrong: partners differ in one bit, with a total beside the prefix: p must be a power of two
// expect: lost any, rounds, postal, ports, steps
// hint: below 0, or p or more
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  double prefix = value, total = value;
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    const Rank partner = comm.rank() ^ bit;
    double theirs = 0;
    comm.sendrecv(partner, total, partner, theirs);
    if (partner < comm.rank()) prefix = combine(theirs, prefix);
    total = partner < comm.rank() ? combine(theirs, total) : combine(total, theirs);
  }
  return prefix;
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
