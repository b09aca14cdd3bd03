// SPDX-License-Identifier: Apache-2.0
// wrong: too many startups: one PE of each line tells all others
// expect: lost rounds, mesh
// hint: informed PEs have nothing to do
#include <toruscope/toruscope.hpp>
using namespace toruscope;

static void along_line(Communicator& comm, int length, int place, int informed, Rank first, int stride,
                       std::span<double> data) {
  if (place != informed) {
    comm.recv(first + informed * stride, data);
    return;
  }
  for (int i = 0; i < length; ++i)
    if (i != informed) comm.send(first + i * stride, data);
}

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int row = comm.rank() / columns, column = comm.rank() % columns;
  if (row == root / columns) along_line(comm, columns, column, root % columns, row * columns, 1, data);
  along_line(comm, rows, row, root / columns, column, columns, data);
}
