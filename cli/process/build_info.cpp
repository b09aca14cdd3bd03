// SPDX-License-Identifier: Apache-2.0

#include "cli/process/computer.hpp"

#include <string_view>

namespace toruscope::cli {

std::string version() {
  return TORUSCOPE_VERSION;
}

std::string compiler() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

std::string build_type() {
  constexpr std::string_view kType = TORUSCOPE_BUILD_TYPE;
  constexpr std::string_view kSanitizers = TORUSCOPE_BUILD_SANITIZERS;
  std::string name(kType.empty() ? "none" : kType);
  if (!kSanitizers.empty()) name.append(", sanitizers ").append(kSanitizers);
  return name;
}

std::optional<std::string> commit() {
  const std::string id = TORUSCOPE_COMMIT;
  return id.empty() ? std::nullopt : std::optional(id);
}

}  // namespace toruscope::cli
