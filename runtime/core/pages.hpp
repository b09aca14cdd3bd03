// SPDX-License-Identifier: Apache-2.0
// Large pieces of memory that will be touched throughout.

#pragma once

#include <cstddef>

namespace toruscope::core {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20U;
inline constexpr std::size_t kMuch =
    32 * kHugePage;  // more than malloc takes from its heap: a mapping of its own

/// Memory from `much` bytes on lies in huge pages where the kernel has them: the first touch of each page costs as much as many
/// messages. Precondition: much >= kHugePage.
/// Errors    std::bad_alloc.
void* allocate_pages(std::size_t bytes, std::size_t alignment, std::size_t much = kMuch);
/// What allocate_pages() gave for the same arguments.
void free_pages(void* memory, std::size_t bytes, std::size_t alignment, std::size_t much = kMuch) noexcept;

}  // namespace toruscope::core
