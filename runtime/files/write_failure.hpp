// SPDX-License-Identifier: Apache-2.0
// Reason why a file cannot be written to its end, and advice.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::core {

/// A sentence on a failed write with errno `error`.
std::string write_failure(int error);

/// A sentence on a stream, which keeps no error: on a further block at the end of its file.
std::string write_failure(const std::filesystem::path& file);

}  // namespace toruscope::core
