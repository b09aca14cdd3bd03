// SPDX-License-Identifier: Apache-2.0
// What a verb gets.

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/main.hpp>

#include <functional>
#include <string>

namespace toruscope::cli {

struct Session {
  const CommandOptions& options;
  const Tables& tables;
  const std::function<void(Communicator&)>& program;
  std::string command;  ///< as it was called
};

}  // namespace toruscope::cli
