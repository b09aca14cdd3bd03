// SPDX-License-Identifier: Apache-2.0
// wrong: all blocks go through a static variable
// expect: lost data, middle, any, rounds, links, time
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

void exchange_on_torus(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  const auto p = static_cast<std::size_t>(comm.size());
  const auto me = static_cast<std::size_t>(comm.rank());
  const std::size_t b = send.size() / p;
  static std::vector<double> everything;
  everything.resize(p * p * b);
  std::copy(send.begin(), send.end(), everything.begin() + static_cast<std::ptrdiff_t>(me * p * b));
  comm.synchronize();
  for (std::size_t s = 0; s < p; ++s)
    std::copy_n(everything.begin() + static_cast<std::ptrdiff_t>((s * p + me) * b), b,
                receive.begin() + static_cast<std::ptrdiff_t>(s * b));
}
