// SPDX-License-Identifier: Apache-2.0
// Where the files of the source tree lie that tests read.

#pragma once

#include <string>

namespace toruscope::test {

/// The path of a file of the source tree: in_source("data/nile.csv").
std::string in_source(const std::string& path);

}  // namespace toruscope::test
