// SPDX-License-Identifier: Apache-2.0
// wrong: hands the data over in a global variable
// expect: lost unsafe, any, round
// hint: a global or static variable
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <map>
#include <vector>

static std::map<int, std::vector<double>> mailbox;
using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  const Rank to = (comm.rank() + d) % p;
  const Rank from = (comm.rank() - d + p) % p;
  mailbox[to].assign(out.begin(), out.end());
  comm.synchronize();
  (void)from;
  const std::vector<double>& mine = mailbox[comm.rank()];
  std::copy(mine.begin(), mine.end(), in.begin());
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
