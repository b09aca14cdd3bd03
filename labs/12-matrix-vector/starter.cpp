// SPDX-License-Identifier: Apache-2.0
// Lab 12: matrix-vector product on a grid of PEs, and PageRank. README.md says what to do.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

// There are q x q PEs; PE (i, j) has rank i q + j. A matrix has n x n values, q divides n,
// s = n / q: PE (i, j) has its rows i s .. i s + s - 1 of columns j s .. j s + s - 1 as s s values,
// row by row. Of a vector, PE (i, i) has values i s .. i s + s - 1.

/// Multiplies: afterwards `piece` on PE (i, i) is its part of A x.
///   block    of A
///   piece    s values: on PE (i, i) of x; on the others room that may be used
/// Declare the work of your additions and multiplications by comm.compute_operations(number).
void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  (void)comm, (void)block, (void)piece;  // your work begins here
}

/// PageRank of n pages. Begins with r = 1/n for each page and repeats, until the sum of all |r' -
/// r| is below the tolerance,
///   r' = damping (L r + lost / n) + (1 - damping) / n
/// where L is the matrix of links with each column divided by its sum (a column of zeros stays as
/// it is), and lost is the sum of r over the pages whose column is zeros. Returns the number of
/// repetitions, the same on all PEs.
///   links    block of a matrix: row a, column b is 1 if page b has a link to page a, else 0
///   ranks    s values: on PE (i, i) it ends as the latest r'; on the others room that may be used
int page_rank(Communicator& comm, std::span<const double> links, double damping, double tolerance,
              std::span<double> ranks) {
  (void)comm, (void)links, (void)damping, (void)tolerance, (void)ranks;
  return 0;
}
