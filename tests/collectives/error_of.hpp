// SPDX-License-Identifier: Apache-2.0
// For tests of refusals: what a program is told.

#pragma once

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <functional>
#include <string>

namespace toruscope::test {

/// What a program that ends in an error says; "no error" if it ends well.
inline std::string error_of(const TopologyPtr& topology, const std::function<void(Communicator&)>& program) {
  try {
    (void)Machine(topology).run(program);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace toruscope::test
