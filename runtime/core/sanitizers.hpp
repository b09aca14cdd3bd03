// SPDX-License-Identifier: Apache-2.0
// The sanitizer of this build, and announcements of stack changes to it.

#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define TORUSCOPE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TORUSCOPE_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TORUSCOPE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TORUSCOPE_TSAN 1
#endif
#endif
#ifndef TORUSCOPE_ASAN
#define TORUSCOPE_ASAN 0
#endif
#ifndef TORUSCOPE_TSAN
#define TORUSCOPE_TSAN 0
#endif

#if TORUSCOPE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if TORUSCOPE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace toruscope::core {
inline constexpr bool kSanitized = TORUSCOPE_ASAN != 0 || TORUSCOPE_TSAN != 0;
}  // namespace toruscope::core
