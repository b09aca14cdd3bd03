// SPDX-License-Identifier: Apache-2.0
// toruscope-mpi: the algorithms of the tables over real MPI.

#include <toruscope/main.hpp>

int main(int argc, char** argv) {
  return toruscope::main(argc, argv, {});
}
