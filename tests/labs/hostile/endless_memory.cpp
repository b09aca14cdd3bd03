// SPDX-License-Identifier: Apache-2.0
// wrong: allocates without end
// expect: lost data, root, any, rounds, links
// hint: one below 0 is a very large one as a size
// found: asks for more memory
#include <toruscope/toruscope.hpp>

#include <memory>
#include <vector>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  // The memory is not written to: on a computer that is slow to give pages, the limit on processor
  // time would end the process first.
  std::vector<std::unique_ptr<char[]>> all;
  for (;;) all.push_back(std::make_unique_for_overwrite<char[]>(1 << 20));
}
