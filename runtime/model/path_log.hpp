// SPDX-License-Identifier: Apache-2.0
// Origins of stamps: chains of moments, kept while a run is asked for its critical path.
//
// A stamp that is adopted brings its chain along, as its account. Moments that follow each other in
// a chain differ by the account between them, of which trace/critical_path.cpp makes events.
//
// Threads     A log belongs to one worker, or to the plan while all wait. Moments never change, so
//             chains may reach into other workers' logs.
// Invariants  A moment lives as long as its log. Each change of a clock is noted when it happens.
// Source      docs/rules.md, "The account of a clock".

#pragma once

#include "runtime/core/row_log.hpp"

#include <toruscope/account.hpp>
#include <toruscope/report.hpp>

#include <cstddef>
#include <cstdint>

namespace toruscope::core {

/// The event at the end of a link of the chain, and its PE.
struct Moment {
  enum class Kind {
    send,         // a port of `pe` begins with a message to `peer`
    sent,         // the PE goes on at the end of that
    startup,      // the PE has been kept for a startup
    arrival,      // a message from `peer` is at the PE's mailbox
    port,         // a port of the PE is free for a reception from `peer`
    reception,    // the message has come through that port
    receive,      // the message has been taken
    compute,      // local work is done
    synchronize,  // the PE goes on with `peer`, who came last
    partner,      // the PE asked again, and goes on with an act of `peer`
    handshake,    // a message of a handshake has come from `pe` to `peer`
    polling,      // a poll without success, or a wait with a deadline, is over
  };
  Kind kind = Kind::compute;
  Rank pe = 0;
  Rank peer = -1;
  std::int64_t sequence = -1;  ///< send, arrival: index of the message among its source's
  PortUse held_by{};           ///< send, port: reason of the transfer's wait; partner -1: none
  std::size_t bytes = 0;       ///< send, startup, arrival, reception, receive: of the message
};

struct PathNode {
  const PathNode* before = nullptr;
  Ticks time;
  Account account;  ///< account of the chain up to here
  Moment moment;
};

class PathLog {
 public:
  /// Adds the moment that makes the stamp to its chain.
  // Not inlined: all callers' stack frames would grow, even in runs without a log.
  [[gnu::noinline]] void note(Stamp& stamp, const Moment& moment) {
    stamp.path = &nodes_.add({stamp.path, stamp.time, stamp.account, moment});
  }
  /// Notes the moment if it has changed the stamp.
  void note_change(Stamp& stamp, const Moment& moment) {
    if (stamp.path == nullptr || stamp.path->account != stamp.account) note(stamp, moment);
  }

 private:
  RowLog<PathNode> nodes_;
};

}  // namespace toruscope::core
