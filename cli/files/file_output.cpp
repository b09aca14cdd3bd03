// SPDX-License-Identifier: Apache-2.0

#include "cli/files/file_output.hpp"

#include "cli/process/interrupt.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/output_file.hpp"
#include "runtime/files/output_place.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace toruscope::cli {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw ConfigError(
      fmt::format("output: cannot write {}: {}; give another place", core::escaped(path.string()), why));
}

std::shared_ptr<std::FILE> stream_of(const fs::path& place, int file) {
  std::FILE* const stream = fdopen(file, "wb");
  if (stream != nullptr) return {stream, &std::fclose};
  const int reason = errno;
  close(file);
  throw HostLimitError(fmt::format("output: {}: {}", core::escaped(place.string()), core::error_text(reason)));
}

/// A pipe that nobody reads is refused: to open it as a file is opened would wait for a reader.
std::shared_ptr<std::FILE> opened(const fs::path& place) {
  const int file = open(place.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) refuse(place, errno == ENXIO ? "it is a pipe that nobody reads" : core::error_text(errno));
  fcntl(file, F_SETFL, O_WRONLY);  // once open, it may wait
  return stream_of(place, file);
}

/// One that the process has open already: written there, after what is there.
std::shared_ptr<std::FILE> opened_before(const fs::path& place, int descriptor) {
  const int state = fcntl(descriptor, F_GETFL);
  if (state < 0) refuse(place, core::error_text(errno));
  if ((state & O_ACCMODE) == O_RDONLY) refuse(place, "it is open for reading alone");
  const auto leave_open = [](std::FILE*) { return 0; };
  if (descriptor == STDOUT_FILENO) return {stdout, leave_open};
  if (descriptor == STDERR_FILENO) return {stderr, leave_open};
  const int file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (file < 0)
    throw HostLimitError(fmt::format("output: {}: {}", core::escaped(place.string()), core::error_text(errno)));
  return stream_of(place, file);
}

bool write_whole(std::FILE* stream, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0;
}

}  // namespace

FileOutput::FileOutput(const std::string& option, const std::string& path) : place_(path) {
  if (const std::optional<int> descriptor = core::open_descriptor(place_)) {
    stream_ = opened_before(place_, *descriptor);
    return;
  }
  std::error_code none;
  const fs::file_status status = fs::status(place_, none);
  if (fs::is_character_file(status) || fs::is_fifo(status)) {
    stream_ = opened(place_);
    return;
  }
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    refuse(place_, "it is no file, device or pipe");
  core::note_output(option, place_);
  core::check_place(place_);
}

void FileOutput::write(const std::function<void(std::ostream&)>& content) const {
  end_at_interrupt();
  if (!stream_) {
    core::write_file(place_, content);
    return;
  }
  std::ostringstream text;
  content(text);
  if (!write_whole(stream_.get(), text.str()))
    throw HostLimitError(
        fmt::format("output: cannot write {}: {}", core::escaped(place_.string()), core::write_failure(errno)));
}

FileOutput named_output(const std::string& option, const std::string& path,
                        std::initializer_list<std::string_view> endings, std::string_view what) {
  FileOutput output(option, path);
  std::string extension = core::extension_of(path);
  if (extension == ".gz") extension.insert(0, core::extension_of(fs::path(path).stem()));
  const bool is_named = std::find(endings.begin(), endings.end(), extension) != endings.end();
  if (output.is_file() && !is_named)
    throw ConfigError(fmt::format("output: {} {} cannot be written: {}", option, path, what));
  return output;
}

FileOutput page_output(const std::string& option, const std::string& path) {
  return named_output(option, path, {".html", ".htm"}, "a page is a file named .html or .htm");
}

void write_to_stdout(const std::string& text) {
  end_at_interrupt();
  if (!write_whole(stdout, text))
    throw HostLimitError("output: cannot write to standard output: " + core::write_failure(errno));
}

}  // namespace toruscope::cli
