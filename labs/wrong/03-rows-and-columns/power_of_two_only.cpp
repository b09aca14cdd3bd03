// SPDX-License-Identifier: Apache-2.0
// wrong: halves the length of a line, and forgets what is left of an odd one
// expect: lost sides, rounds, links, mesh
// hint: port was still taken
#include <toruscope/toruscope.hpp>
using namespace toruscope;

static void along_line(Communicator& comm, int length, int place, int informed, Rank first, int stride,
                       std::span<double> data) {
  const int v = (place - informed + length) % length;
  const auto rank = [&](int u) { return first + (u + informed) % length * stride; };
  for (int half = length / 2; half > 0; half /= 2) {
    if (v % (2 * half) == 0 && v + half < length) comm.send(rank(v + half), data);
    if (v % (2 * half) == half) comm.recv(rank(v - half), data);
  }
}

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int row = comm.rank() / columns, column = comm.rank() % columns;
  if (row == root / columns) along_line(comm, columns, column, root % columns, row * columns, 1, data);
  along_line(comm, rows, row, root / columns, column, columns, data);
}
