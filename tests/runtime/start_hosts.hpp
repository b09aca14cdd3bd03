// SPDX-License-Identifier: Apache-2.0
// What the tests of started operations share: a small machine, and the hosts on which a run must be
// the same.

#pragma once

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace toruscope::test {

/// ts = 4, x = 5 for the messages of 5 bytes that are sent here, every pair linked; a tick has no
/// length.
inline Parameters costs() {
  return {.ts = Ticks{4}, .tw = Ticks{1}, .tick = Time{}};
}

struct Host {
  PeEngine engine = PeEngine::fibers;
  int workers = 1;
  std::optional<std::uint64_t> perturb = std::nullopt;
};

inline Report run(int pes, const Host& host, const std::function<void(Communicator&)>& program,
                  const Parameters& machine = costs()) {
  return Machine(complete(pes), machine,
                 {.engine = host.engine, .workers = host.workers, .perturb = host.perturb})
      .run(program);
}

inline auto hosts() {
  return testing::Values(Host{}, Host{PeEngine::fibers, 2, 7}, Host{PeEngine::threads, 1},
                         Host{PeEngine::threads, 2, 8});
}

/// An exchange with the other of two PEs.
inline void exchange(Communicator& comm) {
  std::vector<char> body(5);
  const Rank other = 1 - comm.rank();
  comm.sendrecv(other, body, other, body);
}

}  // namespace toruscope::test
