// SPDX-License-Identifier: Apache-2.0
// Sends that wait for their receives (T11). Each has an announcement go ahead, in no time and at no
// cost, which lies in the mailbox of its receiver from the moment on at which the send is known
// there, and is matched in the place of the message.
//
//   PE        posts such a send: it is noted in its host's list `announced`
//   plan      announce(): the announcement is delivered, or expected until the last message to that
//             PE that is under way is there; a receive that names its source can get it before
//             (match_expected)
//   PE        announces a message to itself at once, which the others find there
//   mailbox   gives it to a receive, which is noted in its host's list `answered`
//   plan      the send learns of it (Sends::receive_found); a message to the PE itself is there
//
// A run has this only if a send can wait: it is made for an eager limit, or when the first
// synchronous send is posted.
//
// Threads     Called in the plan, while all workers wait; but Receives::deliver_announcement, of an
//             announcement that was expected, also in the network phase, by the worker of the
//             receiver when the message before it is delivered.
// Invariants  A PE is in `expecting_` as long as its mailbox expects an announcement.
// Source      docs/rules.md, T11; docs/readings.md (q) and (r).

#pragma once

#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/planner.hpp"
#include "runtime/network/network.hpp"
#include "runtime/pe/pe.hpp"

#include <vector>

namespace toruscope::core {

class OnTheirWay;  // announcements.cpp

class Announcements {
 public:
  /// Keeps references: all must live longer. `hosts` of all PEs.
  Announcements(const std::vector<PeHost*>& hosts, PeArray& pes, const Network& network)
      : hosts_(hosts), pes_(pes), network_(network) {}

  /// Announces the sends that were posted since, finds receives for what is expected, and tells
  /// senders of those that were found.
  void announce_sends();
  /// Summarises when the next announcements get their receives, as far as mailboxes tell. May find
  /// receives: call tell_senders() afterwards.
  [[nodiscard]] Summary summary(Ticks complete_before);
  /// Tells sends of the receives that have been found for them.
  void tell_senders();

 private:
  void announce(Message* message, OnTheirWay& on_their_way);
  void match_expected(OnTheirWay& on_their_way);

  const std::vector<PeHost*>& hosts_;
  PeArray& pes_;
  const Network& network_;
  std::vector<Pe*> expecting_;  ///< announcements that are not known yet
};

}  // namespace toruscope::core
