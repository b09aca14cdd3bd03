// SPDX-License-Identifier: Apache-2.0
// The PE's program: y = A x once, or repeatedly with y scaled to the next x.
//
//   step   PE (i, j)
//   1      each column broadcasts its part of x, piece by piece, from where it lies
//   2      y := A(i, j) x(j): 2 operations for each entry
//   3      each row reduces y, piece by piece, to where it shall lie
//   4      repeated products only: x := y scaled. `power` divides by || y ||, `pagerank` adds the
//          jumps. Scaling takes one reduction and one broadcast of two values.
//
// The PEs are synchronised between the steps and before each piece (free), so that T is the sum of
// the collectives' times and of the longest local work in each step. Each value of y is the sum
// over a row of the grid in the order of the reduction: its last digits depend only on its shape.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, example 4.1; Brin,
//         Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", Computer Networks
//         30, 1998, section 2.1.

#pragma once

#include "apps/matvec/layout.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope::apps {

/// product   y = A x
/// power     x := A x / || A x ||, in the Euclidean norm
/// pagerank  x := d (S x + sum of x over the columns without links / n) + (1 - d) / n, where S is A
///           with each column divided by its sum: A(i, j) is a link from j to i, by definition
enum class Method { product, power, pagerank };

/// The job that all PEs know.
struct MatvecJob {
  Layout layout;
  Blocks blocks;  ///< blocks of A; for pagerank of S
  Method method = Method::product;
  int products = 1;
  double damping = 0;  ///< the d of pagerank
  /// pagerank: 1 for a column of A without entries; empty if there is none
  std::vector<char> has_no_links{};
  std::string broadcast, reduce;  ///< the algorithms along columns and rows
};

/// Vectors of a run. Before it only the first is filled. PEs collect them in no virtual time.
struct MatvecVectors {
  /// start, after product 1, after product 2, ...; the last is the result
  std::vector<std::vector<double>> x;
  std::vector<double> quotient;  ///< power: of each product x . A x, which tends to the eigenvalue
};

void matvec_program(Communicator& comm, const MatvecJob& job, MatvecVectors& vectors);

/// Operations that the products would take on one PE.
std::int64_t serial_operations(const MatvecJob& job, std::size_t entries);

}  // namespace toruscope::apps
