// SPDX-License-Identifier: Apache-2.0
// System calls that a submission may use: memory and time. Any other ends the process.
//
// Source  Linux, Documentation/userspace-api/seccomp_filter.rst.

#pragma once

#include <string>

namespace toruscope::sandbox {

/// Forbids this process to open files, start processes or threads, use the network or send signals.
/// An attempt writes the line "stop opens the file /etc/passwd" (secret.hpp) to descriptor
/// `channel`, and ends the process with kStoppedCode. Opening `object` gives the descriptor
/// `opened`: the loader needs it.
/// Errors    HostLimitError if the kernel cannot.
void confine_system_calls(int channel, const std::string& object, int opened);

/// Writes such a line, also in a signal handler, and ends the process.
[[noreturn]] void stop_runner(const char* what, const char* detail = "");

inline constexpr int kStoppedCode = 99;
/// Exit code of the process if the kernel cannot do that: no submission has run.
inline constexpr int kCannotConfine = 98;

}  // namespace toruscope::sandbox
