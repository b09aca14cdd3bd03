// SPDX-License-Identifier: Apache-2.0
// wrong: the message goes in pieces of four values, a startup each
// expect: lost rounds
// found: 4096 rounds instead of 4
// hint: each message costs a startup
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;  // the root is 0
  int first = 0, last = p;                     // [first, last): my interval; `first` is informed
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    for (std::size_t at = 0; at < data.size(); at += 4) {
      const auto part = data.subspan(at, std::min<std::size_t>(4, data.size() - at));
      if (v == first) comm.send((middle + root) % p, part);
      if (v == middle) comm.recv((first + root) % p, part);
    }
    (v < middle ? last : first) = middle;
  }
}
