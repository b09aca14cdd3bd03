// SPDX-License-Identifier: Apache-2.0
// The parts of one processing element, and which of them know which.
//
//   core        clock, ports, what it waits for, what it counts: shared by all parts
//   body        the context in which its program runs, its error
//   round       the round being described
//   requests    what is under way, and which of it is complete first
//   sends       the send side (T2, T8, T11)               strict    windows of policy `strict`
//   receives    mailbox and receive side (T4, T5, T11)
//   turns       when the PE may take whatever comes first (T10)
//   posting     messages and receives on their way in     checks    what may not be asked for
//   calls       the program's calls that send, receive and wait
//   first come  those that take what comes first (T10)
//   polls       those that ask what is there (T10, T14)
//   work        local work                                meetings  synchronize, split, collectives
//
// Each part uses those above it and beside it, never those below. Operations that the PE has
// started (pe/strands.hpp) are made when the first one is; the core says where they are.
//
// Threads     As the PE (pe/pe.hpp).
// Hot         What every message needs lies together, from the core's ports to the calls, and from
//             the end of the requests to the beginning of the mailbox (pe/prefetch.hpp).

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/calls.hpp"
#include "runtime/pe/checks.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/first_come.hpp"
#include "runtime/pe/meetings.hpp"
#include "runtime/pe/polls.hpp"
#include "runtime/pe/posting.hpp"
#include "runtime/pe/receives.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/round_call.hpp"
#include "runtime/pe/sends.hpp"
#include "runtime/pe/strict_ports.hpp"
#include "runtime/pe/turns.hpp"
#include "runtime/pe/work.hpp"

namespace toruscope::core {

class alignas(64) PeParts {
 public:
  /// Makes the parts of the PE `pe`.
  PeParts(const RunTerms& run, PeHost& host, Rank rank, Pe* pe)
      : core_(run, host, rank, pe),
        work_(core_, body_),
        strict_(core_),
        body_(core_),
        checks_(core_),
        posting_(core_, requests_, sends_, receives_, checks_),
        calls_(core_, body_, round_, requests_, sends_, receives_, turns_, posting_, checks_),
        meetings_(body_),
        requests_(pe, host.messages),
        sends_(core_, strict_),
        receives_(core_, requests_, strict_),
        turns_(core_, requests_, sends_, receives_.mailbox()),
        first_come_(core_, calls_, turns_),
        polls_(core_, calls_, turns_) {}
  PeParts(const PeParts&) = delete;
  PeParts& operator=(const PeParts&) = delete;
  ~PeParts() = default;

  [[nodiscard]] PeCore& core() { return core_; }
  [[nodiscard]] const PeCore& core() const { return core_; }
  [[nodiscard]] Body& body() { return body_; }
  [[nodiscard]] const Body& body() const { return body_; }
  [[nodiscard]] Requests& requests() { return requests_; }
  [[nodiscard]] const Requests& requests() const { return requests_; }
  [[nodiscard]] Sends& sends() { return sends_; }
  [[nodiscard]] const Sends& sends() const { return sends_; }
  [[nodiscard]] const StrictPorts& strict() const { return strict_; }
  [[nodiscard]] Receives& receives() { return receives_; }
  [[nodiscard]] const Receives& receives() const { return receives_; }
  [[nodiscard]] Mailbox& mailbox() { return receives_.mailbox(); }
  [[nodiscard]] const Mailbox& mailbox() const { return receives_.mailbox(); }
  [[nodiscard]] Turns& turns() { return turns_; }
  [[nodiscard]] const Turns& turns() const { return turns_; }
  [[nodiscard]] Posting& posting() { return posting_; }
  [[nodiscard]] const Posting& posting() const { return posting_; }
  [[nodiscard]] const Checks& checks() const { return checks_; }
  [[nodiscard]] Calls& calls() { return calls_; }
  [[nodiscard]] FirstCome& first_come() { return first_come_; }
  [[nodiscard]] Polls& polls() { return polls_; }
  [[nodiscard]] const Polls& polls() const { return polls_; }
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] Meetings& meetings() { return meetings_; }

 private:
  PeCore core_;
  Work work_;
  StrictPorts strict_;
  Body body_;
  RoundCall round_;
  Checks checks_;
  Posting posting_;
  Calls calls_;
  Meetings meetings_;
  Requests requests_;
  Sends sends_;
  Receives receives_;
  Turns turns_;
  FirstCome first_come_;
  Polls polls_;
};

}  // namespace toruscope::core
