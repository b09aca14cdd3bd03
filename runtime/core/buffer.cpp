// SPDX-License-Identifier: Apache-2.0
#include <toruscope/buffer.hpp>
#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <fmt/core.h>

namespace toruscope {

std::span<std::byte> detail::no_data(std::size_t bytes) {
  if (bytes > kMostWithoutData)
    throw HostLimitError(fmt::format(
        "data: a buffer of {} is asked for; without data one can have {}, so take smaller blocks or "
        "fewer PEs",
        bytes_to_string(bytes), bytes_to_string(kMostWithoutData)));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses without memory, kept as a number
  return {reinterpret_cast<std::byte*>(kNoData), bytes};
}

void Buffer::append(std::span<const std::byte> bytes) {
  if (is_whole() && has_data(bytes)) {
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    size_ = memory_.size();
    return;
  }
  std::size_t all = 0;
  if (__builtin_add_overflow(size_, bytes.size(), &all)) all = SIZE_MAX;
  size_ = detail::no_data(all).size();
}

}  // namespace toruscope
