// SPDX-License-Identifier: Apache-2.0
// What a submission may ask the kernel for: memory and the time. For anything else the process
// ends, and says what was asked for.
//
// Source  Linux, Documentation/userspace-api/seccomp_filter.rst.

#pragma once

#include <string>

namespace toruscope::sandbox {

/// From now on this process may not open files, start processes or threads, use the network or send
/// signals. What it asks for is written to descriptor `channel` as the line "stop opens the file
/// /etc/passwd" (secret.hpp), and the process ends with kStoppedCode. Opening `object` gives the
/// descriptor `opened`: the loader needs it.
/// Errors    HostLimitError if the kernel cannot.
void confine_system_calls(int channel, const std::string& object, int opened);

/// Writes such a line, in a signal handler, too, and ends the process.
[[noreturn]] void stop_runner(const char* what, const char* detail = "");

inline constexpr int kStoppedCode = 99;
/// With this code the process ends if the kernel cannot do that: no submission has run.
inline constexpr int kCannotConfine = 98;

}  // namespace toruscope::sandbox
