// SPDX-License-Identifier: Apache-2.0
// A wait for a message or a free port of the PE, whichever comes first.
//
// Threads     Called by the PE that the communicator belongs to.
// Not here    A public call: programs do not know when a port is free.

#pragma once

#include <toruscope/communicator.hpp>

namespace toruscope::core {

/// True as soon as the message of `receive` is at the mailbox and may be taken (T4), if no later
/// than a port is for a send to `to` that is ready at `ready`; else false, with the clock at that
/// time. Without a pending request there is never a message.
[[nodiscard]] bool message_before_port(const Communicator& comm, const Request& receive, Rank to, Ticks ready);

}  // namespace toruscope::core
