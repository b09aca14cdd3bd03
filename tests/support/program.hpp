// SPDX-License-Identifier: Apache-2.0
// A PE program as data: what each PE does, operation by operation, so that it can be generated,
// shrunk, printed, run on a Machine (run_program.hpp) and calculated by the reference
// (reference_network.hpp).
//
// Not here    any time but that of compute; how an operation that depends on what came goes on
//             (program_walk.hpp).

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope::test {

/// One end of a message.
struct Transfer {
  Rank partner = 0;             ///< of a receive also any_source
  Tag tag = 0;                  ///< of a receive also any_tag
  std::size_t bytes = 0;        ///< of a send; a receive takes what comes
  bool is_synchronous = false;  ///< of a send: ssend, issend
};

struct Operation {
  enum class Kind {
    send,
    recv,
    sendrecv,
    round,
    isend,
    irecv,
    wait,
    compute,
    synchronize,
    probe,     ///< so often as `times` says or until it sees a message, computing in between
    test,      ///< so often as `times` says or until the request is completed, computing in between
    wait_any,  ///< for one of those of its requests that are still pending
    // Of T14: of the requests those that are still pending, tests so often as of `test`.
    wait_some,    ///< for one of its requests; completes all that are complete then
    test_any,     ///< completes one, if one is complete
    test_all,     ///< completes all, if all are complete
    wait_until,   ///< for a request, until `duration` after the clock at which it begins
    probe_until,  ///< for a message, so long; `take` may follow
    /// ends one of its requests, a receive, if nothing has come for it; then posts it anew
    cancel,
    take,  ///< receives what the last probe saw, or by its own pattern if it saw nothing
    /// begins the operation `body`, which runs beside what follows (T13); it gives a name
    start,
    /// the master: gives each PE that asks a task, then tells each of the workers once to stop
    serve,
    /// a worker: asks the master for a task, computes for it, asks again, until it is to stop
    work
  };
  Kind kind = Kind::compute;
  std::vector<Transfer> sends = {};
  std::vector<Transfer> receives = {};
  /// isend, irecv: the name that it gives. Others: the names that it means
  std::vector<int> requests = {};
  /// compute. Polls: between two tries. wait_until, probe_until: to the deadline, 0: a poll.
  /// work: for each byte of a task
  Ticks duration = {};
  int times = 1;                     ///< polls: 0 means until it succeeds. serve: tasks
  int workers = 0;                   ///< serve: to be told to stop
  std::vector<Operation> body = {};  ///< start: what the operation does
  /// start: its number among the strands of the program, from the number of PEs on
  std::size_t strand = 0;
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
Operation wait_any(std::vector<int> names);
Operation test(int name, int times = 1, std::int64_t ticks_between = 0);
Operation probe(Rank from, Tag tag = 0, int times = 1, std::int64_t ticks_between = 0);
Operation wait_some(std::vector<int> names);
Operation test_any(std::vector<int> names, int times = 1, std::int64_t ticks_between = 0);
Operation test_all(std::vector<int> names, int times = 1, std::int64_t ticks_between = 0);
/// Deadlines count from the clock at which the operation begins.
Operation wait_until(int name, std::int64_t deadline);
Operation probe_until(Rank from, std::int64_t deadline, Tag tag = 0);
Operation take(Rank from, Tag tag = 0);
/// The name and pattern of the receive.
Operation cancel(int name, Rank from, Tag tag = 0);
Operation compute(std::int64_t ticks);
/// The n-th start of a PE belongs to the n-th start of each other one.
Operation start(int name, std::size_t strand, std::vector<Operation> body);
Operation synchronize();
/// Requests come with `tag`, answers go with tag + 1: a task of 1 .. kLongestTask bytes, or 0 bytes
/// to say stop.
inline constexpr std::size_t kLongestTask = 4;
Operation serve(int tasks, int workers, Tag tag);
Operation work(Rank master, Tag tag, std::int64_t ticks_per_byte);
/// Sends that wait for their receive whatever their length (T11).
Operation ssend(Rank to, std::size_t bytes, Tag tag = 0);
Operation issend(int name, Rank to, std::size_t bytes, Tag tag = 0);
/// A send or a receive inside a round.
Transfer to(Rank partner, std::size_t bytes, Tag tag = 0);
Transfer from(Rank partner, Tag tag = 0);

/// "isend a->3 8 B tag 1": one operation, with requests by letter.
std::string to_string(const Operation& operation);
/// One line for each PE that does something; behind a machine file it is a comment.
std::string to_string(const Program& program);

/// Strands: the bodies of the PEs, whose numbers are the ranks, and the operations that they start.
std::size_t count_strands(const Program& program);
/// What a strand does.
const PeProgram& strand_of(const Program& program, std::size_t number);
/// On which PE.
Rank pe_of_strand(const Program& program, std::size_t number);

/// True if a send of the program waits for its receive whatever its length.
bool has_synchronous_sends(const Program& program);

/// True if a call of the program has a deadline, or asks about several requests (T14).
bool has_polls_of_several(const Program& program);

/// The longest message that the program may send.
std::size_t longest_message(const Program& program);

}  // namespace toruscope::test
