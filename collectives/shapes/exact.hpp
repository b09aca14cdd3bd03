// SPDX-License-Identifier: Apache-2.0
// Receives of one round with known lengths: any other is an error, even if only padding is missing.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <list>
#include <span>
#include <string>

namespace toruscope::collectives {

class ExactReceives {
 public:
  void post(Round& round, Rank from, std::span<std::byte> into) {
    Expected& expected = all_.emplace_back(Expected{from, into, {}});
    round.adopt(from, expected.message);
  }
  /// Moves each message to its place, after the round.
  /// Errors    ProgramError naming the PE whose message is too short or too long.
  void finish(const Communicator& comm) {
    for (const Expected& e : all_) {
      if (e.message.size() != e.into.size())
        comm.fail("expected " + std::to_string(e.into.size()) + " bytes from PE " + std::to_string(e.from) +
                  ", got " + std::to_string(e.message.size()) + "; all PEs must call with the same sizes");
      copy(e.message, e.into);
    }
    all_.clear();
  }

 private:
  struct Expected {
    Rank from;
    std::span<std::byte> into;
    Buffer message;
  };
  std::list<Expected> all_;  // a list: messages stay in place while a round fills them
};

}  // namespace toruscope::collectives
