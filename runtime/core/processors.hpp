// SPDX-License-Identifier: Apache-2.0
// Number of this computer's processors.

#pragma once

#include <algorithm>
#include <thread>

namespace toruscope::core {

/// Processors of this process, at least 1; asked for only once, as that opens a file.
inline int processors() {
  static const int count = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  return count;
}

}  // namespace toruscope::core
