// SPDX-License-Identifier: Apache-2.0

#include "cli/build_info.hpp"

namespace toruscope::detail {

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
  const std::string type = TORUSCOPE_BUILD_TYPE;
  const std::string sanitizers = TORUSCOPE_BUILD_SANITIZERS;
  const std::string name = type.empty() ? "none" : type;
  return sanitizers.empty() ? name : name + ", sanitizers " + sanitizers;
}

std::optional<std::string> commit() {
  const std::string id = TORUSCOPE_COMMIT;
  return id.empty() ? std::nullopt : std::optional(id);
}

}  // namespace toruscope::detail
