// SPDX-License-Identifier: Apache-2.0
// wrong: every PE receives before it sends
// expect: lost data, any, rounds, links, time
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>

void exchange_on_ring(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  const auto p = static_cast<std::size_t>(comm.size());
  const auto me = static_cast<std::size_t>(comm.rank());
  const std::size_t b = send.size() / p;
  std::copy_n(send.begin() + static_cast<std::ptrdiff_t>(me * b), b,
              receive.begin() + static_cast<std::ptrdiff_t>(me * b));
  for (std::size_t i = 1; i < p; ++i) {
    const std::size_t to = (me + i) % p, from = (me + p - i) % p;
    comm.recv(static_cast<Rank>(from), receive.subspan(from * b, b));
    comm.send(static_cast<Rank>(to), send.subspan(to * b, b));
  }
}
