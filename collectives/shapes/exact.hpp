// SPDX-License-Identifier: Apache-2.0
// Receives of one round whose lengths the algorithm knows. A message of another length is an error, also where what is
// missing is padding, or lies in the buffer already.

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
  /// After the round: each message goes to its place.
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
  std::list<Expected> all_;  // messages stay where they are while a round fills them
};

}  // namespace toruscope::collectives
