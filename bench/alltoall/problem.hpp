// SPDX-License-Identifier: Apache-2.0
// Complete exchange of one block per pair: word w from PE s to PE d is stamp(s, d, p) + w.

#pragma once

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace toruscope::bench {

inline std::uint64_t stamp(int source, int destination, int p) {
  return (static_cast<std::uint64_t>(source) * static_cast<std::uint64_t>(p) +
          static_cast<std::uint64_t>(destination))
         << 8U;
}

/// The exchange on one PE, every word checked. Without an algorithm nothing is exchanged and `send`
/// itself is checked: such a run costs what buffers, stamps and check do.
inline void exchange_on_pe(Communicator& comm, std::size_t words, std::string_view algorithm) {
  const int p = comm.size();
  const int me = comm.rank();
  std::vector<std::uint64_t> send(static_cast<std::size_t>(p) * words);
  std::vector<std::uint64_t> receive(send.size());
  std::size_t at = 0;
  for (int d = 0; d < p; ++d)
    for (std::size_t w = 0; w < words; ++w) send[at++] = stamp(me, d, p) + w;
  if (!algorithm.empty()) alltoall(comm, send, receive, algorithm);
  const auto& got = algorithm.empty() ? send : receive;
  std::uint64_t wrong = 0;
  at = 0;
  for (int s = 0; s < p; ++s) {
    const std::uint64_t expected = algorithm.empty() ? stamp(me, s, p) : stamp(s, me, p);
    for (std::size_t w = 0; w < words; ++w) wrong |= got[at++] ^ (expected + w);
  }
  if (wrong != 0) comm.fail("all-to-all: a block is not its source's");
}

}  // namespace toruscope::bench
