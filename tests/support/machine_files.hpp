// SPDX-License-Identifier: Apache-2.0
// A described machine as the files that `--machine` reads: what a law prints of it can be run.

#pragma once

#include "tests/support/machine_description.hpp"

#include <map>
#include <string>

namespace toruscope::test {

struct MachineFiles {
  std::string machine;                        ///< TOML; costs of 0 and default rules are left out
  std::map<std::string, std::string> others;  ///< that it names, by name
};
/// `folder`: of the other files, with a '/' at its end.
MachineFiles machine_files(const MachineDescription& machine, const std::string& folder = "");

/// The links of its graph; the nodes on which its ranks stand; the rule by which they do, or that
/// file's name.
std::string wires_file(const MachineDescription& machine);
std::string places_file(const MachineDescription::Guest& guest);
std::string rule_text(const MachineDescription::Guest& guest);

/// The machine file. The others follow, each line a comment.
std::string to_string(const MachineDescription& machine);

}  // namespace toruscope::test
