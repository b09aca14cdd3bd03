// SPDX-License-Identifier: Apache-2.0
// Lab 3: rows and columns of a mesh and a torus. README.md says what to do.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

/// Every PE of a grid of R rows and C columns calls this. Before, the data of PE root are the
/// message; afterwards those of every PE are.
///   data            n values, n >= 1 the same on all PEs
///   comm.sides()    {R, C}; comm.coordinate(0) is my row, comm.coordinate(1) my column,
///                   and my rank is row * C + column
/// The grid is a torus, or a mesh, whose lines have ends: the function need not know which.
void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;  // your work begins here
}
