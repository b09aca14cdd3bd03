// SPDX-License-Identifier: Apache-2.0
// The file beside, its removal if anything fails, the rename.

#include "runtime/files/output_file.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/output_place.hpp"
#include "runtime/files/partial_files.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace toruscope::core {

namespace fs = std::filesystem;

namespace {

std::string sentence(const fs::path& path, const std::string& what) {
  return fmt::format("write {}: {}", escaped(path.string()), what);
}

[[noreturn]] void refuse_output(const fs::path& path, const std::string& what) {
  throw ConfigError(sentence(path, what));
}

[[noreturn]] void give_up_output(const fs::path& path, const std::string& what) {
  throw HostLimitError(sentence(path, what));
}

/// The file that a symbolic link names, also one that is not there yet.
fs::path resolved(const fs::path& path) {
  const fs::path file = file_behind(path);
  return file.empty() ? path : file;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path name_beside(const fs::path& place) {
  static std::atomic<unsigned> count{0};
  return place.parent_path() / fmt::format(".toruscope-{}-{}.partial", ::getpid(), count.fetch_add(1));
}

/// A new empty file in the folder of `place`, removed again unless it was moved there.
class FileBeside {
 public:
  explicit FileBeside(const fs::path& asked)
      : asked_(asked), place_(resolved(asked)), path_(name_beside(place_)), partial_(path_) {
    const int file = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) refuse_making(errno);
    ::close(file);
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;
  ~FileBeside() {
    std::error_code ignored;
    if (!is_moved_) fs::remove(path_, ignored);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }
  void move_to_place() {
    std::error_code error;
    const auto status = fs::status(place_, error);
    if (fs::exists(status)) fs::permissions(path_, status.permissions(), error);
    fs::rename(path_, place_, error);
    if (error) give_up_output(asked_, fmt::format("it cannot be put in its place ({})", error.message()));
    is_moved_ = true;
  }

 private:
  [[noreturn]] void refuse_making(int error) const {
    const std::string what = fmt::format("no file can be made in its folder ({})", error_text(error));
    if (error == EACCES || error == EPERM || error == EROFS || error == ENOENT || error == ENAMETOOLONG)
      refuse_output(asked_, what);
    give_up_output(asked_, what);
  }

  fs::path asked_, place_, path_;
  PartialFile partial_;
  bool is_moved_ = false;
};

}  // namespace

void check_place(const fs::path& path) {
  if (path.empty()) refuse_output("\"\"", "the name is empty");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error && status.type() != fs::file_type::not_found)
    refuse_output(path, fmt::format("there can be no such file ({})", error.message()));
  if (fs::is_directory(status)) refuse_output(path, "it is a directory; name a file in it");
  if (!path.has_filename()) refuse_output(path, "it names a folder; name a file in it");
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0)
    refuse_output(path, fmt::format("it is read-only ({})", error_text(errno)));
  if (open_descriptor(path))
    refuse_output(path, "this command's standard output or standard error goes there; name another file");
  const fs::path target = resolved(path);  // the file is made beside this one
  if (!fs::is_directory(folder_of(target), error)) refuse_output(path, "its folder does not exist");
  const FileBeside attempt(path);
}

void check_output(const fs::path& path, const std::vector<std::string>& extensions,
                  const std::vector<fs::path>& inputs) {
  const std::string extension = extension_of(path);
  if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end())
    refuse_output(path, wrong_extension(path, joined(extensions, ", ")));
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    refuse_output(path, "it exists and is no regular file");
  for (const fs::path& input : inputs)
    if (fs::equivalent(path, input, error)) refuse_output(path, "it is an input; give another --output");
  check_place(path);
}

void write_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  try {
    FileBeside beside(path);
    std::ofstream out(beside.path(), std::ios::binary);
    write(out);
    out.close();
    if (!out) give_up_output(path, write_failure(beside.path()));
    beside.move_to_place();
  } catch (const ConfigError& e) {  // the place was good when the work began
    throw HostLimitError(e.what());
  }
}

}  // namespace toruscope::core
