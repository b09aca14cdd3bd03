// SPDX-License-Identifier: Apache-2.0
// Broadcast along the root's row, then all columns, by halving: messages stay in their halves.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

/// On a line of `length` PEs, `place` is mine, `informed` has the data; PE i: first + i * stride.
static void along_line(Communicator& comm, int length, int place, int informed, Rank first, int stride,
                       std::span<double> data) {
  int begin = 0, end = length;  // my part, in which `informed` has the data
  while (end - begin > 1) {
    const int middle = begin + (end - begin) / 2;
    const bool is_upper = informed >= middle;
    const int twin = is_upper ? begin : middle;  // in the other half
    if (place == informed) comm.send(first + twin * stride, data);
    if (place == twin) comm.recv(first + informed * stride, data);
    if ((place >= middle) != is_upper) informed = twin;
    (place < middle ? end : begin) = middle;
  }
}

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  const int rows = comm.sides()[0], columns = comm.sides()[1];
  const int row = comm.rank() / columns, column = comm.rank() % columns;
  if (row == root / columns) along_line(comm, columns, column, root % columns, row * columns, 1, data);
  along_line(comm, rows, row, root / columns, column, columns, data);
}
