// SPDX-License-Identifier: Apache-2.0

#include "cli/files/picture_file.hpp"

#include "apps/io/series.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <ostream>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace toruscope::cli {

namespace {

constexpr const char* kConverter = "rsvg-convert";

using OwnedFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// One that no folder shows.
OwnedFile scratch_file() {
  OwnedFile file(std::tmpfile(), &std::fclose);
  if (!file) throw HostLimitError("output: cannot make a temporary file for a picture");
  return file;
}

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

std::string contents(std::FILE* file) {
  std::string text;
  std::array<char, 65536> part{};
  std::rewind(file);
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file))
    text.append(part.data(), count);
  return text;
}

/// The picture in twice as many pixels as it has units, for a projector.
std::string pixels_of(const std::string& svg) {
  const OwnedFile in = scratch_file();
  const OwnedFile out = scratch_file();
  if (std::fwrite(svg.data(), 1, svg.size(), in.get()) != svg.size() || std::fflush(in.get()) != 0)
    throw HostLimitError("output: cannot write a temporary file for a picture");
  std::rewind(in.get());
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, fileno(out.get()), STDOUT_FILENO);
  std::array<std::string, 5> words{kConverter, "--format", "png", "--zoom", "2"};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  const int error = posix_spawnp(&child, kConverter, &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  if (error == 0)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  std::string pixels = error == 0 && status == 0 ? contents(out.get()) : "";
  if (!pixels.starts_with("\x89PNG"))
    throw HostLimitError(
        fmt::format("output: {} made no PNG of the picture; write it as .svg, or see why: {} FILE.svg",
                    kConverter, kConverter));
  return pixels;
}

/// What the ending of the name says.
bool asks_for_pixels(const std::string& option, const std::string& path) {
  if (!is_picture(path))
    throw ConfigError(
        fmt::format("output: {} {} cannot be written: a picture is a file named .svg or .png", option, path));
  if (apps::extension_of(path) == ".svg") return false;
  if (!finds_converter())
    throw ConfigError(
        fmt::format("output: {} {}: PNG is made by the program {}, which is not in PATH; install it (Debian: "
                    "librsvg2-bin), or write .svg",
                    option, path, kConverter));
  return true;
}

}  // namespace

bool is_picture(const std::string& path) {
  const std::string extension = apps::extension_of(path);
  return extension == ".svg" || extension == ".png";
}

PictureFile::PictureFile(const std::string& option, const std::string& path)
    : file_((asks_for_pixels(option, path), option), path), has_pixels_(apps::extension_of(path) == ".png") {}

void PictureFile::write(const std::string& svg) const {
  const std::string text = has_pixels_ ? pixels_of(svg) : svg;
  file_.write([&](std::ostream& out) { out << text; });
}

}  // namespace toruscope::cli
