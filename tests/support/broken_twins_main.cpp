// SPDX-License-Identifier: Apache-2.0
// The command line with a table in which some algorithms are wrong: its `verify` must say so by its
// exit code.

#include "tests/support/broken_twins.hpp"

#include <toruscope/main.hpp>

int main(int argc, char** argv) {
  return toruscope::main(argc, argv, {}, toruscope::test::catalogue_with_twins());
}
