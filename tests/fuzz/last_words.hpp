// SPDX-License-Identifier: Apache-2.0
// What is said when an input ends the process of a fuzzer: which one it was.

#pragma once

#include <cstdint>
#include <string>

namespace toruscope::test {

/// From now on a crash, a sanitizer's report or more than a minute with the same input ends with
/// "reader graph, seed 17".
void begin_input(const std::string& reader, std::uint64_t seed);
/// It did not.
void end_inputs();

}  // namespace toruscope::test
