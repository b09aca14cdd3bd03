// SPDX-License-Identifier: Apache-2.0
// Internal invariants, checked in every build: a broken one is a defect of Toruscope.

#pragma once

#include <sstream>
#include <string>

namespace toruscope::core {

/// Writes place and values to stderr and aborts.
[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& values);

/// Throws out of line: a std::ostringstream would enlarge every caller's stack frame by 400 bytes.
template <class... Values>
[[noreturn, gnu::noinline, gnu::cold]] void check_failed_with(const char* file, int line, const char* condition,
                                                              const Values&... values) {
  std::ostringstream text;
  ((text << ' ' << values), ...);
  check_failed(file, line, condition, text.str());
}

}  // namespace toruscope::core

/// Aborts with file, line and values unless the condition holds: TORUSCOPE_CHECK(used <= size,
/// "used", used, "of", size). At least one label or value, evaluated only on failure.
#define TORUSCOPE_CHECK(condition, ...)                                                  \
  do {                                                                                   \
    if (!(condition)) [[unlikely]]                                                       \
      ::toruscope::core::check_failed_with(__FILE__, __LINE__, #condition, __VA_ARGS__); \
  } while (false)
