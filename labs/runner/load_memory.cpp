// SPDX-License-Identifier: Apache-2.0
// Replaces the program's operator new and delete; the other forms are defined by these two.

#include "labs/runner/load_memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

namespace toruscope::labs {

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20U;
constexpr std::size_t kAlignment = alignof(std::max_align_t);
alignas(kAlignment) std::byte load_place[kBytes];  // NOLINT: one for the process
std::size_t taken = 0;
bool is_loading = false;

/// Memory from this place; null if it is not for it.
void* take(std::size_t bytes) {
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (!is_loading || rounded < bytes || rounded > kBytes - taken) return nullptr;
  void* const begin = load_place + taken;
  taken += rounded;
  return begin;
}

bool is_of_place(const void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  const auto begin = reinterpret_cast<std::uintptr_t>(load_place);
  return at >= begin && at < begin + kBytes;
}

}  // namespace

void begin_load() {
  is_loading = true;
}

std::span<std::byte> end_load() {
  is_loading = false;
  return {load_place, taken};
}

}  // namespace toruscope::labs

__attribute__((visibility("default"))) void* operator new(std::size_t bytes) {
  if (void* const memory = toruscope::labs::take(bytes)) return memory;
  for (;;) {
    if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

__attribute__((visibility("default"))) void operator delete(void* memory) noexcept {
  if (!toruscope::labs::is_of_place(memory)) std::free(memory);
}

__attribute__((visibility("default"))) void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}
