// SPDX-License-Identifier: Apache-2.0
// The command line with a collective, a topology and a machine of the user's own in its tables.

#include "hamming.hpp"
#include "rotation.hpp"

#include <toruscope/toruscope.hpp>

int main(int argc, char** argv) {
  toruscope::Tables tables;
  tables.algorithms.add(rotation());
  tables.topologies.push_back(hamming_entry());
  toruscope::Parameters fast;
  fast.name = "fast";
  fast.ts = toruscope::Time::parse("200ns", "ts");
  fast.tw = toruscope::Time::parse("100ps", "tw");
  tables.machines.push_back({"fast", "a machine of today", "made up for this example", fast});
  const auto program = [](toruscope::Communicator& comm) {
    if (comm.rank() == 0) comm.print("on " + std::to_string(comm.size()) + " PEs");
  };
  return toruscope::main(argc, argv, program, tables);
}
