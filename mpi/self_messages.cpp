// SPDX-License-Identifier: Apache-2.0

#include "mpi/self_messages.hpp"

#include "mpi/requests.hpp"

#include <algorithm>

namespace toruscope::mpi {

namespace {

bool fits(int tag, int wanted) {
  return wanted == MPI_ANY_TAG || wanted == tag;
}

/// Lets the first send go on that a receive with this tag takes. True if there is one.
bool take_send(Comm& comm, int tag) {
  auto& sends = comm.sent_to_self;
  const auto found =
      std::find_if(sends.begin(), sends.end(), [tag](const Pending* s) { return fits(s->tag, tag); });
  if (found == sends.end()) return false;
  (*found)->waits_for_self = false;
  sends.erase(found);
  return true;
}

bool may_be_from_self(const Comm& comm, int source) {
  return source == MPI_ANY_SOURCE || source == comm.rank();
}

}  // namespace

bool must_meet_receive(const Comm& comm, const Pending& send) {
  const auto limit = comm.messages.parameters().eager;
  return send.mode == Mode::synchronous ||
         (limit && send.count * send.type->size() > static_cast<std::size_t>(*limit));
}

void note_sent_to_self(Comm& comm, Pending& send) {
  auto& receives = comm.posted_for_self;
  const auto found =
      std::find_if(receives.begin(), receives.end(), [&](const Pending* r) { return fits(send.tag, r->tag); });
  if (found != receives.end()) {
    receives.erase(found);
    return;
  }
  send.waits_for_self = true;
  comm.sent_to_self.push_back(&send);
}

void note_posted_receive(Comm& comm, Pending& receive) {
  if (!may_be_from_self(comm, receive.partner)) return;
  if (!take_send(comm, receive.tag)) comm.posted_for_self.push_back(&receive);
}

void note_receive(Comm& comm, int source, int tag) {
  if (!comm.sent_to_self.empty() && may_be_from_self(comm, source)) take_send(comm, tag);
}

void forget_self_message(Comm& comm, const Pending& pending) {
  std::erase(pending.what == Pending::What::send ? comm.sent_to_self : comm.posted_for_self, &pending);
}

}  // namespace toruscope::mpi
