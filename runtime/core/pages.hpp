// SPDX-License-Identifier: Apache-2.0
// Large pieces of memory that are touched throughout.

#pragma once

#include <cstddef>

namespace toruscope::core {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20U;

/// Allocates memory, in huge pages from one such page on where the kernel has them: the first touch
/// of a page costs as much as many messages, and a later one may cost a walk through the page
/// tables.
/// Errors    std::bad_alloc.
void* allocate_pages(std::size_t bytes, std::size_t alignment);
/// Frees memory that allocate_pages() gave for the same arguments.
void free_pages(void* memory, std::size_t bytes, std::size_t alignment) noexcept;

}  // namespace toruscope::core
