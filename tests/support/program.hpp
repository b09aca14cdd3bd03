// SPDX-License-Identifier: Apache-2.0
// A PE program as data: what each PE does, operation by operation, so that it can be generated, shrunk,
// printed, run on a Machine (run_program.hpp) and calculated by the reference (reference_network.hpp).
//
// Not here    any time but that of compute.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::test {

/// One end of a message.
struct Transfer {
  Rank partner = 0;
  Tag tag = 0;
  std::size_t bytes = 0;  ///< of a send; a receive takes what comes
};

struct Operation {
  enum class Kind { send, recv, sendrecv, round, isend, irecv, wait, compute, synchronize };
  Kind kind = Kind::compute;
  std::vector<Transfer> sends = {};
  std::vector<Transfer> receives = {};
  std::vector<int> requests = {};  ///< isend, irecv: the name that it gives. wait: the names that it waits for
  Ticks duration = {};             ///< of compute
};

using PeProgram = std::vector<Operation>;
/// One list of operations for each PE of the machine.
using Program = std::vector<PeProgram>;

// A program is written as one would read it aloud: Program{{send(1, 8)}, {recv(0)}}.
Operation send(Rank to, std::size_t bytes, Tag tag = 0);
Operation recv(Rank from, Tag tag = 0);
Operation sendrecv(Rank to, std::size_t bytes, Rank from, Tag tag = 0);
Operation round(std::vector<Transfer> sends, std::vector<Transfer> receives);
Operation isend(int name, Rank to, std::size_t bytes, Tag tag = 0);
Operation irecv(int name, Rank from, Tag tag = 0);
Operation wait(std::vector<int> names);
Operation compute(std::int64_t ticks);
Operation synchronize();
/// A send or a receive inside a round.
Transfer to(Rank partner, std::size_t bytes, Tag tag = 0);
Transfer from(Rank partner, Tag tag = 0);

/// "isend a->3 8 B tag 1": one operation, with requests by letter.
std::string to_string(const Operation& operation);
/// One line for each PE that does something.
std::string to_string(const Program& program);

/// The message that a receive gets by the rule of non-overtaking: between two PEs the n-th receive posted with
/// a tag takes the n-th message sent with it.
struct Expected {
  int number = 0;  ///< the source's how-manieth message, from 0
  std::size_t bytes = 0;
};
/// By PE, operation, receive of that operation; nothing where no message is ever sent.
using Matching = std::vector<std::vector<std::vector<std::optional<Expected>>>>;
Matching match(const Program& program);

}  // namespace toruscope::test
