// SPDX-License-Identifier: Apache-2.0

#include "cli/files/picture_file.hpp"

#include "cli/process/interrupt.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <ostream>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace toruscope::cli {

namespace {

constexpr const char* kConverter = "rsvg-convert";

/// A file in memory alone: no disk that is full keeps a picture from being made.
class ScratchFile {
 public:
  ScratchFile() : descriptor_(memfd_create("picture", MFD_CLOEXEC)) {
    if (descriptor_ < 0)
      throw HostLimitError("output: this computer refuses a file in memory for a picture (" +
                           core::error_text(errno) + "); write it as .svg");
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { close(descriptor_); }

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Returns   errno, 0 if all is written.
  [[nodiscard]] int append(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno != EINTR) return errno;
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
  }
  void rewind() const { lseek(descriptor_, 0, SEEK_SET); }
  [[nodiscard]] std::string contents() const {
    std::string text;
    std::array<char, 65536> part{};
    rewind();
    for (ssize_t count = 0; (count = read(descriptor_, part.data(), part.size())) != 0;) {
      if (count < 0 && errno != EINTR) return "";
      if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int descriptor_;
};

bool finds_converter() {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets the environment
  std::string_view rest(path == nullptr ? "" : path);
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    if (!folder.empty() && access((folder + "/" + kConverter).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  return false;
}

/// The picture in twice as many pixels as it has units, for a projector.
std::string pixels_of(const std::string& svg) {
  const ScratchFile in;
  const ScratchFile out;
  if (const int error = in.append(svg))
    throw HostLimitError("output: cannot make a picture: " + core::write_failure(error));
  in.rewind();
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.descriptor(), STDOUT_FILENO);
  std::array<std::string, 5> words{kConverter, "--format", "png", "--zoom", "2"};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  const int error = posix_spawnp(&child, kConverter, &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw HostLimitError(fmt::format("output: cannot start {}, which makes a PNG: {}; write it as .svg",
                                     kConverter, core::error_text(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string pixels = status == 0 ? out.contents() : "";
  if (pixels.starts_with("\x89PNG")) return pixels;
  if (const int refused = out.append("more"))  // what the program met
    throw HostLimitError("output: cannot make a PNG of a picture: " + core::write_failure(refused));
  throw HostLimitError(
      fmt::format("output: {} made no PNG of the picture; write it as .svg, or see why: {} FILE.svg",
                  kConverter, kConverter));
}

/// What the ending of the name says.
bool asks_for_pixels(const std::string& option, const std::string& path) {
  if (!is_picture(path))
    throw ConfigError(
        fmt::format("output: {} {} cannot be written: a picture is a file named .svg or .png", option, path));
  if (core::extension_of(path) == ".svg") return false;
  if (!finds_converter())
    throw ConfigError(
        fmt::format("output: {} {}: PNG is made by the program {}, which is not in PATH; install it (Debian: "
                    "librsvg2-bin), or write .svg",
                    option, path, kConverter));
  return true;
}

}  // namespace

bool is_picture(const std::string& path) {
  const std::string extension = core::extension_of(path);
  return extension == ".svg" || extension == ".png";
}

PictureFile::PictureFile(const std::string& option, const std::string& path)
    : has_pixels_(asks_for_pixels(option, path)), file_(option, path) {}

void PictureFile::write(const std::string& svg) const {
  end_at_interrupt();
  const std::string text = has_pixels_ ? pixels_of(svg) : svg;
  file_.write([&](std::ostream& out) { out << text; });
}

}  // namespace toruscope::cli
