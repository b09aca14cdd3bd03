// SPDX-License-Identifier: Apache-2.0
// Slots of fixed size: a signal handler can neither allocate nor wait for a lock.
//
// Order       R: a slot's name is written before a release of is_ready, read after an acquire.

#include "runtime/files/partial_files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <unistd.h>

namespace toruscope::core {

namespace {

constexpr std::size_t kMostPartialFiles = 16;

struct PartialSlot {
  std::atomic<bool> is_taken{false};
  std::atomic<bool> is_ready{false};
  std::array<char, PATH_MAX> name{};
};

// A signal handler reaches only globals.
std::array<PartialSlot, kMostPartialFiles> partial_slots;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

PartialFile::PartialFile(const std::filesystem::path& file) : slot_(kMostPartialFiles) {
  if (file.native().size() >= PATH_MAX) return;
  for (std::size_t i = 0; i < kMostPartialFiles; ++i) {
    if (partial_slots[i].is_taken.exchange(true, std::memory_order_acquire)) continue;
    std::memcpy(partial_slots[i].name.data(), file.c_str(), file.native().size() + 1);
    partial_slots[i].is_ready.store(true, std::memory_order_release);  // R
    slot_ = i;
    return;
  }
}

PartialFile::~PartialFile() {
  if (slot_ == kMostPartialFiles) return;
  // Relaxed: this thread stores it before the slot is used again.
  partial_slots[slot_].is_ready.store(false, std::memory_order_relaxed);
  partial_slots[slot_].is_taken.store(false, std::memory_order_release);
}

bool are_files_being_written() {
  // Reads is_ready alone.
  return std::any_of(partial_slots.begin(), partial_slots.end(),
                     [](const PartialSlot& slot) { return slot.is_ready.load(std::memory_order_relaxed); });
}

void remove_partial_files() {
  for (const PartialSlot& slot : partial_slots)
    if (slot.is_ready.load(std::memory_order_acquire)) unlink(slot.name.data());  // R
}

}  // namespace toruscope::core
