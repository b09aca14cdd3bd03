// SPDX-License-Identifier: Apache-2.0
// Origins of stamps: chains of moments, kept while a run is asked for its critical path.
//
// A stamp that is adopted brings its chain along, as it brings its account. Two moments that follow
// each other in a chain differ by the account of what lies between them; engine/critical_path.cpp
// makes events of that.
//
// Threads     A log belongs to one worker, or to the plan while all wait. Moments are not changed
//             after they are noted, so chains that reach into other workers' logs may be read.
// Invariants  A moment lives as long as its log. Of a clock each change is noted when it happens.
// Source      docs/rules.md, "The account of a clock".

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <deque>

namespace toruscope::core {

/// The event at the end of a link of the chain, and its PE.
struct Moment {
  enum class Kind {
    send,         // a port of `pe` begins with a message to `peer`
    sent,         // the PE goes on with the end of that
    startup,      // the PE has been kept for a startup
    arrival,      // a message from `peer` is at the PE's mailbox
    port,         // a port of the PE is free for a reception from `peer`
    reception,    // it has come through that port
    receive,      // it has been taken
    compute,      // local work is done
    synchronize,  // the PE goes on with `peer`, who came last
    partner,      // the PE, which asked again, goes on with what `peer` did
  };
  Kind kind = Kind::compute;
  Rank pe = 0;
  Rank peer = -1;
  /// send, arrival: the index of the message among those of its source
  std::int64_t sequence = -1;
  /// send, port: what kept the transfer waiting; partner -1: nothing did
  PortUse held_by{};
};

struct PathNode {
  const PathNode* before = nullptr;
  Ticks time;
  Account account;  ///< account of the chain up to here
  Moment moment;
};

class PathLog {
 public:
  /// Adds the moment by which the stamp comes about to all that its chain tells already.
  // Not inlined: the stack frames of all callers would be larger, also in runs without a log.
  [[gnu::noinline]] void note(Stamp& stamp, const Moment& moment) {
    nodes_.push_back({stamp.path, stamp.time, stamp.account, moment});
    stamp.path = &nodes_.back();
  }
  /// Notes the moment if it has changed the stamp.
  void note_change(Stamp& stamp, const Moment& moment) {
    if (stamp.path == nullptr || stamp.path->account != stamp.account) note(stamp, moment);
  }

 private:
  std::deque<PathNode> nodes_;
};

}  // namespace toruscope::core
