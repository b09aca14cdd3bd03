// SPDX-License-Identifier: Apache-2.0
// A machine described by a TOML file: what the options of the machine say, by the same names.
//
//   name = "two planes"
//   base = "paragon"          # what the file does not say is as there; without it costs are 0
//   topology = "mesh:4x6"
//   ports = "k=2"
//   th = "40ns"
//   fail = ["0-1", "5-6"]     # a list is as its members with commas between
//   bandwidth = "10GB/s"      # another way to say tw
//
// A graph or embedding that it names by a relative path lies beside it.
//
// Not here    What the values mean (settings.hpp), what is allowed (runtime/model/parameters.cpp).

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

struct MachineFile {
  std::string file;
  std::string name;                          ///< as it says, or the file's
  std::string source;                        ///< where the figures come from, if it says
  CommandOptions options;                    ///< what it says, as if it had been given on the command line
  std::map<std::string, std::size_t> lines;  ///< of its keys
  Parameters parameters;

  /// No cost, rule or network.
  [[nodiscard]] bool sets_nothing() const;
  /// True if the error is about a key that the file has, or about its network, and no option has taken its place.
  [[nodiscard]] bool tells(const ConfigError& error, const CommandOptions& given) const;
  /// The same error, told of the line whose key it begins with, or else of the key `otherwise`.
  [[nodiscard]] ConfigError located(const ConfigError& error, const char* otherwise) const;
};

/// True if --machine means a file and not a preset: it ends with ".toml" or has a '/'.
bool is_machine_file(const std::string& machine);

/// Bytes; a large machine file has a few thousand.
inline constexpr std::uint64_t kLongestMachineFile = std::uint64_t{1} << 20U;

/// Its network is not made yet.
/// Errors    ConfigError as read_input; with file and line: what is no TOML; an unknown key, with the nearest one; a value that the option
///           would not take, with the key and what is allowed.
MachineFile read_machine_file(const std::string& file, const std::vector<Preset>& machines);
/// The same of the text that the file has.
MachineFile read_machine_text(const std::string& file, std::string_view text,
                              const std::vector<Preset>& machines);

}  // namespace toruscope::cli
