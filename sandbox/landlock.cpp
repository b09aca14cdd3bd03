// SPDX-License-Identifier: Apache-2.0

#include "sandbox/landlock.hpp"

#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace toruscope::sandbox {

namespace {

constexpr std::uint64_t kExecute = 1U << 0U;
constexpr std::uint64_t kWriteFile = 1U << 1U;
constexpr std::uint64_t kReadFile = 1U << 2U;
constexpr std::uint64_t kReadFolder = 1U << 3U;
constexpr std::uint64_t kTruncate = 1U << 14U;
constexpr std::uint64_t kOfFiles =
    kExecute | kWriteFile | kReadFile | kTruncate;  ///< rights for others than folders
constexpr unsigned kVersionFlag = 1;
constexpr int kPathBeneath = 1;

/// All rights that this version knows.
std::uint64_t all_rights(int version) {
  const unsigned rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return (std::uint64_t{1} << rights) - 1;
}

struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;  ///< of TCP: bind, connect; from version 4 on
};

struct __attribute__((packed)) BelowPath {
  std::uint64_t allowed = 0;
  std::int32_t folder = -1;
};

void allow(int rules, const std::filesystem::path& path, std::uint64_t rights) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat what = {};
  if (fstat(place, &what) == 0 && !S_ISDIR(what.st_mode)) rights &= kOfFiles;
  const BelowPath rule{rights, place};
  syscall(SYS_landlock_add_rule, rules, kPathBeneath, &rule, 0);
  close(place);
}

}  // namespace

int landlock_version() {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersionFlag);
  return version < 0 ? 0 : static_cast<int>(version);
}

FileRules::FileRules(const std::vector<std::filesystem::path>& readable,
                     const std::vector<std::filesystem::path>& writable) {
  const int version = landlock_version();
  if (version == 0) return;
  const std::uint64_t all = all_rights(version);
  const Ruleset handled{all, version >= 4 ? std::uint64_t{3} : 0};
  const std::size_t bytes = version >= 4 ? sizeof handled : sizeof handled.files;
  rules_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, bytes, 0));
  if (rules_ < 0) return;
  for (const auto& path : readable) allow(rules_, path, kExecute | kReadFile | kReadFolder);
  for (const auto& path : writable) allow(rules_, path, all);
}

FileRules::~FileRules() {
  if (rules_ >= 0) close(rules_);
}

bool FileRules::take_on() const noexcept {
  return rules_ >= 0 && syscall(SYS_landlock_restrict_self, rules_, 0) == 0;
}

}  // namespace toruscope::sandbox
