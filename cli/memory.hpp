// SPDX-License-Identifier: Apache-2.0
// What a run may use of this computer's memory: estimated before it starts, refused if it is too much.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace toruscope::detail {

/// Bytes that this process can still have: what the system calls available, less if a control group says so.
std::size_t free_memory();
/// 80 % of it.
std::size_t default_memory_limit();

/// a * b and a + b that stop at the largest number.
std::size_t saturating_product(std::size_t a, std::size_t b);
std::size_t saturating_sum(std::size_t a, std::size_t b);

/// Errors    HostLimitError with the estimate for `block` and the largest block that fits, if it needs more than
///           `limit`. `estimate` grows with the block.
void refuse_too_large(const std::string& what, std::size_t block, std::size_t limit,
                      const std::function<std::size_t(std::size_t block)>& estimate);

}  // namespace toruscope::detail
