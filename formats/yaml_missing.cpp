// SPDX-License-Identifier: Apache-2.0
// Stand-in where yaml-cpp was not found.

#include "formats/yaml_networks.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>

namespace toruscope::formats {

namespace {

[[noreturn]] void refuse_yaml(const std::string& file) {
  throw ConfigError(
      fmt::format("network: {}: this is YAML, and the program was built without yaml-cpp (Debian: "
                  "libyaml-cpp-dev); build it with that package installed",
                  core::escaped(file)));
}

}  // namespace

bool has_yaml() {
  return false;
}

void read_slurm_yaml(const std::string& file, std::string_view /*text*/, SlurmTopology& /*topology*/) {
  refuse_yaml(file);
}

Fabric read_astra_network(const std::string& file, std::string_view /*text*/) {
  refuse_yaml(file);
}

}  // namespace toruscope::formats
