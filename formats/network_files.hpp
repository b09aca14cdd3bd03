// SPDX-License-Identifier: Apache-2.0
// Files of other programs that describe a network, and the graph file that is made of them.

#pragma once

#include "formats/ib_fabric.hpp"

#include <string>
#include <vector>

namespace toruscope::formats {

struct NetworkFile {
  std::string name;
  std::string text;
};

struct MadeNetwork {
  std::string text;                  ///< of the graph file
  std::vector<std::string> remarks;  ///< what was understood, and what was ignored
  std::int64_t pes = 0, switches = 0, cables = 0;
};

/// Reads the files, whose forms are known by their beginnings, as one network.
/// Errors    ConfigError for an unknown form, with file and line for what is wrong in a file.
MadeNetwork make_network(std::vector<NetworkFile> files, const NetworkChoices& choices);

}  // namespace toruscope::formats
