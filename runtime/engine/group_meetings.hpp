// SPDX-License-Identifier: Apache-2.0
// Meetings of groups: all members go on from the latest clock, perhaps in new groups.
//
// Threads     Called in the plan, while all workers wait.

#pragma once

#include "runtime/engine/group_table.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/pe/pe.hpp"

#include <vector>

namespace toruscope::core {

/// Lets all members of a meeting go on if its last member has come since the last plan.
void resolve_meetings(const std::vector<PeHost*>& hosts, PeArray& pes, GroupTable& groups);

}  // namespace toruscope::core
