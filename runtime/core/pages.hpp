// SPDX-License-Identifier: Apache-2.0
// Large pieces of memory that will be touched throughout.

#pragma once

#include <cstddef>

namespace toruscope::core {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20U;

/// Memory of a huge page and more lies in huge pages where the kernel has them: the first touch of
/// each page costs as much as many messages, and a page that was not touched lately costs a walk
/// through the page tables.
/// Errors    std::bad_alloc.
void* allocate_pages(std::size_t bytes, std::size_t alignment);
/// Frees memory that allocate_pages() gave for the same arguments.
void free_pages(void* memory, std::size_t bytes, std::size_t alignment) noexcept;

}  // namespace toruscope::core
