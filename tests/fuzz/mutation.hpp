// SPDX-License-Identifier: Apache-2.0
// Inputs that are nearly right: one that a reader takes, changed a few times. The same seed gives
// the same input everywhere.

#pragma once

#include "tests/fuzz/reader.hpp"

#include <cstdint>
#include <string>

namespace toruscope::test {

std::string mutant(const Reader& reader, std::uint64_t seed);

}  // namespace toruscope::test
