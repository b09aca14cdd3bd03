// SPDX-License-Identifier: Apache-2.0
// Runs of a lab's checks as C++ statements that use only public headers (labs/grader/driver.hpp).

#pragma once

#include "labs/support/lab.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Case {
  std::string label{};     ///< label in faults: "ring:16, root 0, 5 values"
  std::string topology{};  ///< "ring:16"
  std::string machine{};   ///< statements that set `machine`
  std::string program{};   ///< Trial::driver
  std::uint64_t seed = 1;  ///< Trial::seed

  friend bool operator==(const Case&, const Case&) = default;
};

/// All runs of the lab.
std::vector<Case> cases_of(const Lab& lab);

std::string to_json(const std::vector<Case>& cases);
/// Errors    ConfigError for a text that to_json did not make.
std::vector<Case> cases_from_json(const std::string& text);

}  // namespace toruscope::labs
