// SPDX-License-Identifier: Apache-2.0
// What the PEs of a verified run hold beside the machine: data given and received, working copies, message bodies under way, and
// what the check compares with.

#pragma once

#include "collectives/operations.hpp"

#include <string_view>

namespace toruscope::cli {

/// Bytes at the peak, all PEs together. An algorithm that is not in the table of held_data.cpp, such as a program's own, counts like the
/// most frequent kind of its operation.
std::size_t held_bytes(const collectives::Operation& operation, std::string_view algorithm,
                       const Topology& topology, const Workload& workload, Data data);

}  // namespace toruscope::cli
