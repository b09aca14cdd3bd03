// SPDX-License-Identifier: Apache-2.0

#include "cli/file_output.hpp"

#include "apps/io/output_file.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sstream>
#include <unistd.h>

namespace toruscope::detail {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw ConfigError(fmt::format("output: cannot write {}: {}; give another place", path.string(), why));
}

std::string last_error() {
  return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): one thread writes files
}

void check_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) refuse(path, "its folder does not exist");
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(path, "its folder: " + last_error());
}

/// A pipe that nobody reads is refused: to open it as a file is opened would wait for a reader.
std::shared_ptr<std::FILE> opened(const fs::path& place) {
  const int file = open(place.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) refuse(place, errno == ENXIO ? "it is a pipe that nobody reads" : last_error());
  fcntl(file, F_SETFL, O_WRONLY);  // once open, it may wait
  return {fdopen(file, "wb"), &std::fclose};
}

bool write_whole(std::FILE* stream, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0;
}

}  // namespace

FileOutput::FileOutput(const std::string& path) : place_(path) {
  std::error_code error;
  if (path.empty()) refuse("\"\"", "the name is empty");
  const fs::file_status status = fs::status(place_, error);
  if (fs::is_directory(status)) refuse(place_, "it is a directory");
  if (fs::exists(status) && access(place_.c_str(), W_OK) != 0) refuse(place_, last_error());
  if (fs::is_character_file(status) || fs::is_fifo(status)) {
    stream_ = opened(place_);
    return;
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse(place_, "it is no file, device or pipe");
  const fs::path target = fs::canonical(place_, error);  // the file is made beside this one
  check_folder(error ? place_ : target);
}

void FileOutput::write(const std::function<void(std::ostream&)>& content) const {
  if (!stream_) {
    try {
      write_file(place_, content);
    } catch (const ConfigError& e) {  // the place was good when the work began
      throw HostLimitError(e.what());
    }
    return;
  }
  std::ostringstream text;
  content(text);
  if (!write_whole(stream_.get(), text.str()))
    throw HostLimitError(fmt::format("output: cannot write {}: {}", place_.string(), last_error()));
}

void write_to_stdout(const std::string& text) {
  if (!write_whole(stdout, text))
    throw HostLimitError("output: cannot write to standard output: " + last_error());
}

}  // namespace toruscope::detail
