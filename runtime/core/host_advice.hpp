// SPDX-License-Identifier: Apache-2.0
// Advice where this computer gives no more memory or threads, as the end of a sentence.

#pragma once

#include <string>

namespace toruscope::core {

/// Writes ", of which the shell allows 40 MiB (ulimit -v)"; empty without such a limit.
std::string memory_limit_text();

/// Writes "; try fewer PEs ...".
std::string less_memory_advice();

/// Writes "; end other programs ...".
std::string fewer_threads_advice();

}  // namespace toruscope::core
