// SPDX-License-Identifier: Apache-2.0
// Meaning of a port rule for a PE.

#pragma once

#include <toruscope/parameters.hpp>

#include <algorithm>

namespace toruscope::core {

/// True if sends and receptions may wait for each other.
inline bool are_shared(const Ports& ports) {
  return ports.rule == Ports::Rule::half || ports.rule == Ports::Rule::telephone;
}

/// Transfers in each direction at once of a PE whose node has `links` links.
inline int ports_each_way(const Ports& ports, int links) {
  return ports.rule == Ports::Rule::all ? std::max(links, 1) : ports.k;
}

/// Ends sentences that refuse what the port policy strict cannot have.
inline constexpr const char* kPolicyAdvice = "; use the policy queue";

}  // namespace toruscope::core
