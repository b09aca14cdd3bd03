// SPDX-License-Identifier: Apache-2.0
// The program `toruscope`.

#include <toruscope/main.hpp>

int main(int argc, char** argv) {
  return toruscope::main(argc, argv);
}
