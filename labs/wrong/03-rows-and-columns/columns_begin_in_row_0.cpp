// SPDX-License-Identifier: Apache-2.0
// wrong: wrong order: the columns begin in row 0, whatever the root's row
// expect: lost root, sides, rounds, links, mesh
// hint: port was still taken
#include <toruscope/toruscope.hpp>
using namespace toruscope;

static void along_line(Communicator& comm, int length, int place, int informed, Rank first, int stride,
                       std::span<double> data) {
  const int v = (place - informed + length) % length;
  const auto rank = [&](int u) { return first + (u + informed) % length * stride; };
  int begin = 0, end = length;
  while (end - begin > 1) {
    const int middle = begin + (end - begin) / 2;
    if (v == begin) comm.send(rank(middle), data);
    if (v == middle) comm.recv(rank(begin), data);
    (v < middle ? end : begin) = middle;
  }
}

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int row = comm.rank() / columns, column = comm.rank() % columns;
  if (row == root / columns) along_line(comm, columns, column, root % columns, row * columns, 1, data);
  along_line(comm, rows, row, 0, column, columns, data);
}
