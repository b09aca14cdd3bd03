// SPDX-License-Identifier: Apache-2.0
// Why a file cannot be written to its end, and what to do about it.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::core {

/// A sentence about what a write met, which `error` numbers (errno).
std::string write_failure(int error);

/// The same of a stream, which keeps no error: of what one more block meets at the end of its file.
std::string write_failure(const std::filesystem::path& file);

}  // namespace toruscope::core
