// SPDX-License-Identifier: Apache-2.0
// Manual pages, made of the same tree of verbs as --help.

#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace toruscope::cli {

/// "toruscope-machine-show"; the program's own: "toruscope".
std::string manual_name(const CLI::App& verb);
/// The page in the man macros of roff, section 1.
std::string manual_page(const CLI::App& verb);

}  // namespace toruscope::cli
