// SPDX-License-Identifier: Apache-2.0
// wrong: PEs add to a global variable
// expect: lost data, any, ports, rounds, all
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

static std::vector<double> sum;

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  sum.resize(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) sum[i] += data[i];
  comm.synchronize();
  for (std::size_t i = 0; i < data.size() && comm.rank() == root; ++i) data[i] = sum[i];
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, comm.rank(), data);
}
