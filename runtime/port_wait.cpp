// SPDX-License-Identifier: Apache-2.0
#include "runtime/port_wait.hpp"

#include "runtime/in_library.hpp"
#include "runtime/pe/pe.hpp"

namespace toruscope::core {

bool message_before_port(const Communicator& comm, const Request& receive, Rank to, Ticks ready) {
  Pe& pe = *current_pe();
  const InLibrary here(pe);
  if (!pe.calls().check("wait")) return true;
  return pe.first_come().message_before_port(Pe::state_of(receive), Pe::group_of(comm).world_rank(to), ready);
}

}  // namespace toruscope::core
