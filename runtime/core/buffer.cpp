// SPDX-License-Identifier: Apache-2.0
#include <toruscope/buffer.hpp>
#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <fmt/format.h>
#include <sys/mman.h>

namespace toruscope {

namespace {

std::uintptr_t reserve() {
  void* first = mmap(nullptr, detail::kReserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (first == MAP_FAILED)
    throw HostLimitError(
        fmt::format("data: a run without data reserves {} of addresses, which this computer refuses (see "
                    "`ulimit -v`); run with data",
                    bytes_to_string(detail::kReserved)));
  return reinterpret_cast<std::uintptr_t>(first);
}

void refuse_length(std::size_t bytes) {
  throw HostLimitError(
      fmt::format("data: a buffer of {} is asked for; without data one can have {}, so take smaller blocks or "
                  "fewer PEs",
                  bytes_to_string(bytes), bytes_to_string(detail::kReserved)));
}

}  // namespace

std::span<std::byte> detail::no_data(std::size_t bytes) {
  if (bytes > kReserved) refuse_length(bytes);
  static const std::uintptr_t first = [] {
    const std::uintptr_t addresses = reserve();
    reserved_at.store(addresses, std::memory_order_relaxed);
    return addresses;
  }();
  // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses without memory, kept as a number
  return {reinterpret_cast<std::byte*>(first), bytes};
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
