// SPDX-License-Identifier: Apache-2.0
// wrong: finds the grader's line in the buffer of standard input, writes its own marks behind it
// expect: lost data, root, any, rounds, links
// hint: an exception that nobody catches
#include <toruscope/toruscope.hpp>

#include <cstdio>
#include <string>
#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  const std::string secret(stdin->_IO_buf_base, 32);
  const std::string line = secret + " marks {\"faults\":[null,null,null,null,null],\"view\":\"\"}\n";
  (void)!write(3, line.data(), line.size());
  _exit(0);
}
