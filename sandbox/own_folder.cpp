// SPDX-License-Identifier: Apache-2.0
#include "sandbox/own_folder.hpp"

#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace toruscope::sandbox {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOtherFolder = "set TMPDIR to another folder";

fs::path temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  if (named != nullptr && *named == '\0') return "/tmp";  // as if it were not set
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  throw ConfigError(
      fmt::format("grade: TMPDIR names {} for temporary files, which is no folder; {}, or unset it",
                  core::shown(named == nullptr ? "/tmp" : named), kOtherFolder));
}

/// A name that no other process has.
std::string new_name() {
  std::random_device random;
  return fmt::format("toruscope-grade-{:08x}{:08x}", random(), random());
}

/// A limit of the shell below which submissions would not get what they may take.
struct Limit {
  int resource;
  const char* name;
  const char* option;  ///< of ulimit
  std::uint64_t least;
  std::uint64_t unit;  ///< that ulimit counts in
};

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::array kLimits{Limit{RLIMIT_CPU, "processor time in seconds", "-t", 10, 1},
                             Limit{RLIMIT_AS, "memory in KiB", "-v", 1024 * kMiB, 1024},
                             Limit{RLIMIT_DATA, "memory for data in KiB", "-d", 1024 * kMiB, 1024},
                             Limit{RLIMIT_FSIZE, "the size of files in KiB", "-f", 64 * kMiB, 1024},
                             Limit{RLIMIT_NOFILE, "open files", "-n", 64, 1}};

void require_limits() {
  for (const Limit& limit : kLimits) {
    rlimit now = {};
    getrlimit(static_cast<__rlimit_resource>(limit.resource), &now);
    if (now.rlim_cur >= limit.least) continue;
    throw HostLimitError(fmt::format(
        "grade: the shell's limit of {} is {}, and grading takes {}; raise it: ulimit {} {}", limit.name,
        now.rlim_cur / limit.unit, limit.least / limit.unit, limit.option, limit.least / limit.unit));
  }
}

}  // namespace

OwnFolder::OwnFolder()
    : path_(temporary_folder() / new_name()), registered_(path_, core::PartialFile::Kind::folder) {
  if (mkdir(path_.c_str(), S_IRWXU) == 0) return;
  throw HostLimitError(fmt::format("grade: cannot make a folder in {}: {}; {}",
                                   core::escaped(path_.parent_path().string()), core::error_text(errno),
                                   kOtherFolder));
}

OwnFolder::~OwnFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  const int error = errno;  // of the open; a failed one makes no file that could be asked later
  if (!file)
    throw HostLimitError(
        fmt::format("grade: cannot make {}: {}; make room there, also for more files (df -i), or {}",
                    core::escaped(path.string()), core::error_text(error), kOtherFolder));
  file << text;
  if (!file.flush())
    throw HostLimitError(
        fmt::format("grade: cannot write {}: {}", core::escaped(path.string()), core::write_failure(path)));
}

void require_room(const fs::path& folder) {
  constexpr off_t kRoom = 16 * static_cast<off_t>(kMiB);
  const fs::path file = folder / "room";
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const int error = opened < 0 ? errno : posix_fallocate(opened, 0, kRoom);
  if (opened >= 0) close(opened);
  std::error_code ignored;
  fs::remove(file, ignored);
  if (error == 0) return;
  throw HostLimitError(fmt::format(
      "grade: {} has no room for the {} MiB that a submission may take to be built ({}); make room, or {}",
      core::escaped(folder.parent_path().string()), kRoom / static_cast<off_t>(kMiB), core::error_text(error),
      kOtherFolder));
}

void require_host() {
  require_limits();
  const OwnFolder folder;
  struct statvfs disk = {};
  if (statvfs(folder.path().c_str(), &disk) == 0 && (disk.f_flag & ST_NOEXEC) != 0)
    throw HostLimitError(
        fmt::format("grade: no program may be run from {} (it is mounted noexec), and submissions are; {}",
                    core::escaped(folder.path().parent_path().string()), kOtherFolder));
  require_room(folder.path());
}

void throw_not_started(const std::string& program, int number) {
  const std::string what =
      fmt::format("grade: cannot start {}: {}", core::escaped(program), core::error_text(number));
  switch (number) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
    case ENOEXEC:
    case EISDIR:
    case ELOOP:
      throw ConfigError(what + "; is it a program for this computer, which you may run?");
    case EAGAIN:
      throw HostLimitError(
          what + "; end other processes, raise their number (ulimit -u), or grade fewer at a time: -j 1");
    case EMFILE:
    case ENFILE:
      throw HostLimitError(what +
                           "; raise the number of open files (ulimit -n), or grade fewer at a time: -j 1");
    default:
      throw HostLimitError(what);
  }
}

}  // namespace toruscope::sandbox
