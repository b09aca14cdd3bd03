// SPDX-License-Identifier: Apache-2.0
// The file beside, its removal if anything fails, the rename.

#include "apps/io/output_file.hpp"

#include "apps/io/series.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace toruscope::detail {
namespace {

[[noreturn]] void refuse_output(const std::filesystem::path& path, const std::string& what) {
  throw ConfigError(fmt::format("write {}: {}", path.string(), what));
}

/// The file itself where the path is a symbolic link to one.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

/// A new empty file in the folder of `place`, removed again unless it was moved there.
class FileBeside {
 public:
  explicit FileBeside(const std::filesystem::path& asked) : asked_(asked), place_(resolved(asked)) {
    static std::atomic<unsigned> count{0};
    path_ = place_.parent_path() / fmt::format(".toruscope-{}-{}.partial", ::getpid(), count.fetch_add(1));
    const int file = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) refuse_output(asked_, fmt::format("no file can be made in its folder ({})", system_error()));
    ::close(file);
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;
  ~FileBeside() {
    std::error_code ignored;
    if (!is_moved_) std::filesystem::remove(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void move_to_place() {
    std::error_code error;
    const auto status = std::filesystem::status(place_, error);
    if (std::filesystem::exists(status)) std::filesystem::permissions(path_, status.permissions(), error);
    std::filesystem::rename(path_, place_, error);
    if (error) refuse_output(asked_, fmt::format("it cannot be put in its place ({})", error.message()));
    is_moved_ = true;
  }

 private:
  std::filesystem::path asked_, place_, path_;
  bool is_moved_ = false;
};

}  // namespace

void check_output(const std::filesystem::path& path, const std::vector<std::string>& extensions,
                  const std::vector<std::filesystem::path>& inputs) {
  const std::string extension = extension_of(path);
  if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end())
    refuse_output(path, wrong_extension(path, fmt::format("{}", fmt::join(extensions, ", "))));
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) refuse_output(path, "it is a directory; name a file in it");
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_regular_file(status)) refuse_output(path, "it exists and is no regular file");
    if (::access(path.c_str(), W_OK) != 0)
      refuse_output(path, fmt::format("it is read-only ({})", system_error()));
  }
  for (const std::filesystem::path& input : inputs)
    if (std::filesystem::equivalent(path, input, error))
      refuse_output(path, "it is an input; give another --output");
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) refuse_output(path, "its folder does not exist");
  const FileBeside attempt(path);
}

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
  FileBeside beside(path);
  std::ofstream out(beside.path(), std::ios::binary);
  write(out);
  out.close();
  if (!out) refuse_output(path, "writing failed; is the disk full?");
  beside.move_to_place();
}

}  // namespace toruscope::detail
