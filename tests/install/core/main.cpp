// SPDX-License-Identifier: Apache-2.0
// A token once around a ring of four PEs.

#include <toruscope/communicator.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <iostream>

int main() {
  using namespace toruscope;
  const Report report = Machine(ring(4), preset("unit")).run([](Communicator& comm) {
    int token = 1;
    const int p = comm.size();
    if (comm.rank() != 0) comm.recv(comm.rank() - 1, token);
    comm.send((comm.rank() + 1) % p, token);
    if (comm.rank() == 0) comm.recv(p - 1, token);
  });
  std::cout << report.totals.messages << " messages, " << report.finish.time.count << " steps\n";
  return report.totals.messages == 4 ? 0 : 1;
}
