// SPDX-License-Identifier: Apache-2.0

#include "cli/file_output.hpp"

#include "apps/io/output_file.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
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

}  // namespace

FileOutput::FileOutput(const std::string& path) : place_(path) {
  std::error_code error;
  if (path.empty()) refuse("\"\"", "the name is empty");
  const fs::file_status status = fs::status(place_, error);
  if (fs::is_directory(status)) refuse(place_, "it is a directory");
  is_regular_ = !fs::exists(status) || fs::is_regular_file(status);
  if (fs::exists(status) && access(place_.c_str(), W_OK) != 0) refuse(place_, last_error());
  const fs::path target = fs::canonical(place_, error);  // the file is made beside this one
  if (is_regular_) check_folder(error ? place_ : target);
}

void FileOutput::write(const std::function<void(std::ostream&)>& content) const {
  if (is_regular_) {
    try {
      write_file(place_, content);
    } catch (const ConfigError& e) {  // the place was good when the work began
      throw HostLimitError(e.what());
    }
    return;
  }
  std::ofstream out(place_, std::ios::binary);
  content(out);
  out.close();
  if (!out) throw HostLimitError(fmt::format("output: cannot write {}: {}", place_.string(), last_error()));
}

void write_to_stdout(const std::string& text) {
  const bool is_whole =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!is_whole) throw HostLimitError("output: cannot write to standard output: " + last_error());
}

}  // namespace toruscope::detail
