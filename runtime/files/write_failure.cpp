// SPDX-License-Identifier: Apache-2.0

#include "runtime/files/write_failure.hpp"

#include "runtime/files/input_file.hpp"

#include <toruscope/units.hpp>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

namespace toruscope::core {

std::string write_failure(int error) {
  rlimit limit = {};
  switch (error) {
    case EFBIG:
      getrlimit(RLIMIT_FSIZE, &limit);
      if (limit.rlim_cur == RLIM_INFINITY) return "this file system holds no file as large; name another place";
      return fmt::format("it is larger than the shell's limit of the size of files, {}; raise it: ulimit -f",
                         bytes_to_string(limit.rlim_cur));
    case ENOSPC:
      return "the disk is full; make room, or name another place";
    case EDQUOT:
      return "what you may use of the disk is used up; make room, or name another place";
    case 0:
      return "writing failed; is the disk full?";
    default:
      return fmt::format("writing failed ({})", error_text(error));
  }
}

std::string write_failure(const std::filesystem::path& file) {
  constexpr std::size_t kBlock = 4096;
  static constexpr std::array<char, kBlock> kNothing{};
  const int descriptor = open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) return write_failure(errno);
  const ssize_t written = write(descriptor, kNothing.data(), kNothing.size());
  int error = written < 0 ? errno : 0;
  // A partial write is refused when the rest is written.
  if (written >= 0 && written < static_cast<ssize_t>(kBlock) && write(descriptor, kNothing.data(), kBlock) < 0)
    error = errno;
  close(descriptor);
  return write_failure(error);
}

}  // namespace toruscope::core
