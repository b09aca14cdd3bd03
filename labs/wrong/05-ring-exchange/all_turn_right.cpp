// SPDX-License-Identifier: Apache-2.0
// wrong: all blocks are passed on to the right until they are there
// expect: lost rounds, time
// hint: a PE need not send each block by itself
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

void exchange_on_ring(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  const auto p = static_cast<std::size_t>(comm.size());
  const auto me = static_cast<std::size_t>(comm.rank());
  const std::size_t b = send.size() / p;
  std::copy_n(send.begin() + static_cast<std::ptrdiff_t>(me * b), b,
              receive.begin() + static_cast<std::ptrdiff_t>(me * b));
  // Blocks for PE me + 1, me + 2, ..: after round i those for PEs i further on are still under way.
  std::vector<double> held(send.begin(), send.end());
  std::rotate(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(((me + 1) % p) * b), held.end());
  held.resize((p - 1) * b);
  for (std::size_t i = 1; i < p; ++i) {
    const std::size_t from = (me + p - i) % p;
    std::vector<double> coming(held.size());
    comm.sendrecv(static_cast<Rank>((me + 1) % p), held, static_cast<Rank>((me + p - 1) % p), coming);
    std::copy_n(coming.begin(), b, receive.begin() + static_cast<std::ptrdiff_t>(from * b));
    held.assign(coming.begin() + static_cast<std::ptrdiff_t>(b), coming.end());
  }
}
