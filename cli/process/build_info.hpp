// SPDX-License-Identifier: Apache-2.0
// How this program was built.

#pragma once

#include <optional>
#include <string>

namespace toruscope::cli {

std::string version();
std::string compiler();
/// "Debug", "Release"; with the sanitizers, if any.
std::string build_type();
/// The commit at the time of configuration, if there was one.
std::optional<std::string> commit();

}  // namespace toruscope::cli
