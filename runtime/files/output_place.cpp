// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/output_place.hpp"

#include "runtime/core/numbers.hpp"

#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace toruscope::core {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLinks = 40;  // the system's limit

/// Calls `look` with the path, its folder free of links, then each link's target, until true.
template <class Look>
void follow_links(const fs::path& path, const Look& look) {
  std::error_code error;
  fs::path at = fs::absolute(path, error);
  for (int links = 0; !error && links < kMostLinks; ++links) {
    const fs::path folder = fs::weakly_canonical(at.parent_path(), error);
    at = folder / at.filename();
    if (error || look(at) || !fs::is_symlink(fs::symlink_status(at, error))) return;
    at = folder / fs::read_symlink(at, error);  // an absolute target replaces it
  }
}

bool is_the_file_of(int descriptor, const struct stat& file) {
  struct stat other = {};
  return fstat(descriptor, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino;
}

}  // namespace

fs::path file_behind(const fs::path& path) {
  fs::path last;
  follow_links(path, [&](const fs::path& at) {
    std::error_code none;
    last = fs::is_symlink(fs::symlink_status(at, none)) ? fs::path() : at;
    return !last.empty();
  });
  std::error_code error;
  return last.empty() ? last : fs::weakly_canonical(last, error);
}

std::optional<int> open_descriptor(const fs::path& path) {
  std::error_code error;
  const fs::path own = fs::canonical("/proc/self/fd", error);
  std::optional<int> named;
  if (!error)
    follow_links(path, [&](const fs::path& at) {
      if (at.parent_path() == own) named = core::read_number<int>(at.filename().string());
      return named.has_value();
    });
  if (named) return named;
  struct stat file = {};
  if (stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) return std::nullopt;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (is_the_file_of(stream, file)) return stream;
  return std::nullopt;
}

}  // namespace toruscope::core
