// SPDX-License-Identifier: Apache-2.0
// wrong: the nearest PE of a line is told first: the messages of its last round share links
// expect: lost links, mesh
// hint: if the farthest was
#include <toruscope/toruscope.hpp>
using namespace toruscope;

static void along_line(Communicator& comm, int length, int place, int informed, Rank first, int stride,
                       std::span<double> data) {
  const int v = (place - informed + length) % length;
  const auto rank = [&](int u) { return first + (u + informed) % length * stride; };
  for (int done = 1; done < length; done *= 2) {
    if (v < done && v + done < length) comm.send(rank(v + done), data);
    if (v >= done && v < 2 * done) comm.recv(rank(v - done), data);
  }
}

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int row = comm.rank() / columns, column = comm.rank() % columns;
  if (row == root / columns) along_line(comm, columns, column, root % columns, row * columns, 1, data);
  along_line(comm, rows, row, root / columns, column, columns, data);
}
