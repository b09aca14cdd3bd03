// SPDX-License-Identifier: Apache-2.0
// The table of applications.

#include "apps/application.hpp"
#include "apps/chakra/chakra.hpp"
#include "apps/fft/fft.hpp"
#include "apps/goal/goal.hpp"
#include "apps/matvec/matvec.hpp"
#include "apps/prefix/prefix.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <string>

namespace toruscope {

std::string explained(const AppOption& option) {
  return option.default_value.empty() ? option.help
                                      : fmt::format("{} (default {})", option.help, option.default_value);
}

const std::vector<Application>& applications() {
  static const std::vector<Application> table = {apps::chakra_application(), apps::fft_application(),
                                                 apps::goal_application(), apps::matvec_application(),
                                                 apps::prefix_application()};
  return table;
}

std::vector<std::string> names_of_applications() {
  std::vector<std::string> names;
  for (const Application& entry : applications()) names.push_back(entry.name);
  return names;
}

const Application* find_application(std::string_view name) {
  for (const Application& entry : applications())
    if (entry.name == name) return &entry;
  return nullptr;
}

const Application& application(std::string_view name) {
  if (const Application* const found = find_application(name)) return *found;
  throw ConfigError("run: " + core::unknown_name("application", "applications", name, names_of_applications()));
}

}  // namespace toruscope
