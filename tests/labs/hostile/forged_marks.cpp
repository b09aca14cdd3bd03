// SPDX-License-Identifier: Apache-2.0
// wrong: writes marks of its own
// expect: zero
// reason: writes into the grader's channel
#include <toruscope/toruscope.hpp>

#include <string_view>
#include <unistd.h>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  constexpr std::string_view kMarks = "marks {\"faults\":[null,null,null,null,null],\"view\":\"\"}\\n";
  for (int file = 0; file < 64; ++file) (void)!write(file, kMarks.data(), kMarks.size());
  _exit(0);
}
