// SPDX-License-Identifier: Apache-2.0
// What a Machine says that it cannot be.

#pragma once

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <string>

namespace toruscope::test {

/// The sentence with which the machine is refused; empty if it can be made.
inline std::string refusal(const TopologyPtr& topology, const Parameters& parameters) {
  try {
    const Machine machine(topology, parameters);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

}  // namespace toruscope::test
