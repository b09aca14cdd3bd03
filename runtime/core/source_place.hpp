// SPDX-License-Identifier: Apache-2.0
// The answers of addr2line (binutils).

#pragma once

#include <string>
#include <string_view>

namespace toruscope::core {

/// "heat.c:41" of the line "src/heat.c:41 (discriminator 2)"; empty if it names no line of a
/// source, as "??:0" and "heat.c:?".
std::string source_place(std::string_view told);

}  // namespace toruscope::core
