// SPDX-License-Identifier: Apache-2.0
// Slots of fixed size: a signal handler can neither allocate nor wait for a lock. It walks a folder
// by the kernel's own calls, for readdir allocates.
//
// Order       R: a slot's name is written before its number becomes odd (release), read after it is
//             loaded (acquire), and believed if the number has not changed by then.

#include "runtime/files/partial_files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace toruscope::core {

namespace {

constexpr std::size_t kMostPartialFiles = 160;

struct PartialSlot {
  std::atomic<bool> is_taken{false};
  std::atomic<unsigned> number{0};  ///< odd: the name is there
  std::atomic<bool> is_folder{false};
  std::array<char, PATH_MAX> name{};
};

// A signal handler reaches only globals.
std::array<PartialSlot, kMostPartialFiles> partial_slots;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free);

bool is_ready(const PartialSlot& slot) {
  return slot.number.load(std::memory_order_acquire) % 2 == 1;  // R
}

/// As the kernel gives it.
struct FolderEntry {
  ino64_t inode;
  off64_t offset;
  unsigned short length;
  unsigned char type;
  char name[1];
};

void remove_folder(int above, const char* name, int depth);

/// Removes what is in the folder.
void empty_folder(int folder, int depth) {
  alignas(FolderEntry) std::array<char, 4096> room;
  for (long got = 0; (got = syscall(SYS_getdents64, folder, room.data(), room.size())) > 0;)
    for (long at = 0; at < got;) {
      const auto* const entry = reinterpret_cast<const FolderEntry*>(room.data() + at);
      at += entry->length;
      if (std::strcmp(entry->name, ".") == 0 || std::strcmp(entry->name, "..") == 0) continue;
      if (unlinkat(folder, entry->name, 0) != 0) remove_folder(folder, entry->name, depth + 1);
    }
}

/// A process that still writes into the folder puts files there until the folder itself is gone.
void remove_folder(int above, const char* name, int depth) {
  constexpr int kDeepest = 8;
  const int tries = depth == 0 ? 100 : 1;
  if (depth > kDeepest) return;
  for (int i = 0; i < tries && unlinkat(above, name, AT_REMOVEDIR) != 0; ++i) {
    const int folder = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    empty_folder(folder, depth);
    close(folder);
  }
}

}  // namespace

PartialFile::PartialFile(const std::filesystem::path& file, Kind kind) : slot_(kMostPartialFiles) {
  if (file.native().size() >= PATH_MAX) return;
  for (std::size_t i = 0; i < kMostPartialFiles; ++i) {
    if (partial_slots[i].is_taken.exchange(true, std::memory_order_acquire)) continue;
    std::memcpy(partial_slots[i].name.data(), file.c_str(), file.native().size() + 1);
    partial_slots[i].is_folder.store(kind == Kind::folder, std::memory_order_relaxed);  // before R
    partial_slots[i].number.fetch_add(1, std::memory_order_release);                    // R
    slot_ = i;
    return;
  }
}

PartialFile::~PartialFile() {
  if (slot_ == kMostPartialFiles) return;
  // Relaxed: this thread stores it before the slot is used again.
  partial_slots[slot_].number.fetch_add(1, std::memory_order_relaxed);
  partial_slots[slot_].is_taken.store(false, std::memory_order_release);
}

bool are_files_being_written() {
  return std::any_of(partial_slots.begin(), partial_slots.end(), [](const PartialSlot& slot) {
    return is_ready(slot) && !slot.is_folder.load(std::memory_order_relaxed);
  });
}

void remove_partial_files() {
  for (const PartialSlot& slot : partial_slots) {
    const unsigned number = slot.number.load(std::memory_order_acquire);  // R
    if (number % 2 == 0) continue;
    const std::array<char, PATH_MAX> name = slot.name;
    const bool is_folder = slot.is_folder.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (slot.number.load(std::memory_order_relaxed) != number) continue;  // another one's by now
    if (is_folder)
      remove_folder(AT_FDCWD, name.data(), 0);
    else
      unlink(name.data());
  }
}

}  // namespace toruscope::core
