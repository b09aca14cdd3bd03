// SPDX-License-Identifier: Apache-2.0
// Compiler of a collective's trace to a schedule: thread blocks and steps for what messages carry.
//
// Each PE has a thread block for each PE that it sends to, one for each that it receives from, and
// one for copies and reductions between its own buffers. A message becomes a step for each run of
// chunks that lie together at both ends. A step waits for the steps that wrote what it reads or
// writes, and for those that read what it overwrites.
//
// allreduce and reduce_scatter work in place in the input, allgather in place in the output;
// alltoall leaves the input as it is.

#pragma once

#include "formats/schedule.hpp"
#include "formats/trace.hpp"

#include <string>

namespace toruscope::formats {

/// Errors    ConfigError: data cut into too many chunks; a pair's messages taken out of order.
Schedule compiled(const CollectiveTrace& trace, const std::string& name);

}  // namespace toruscope::formats
