// SPDX-License-Identifier: Apache-2.0
// Command lines as careless and as hostile users write them: verbs and options that exist, with
// values that do and do not.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace toruscope::test {

/// The options of each verb, "machine show": {"--topology", ...}, as its help tells them.
using OptionsOfVerbs = std::map<std::string, std::vector<std::string>>;

/// Files for a command line to read, and a folder to write into.
struct Places {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;  ///< each can be written but for the last
};

/// The options that name a place for results.
const std::set<std::string>& output_options();

/// A command line that ends within a moment and changes nothing but `places.outputs`. The same seed
/// gives the same one.
std::vector<std::string> command_line(const OptionsOfVerbs& verbs, const Places& places, std::uint64_t seed);

}  // namespace toruscope::test
