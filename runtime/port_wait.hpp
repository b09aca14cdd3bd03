// SPDX-License-Identifier: Apache-2.0
// A wait that ends with a message or with a free port of the PE, whichever comes first.
//
// Threads     Called by the PE that the communicator belongs to.
// Not here    A public call: no program knows when a port is free, and a wait for a request ends
//             with no port.

#pragma once

#include <toruscope/communicator.hpp>

namespace toruscope::core {

/// True as soon as the message of `receive` is at the mailbox and may be taken (T4), if that is no
/// later than the time from which a send to `to` that is ready at `ready` may have a port; else
/// false, with the clock at that time. A request that is not pending never has a message.
[[nodiscard]] bool message_before_port(const Communicator& comm, const Request& receive, Rank to, Ticks ready);

}  // namespace toruscope::core
