// SPDX-License-Identifier: Apache-2.0
// The help that CLI11 makes, within a page's width.

#pragma once

#include <cstddef>
#include <string>

namespace toruscope::detail {

/// Descriptions are folded below themselves, other lines below their beginning.
std::string folded_help(const std::string& help, std::size_t width);

}  // namespace toruscope::detail
