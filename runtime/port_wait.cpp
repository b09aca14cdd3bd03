// SPDX-License-Identifier: Apache-2.0
#include "runtime/port_wait.hpp"

#include "runtime/engine/pe_inline.hpp"
#include "runtime/in_library.hpp"

namespace toruscope::detail {

bool message_before_port(const Communicator& comm, const Request& receive, Rank to, Ticks ready) {
  Pe& pe = *current_pe();
  const InLibrary here(pe);
  return pe.message_before_port(comm, receive, to, ready);
}

}  // namespace toruscope::detail
