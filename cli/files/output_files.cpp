// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_files.hpp"

#include "cli/process/ending.hpp"
#include "formats/goal.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/output_file.hpp"
#include "runtime/files/output_place.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <optional>
#include <ostream>
#include <spawn.h>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
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

/// What an option writes, by the names that say so.
struct OutputForm {
  std::string_view option;
  std::array<std::string_view, 3> endings;
  const char* what;
};
constexpr const char* kPicture = "a picture is a file named .svg or .png";
constexpr OutputForm kForms[] = {
    {"--events", {".jsonl", ".ndjson"}, "a log of events is a file named .jsonl or .ndjson"},
    {"--export", {".goal", ".xml"}, "the run as GOAL is a file named .goal, an MSCCL schedule one named .xml"},
    {"--traffic",
     {".csv", ".svg", ".png"},
     "the traffic is a file named .csv, a picture of it one named .svg or .png"},
    {"--links", {".csv"}, "the loads of the links are a file named .csv"},
    {"--heatmap", {".svg", ".png"}, kPicture},
    {"--plot", {".svg", ".png"}, kPicture},
    {"--view", {".html", ".htm"}, "a page is a file named .html or .htm"},
    {"--trace", {".json", ".json.gz"}, "a trace is a file named .json or .json.gz"}};

/// Refuses a name that does not say what is written there. `like`: the option whose form it has.
void check_ending(const std::string& option, const std::string& path, std::string_view like) {
  const auto* const form = std::find_if(std::begin(kForms), std::end(kForms),
                                        [&](const OutputForm& one) { return one.option == like; });
  if (form == std::end(kForms)) return;
  std::string ending = core::extension_of(path);
  if (ending == ".gz") ending.insert(0, core::extension_of(fs::path(path).stem()));
  if (ending.empty() || std::find(form->endings.begin(), form->endings.end(), ending) == form->endings.end())
    throw ConfigError(fmt::format("output: {} {} cannot be written: {}", option, path, form->what));
}

}  // namespace

FileOutput::FileOutput(const std::string& option, const std::string& path, std::string_view like)
    : place_(path == "-" ? "/dev/stdout" : path) {
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
  check_ending(option, path, like.empty() ? option : like);
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

std::string note_of_old(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none)
             ? fmt::format("; {} is from an earlier command", core::escaped(file.string()))
             : "";
}

void write_to_stdout(const std::string& text) {
  end_at_interrupt();
  if (!write_whole(stdout, text))
    throw HostLimitError("output: cannot write to standard output: " + core::write_failure(errno));
}

ExportedForm exported_form(const std::string& option, const std::string& path) {
  check_ending(option, path, option);
  return core::extension_of(path) == ".goal" ? ExportedForm::goal : ExportedForm::msccl;
}

ExportFile::ExportFile(const std::string& option, const std::string& path)
    : form_(exported_form(option, path)), file_(option, path) {}

void ExportFile::write_run(const Report& report, const std::string& title) const {
  if (form_ != ExportedForm::goal) return;
  std::ostringstream text;
  formats::write_goal(text, report, title);
  file_.write([&](std::ostream& out) { out << text.view(); });
}

void ExportFile::write_schedule(const std::function<formats::Schedule()>& made) const {
  if (form_ != ExportedForm::msccl) return;
  const formats::Schedule schedule = made();
  file_.write([&](std::ostream& out) { out << formats::write_msccl(schedule); });
}

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
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
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
  // A sentence of ours tells what went wrong.
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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

/// What the ending of the name says; an open stream gets SVG.
bool asks_for_pixels(const std::string& option, const std::string& path) {
  if (core::extension_of(path).empty() && core::open_descriptor(path)) return false;
  check_ending(option, path, option);
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
