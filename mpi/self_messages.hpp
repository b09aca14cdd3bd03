// SPDX-License-Identifier: Apache-2.0
// Messages of a rank to itself that must wait for their receive: synchronous ones, and those above
// the eager limit. The engine lets a send to oneself go on at once, so the library counts here
// which posted receive takes which send.
//
// Not here    A receive from any source counts as taken by such a send even if a message of
//             another rank came first.

#pragma once

namespace toruscope::mpi {

struct Comm;
struct Pending;

/// True if a send to this rank itself is complete no earlier than its receive is posted.
bool must_meet_receive(const Comm& comm, const Pending& send);
/// A send that must meet its receive has begun.
void note_sent_to_self(Comm& comm, Pending& send);
/// A receive has been posted, which may be for a message of the rank itself.
void note_posted_receive(Comm& comm, Pending& receive);
/// A blocking receive begins.
void note_receive(Comm& comm, int source, int tag);
/// The operation is over.
void forget_self_message(Comm& comm, const Pending& pending);

}  // namespace toruscope::mpi
