// SPDX-License-Identifier: Apache-2.0
// toruscope new NAME: a project of the user's own, with an algorithm of some operation and a test,
// that builds against the installed package. The folder exists whole or not at all.

#include "cli/files/output_files.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/write_failure.hpp"
#include "starters/starters.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace toruscope::cli {

namespace fs = std::filesystem;

namespace {

/// CMake's own targets (policy CMP0037, CTest, CPack, generators), a build folder's, this package.
constexpr std::string_view kTaken[] = {
    "ALL_BUILD",  "CMakeFiles",     "Continuous",    "Experimental",
    "INSTALL",    "Makefile",       "Nightly",       "PACKAGE",
    "RUN_TESTS",  "Testing",        "ZERO_CHECK",    "all",
    "build",      "clean",          "default_cache", "depend",
    "edit_cache", "help",           "install",       "list_install_components",
    "package",    "package_source", "preinstall",    "rebuild_cache",
    "test",       "toruscope"};

/// Good as the name of a folder, a CMake project and a program.
void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_good = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  if (name.empty() || name.size() > kLongest || !is_letter(name.front()) ||
      !std::all_of(name.begin(), name.end(), is_good))
    throw ConfigError(
        fmt::format("new: \"{}\" cannot be the name of a project; it begins with a letter and has letters, "
                    "digits, - and _ only, {} at most",
                    name, kLongest));
  if (std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken))
    throw ConfigError(fmt::format("new: \"{}\" means something else to CMake; choose another name", name));
}

[[noreturn]] void refuse_project(const fs::path& path, const std::string& why) {
  throw ConfigError(fmt::format("new: cannot make {}: {}", path.string(), why));
}

/// Signals wait while it lives: what it is used for takes a moment, and would stay half done.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former_);
  }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }

 private:
  sigset_t former_ = {};
};

/// A new folder of a name that nobody can know before; gone again unless it was moved to its place.
class FolderBeside {
 public:
  explicit FolderBeside(const fs::path& place) : place_(place) {
    std::string name = fmt::format(".{}.partial-XXXXXX", place.string());
    if (mkdtemp(name.data()) == nullptr) refuse_project(place_, core::error_text(errno));
    path_ = name;
  }
  FolderBeside(const FolderBeside&) = delete;
  FolderBeside& operator=(const FolderBeside&) = delete;
  ~FolderBeside() {
    std::error_code ignored;
    if (!is_moved_) fs::remove_all(path_, ignored);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream file(path_ / name, std::ios::binary);
    file << text;
    file.close();
    if (!file)
      throw HostLimitError(fmt::format("new: cannot write {}: {}", core::escaped((place_ / name).string()),
                                       core::write_failure(path_ / name)));
  }
  void move_to_place() {
    std::error_code error;
    const mode_t mask = umask(0);
    umask(mask);
    fs::permissions(path_, static_cast<fs::perms>(0777U & ~mask),
                    error);  // until now nobody else could look in
    fs::rename(path_, place_, error);
    if (error) refuse_project(place_, error.message());
    is_moved_ = true;
  }

 private:
  fs::path place_, path_;
  bool is_moved_ = false;
};

/// " -DCMAKE_PREFIX_PATH=.." if CMake would not find the installation of this program by itself.
std::string prefix_option() {
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  if (error || !fs::exists(prefix / "include/toruscope/main.hpp", error)) return "";
  return prefix == "/usr" || prefix == "/usr/local" ? ""
                                                    : fmt::format(" -DCMAKE_PREFIX_PATH={}", prefix.string());
}

}  // namespace

ExitCode make_project(const Session& session) {
  if (!session.options.subject) throw ConfigError("new: a name for the project is needed: toruscope new NAME");
  const std::string& name = *session.options.subject;
  check_name(name);
  const starters::ProjectKind& kind = session.options.operation
                                          ? starters::project_kind(*session.options.operation)
                                          : starters::project_kinds().front();
  const fs::path place = name;
  std::error_code error;
  if (fs::exists(fs::symlink_status(place, error)))
    throw ConfigError(
        fmt::format("new: {} is there already, and nothing was changed; choose another name", name));
  std::string listing;
  {
    const SignalsWait until_it_is_there;
    FolderBeside folder(place);
    for (const starters::ProjectFile& file : starters::project_files(name, kind)) {
      folder.write(file.name, file.text);
      listing += fmt::format("  {:<16} {}\n", file.name, file.purpose);
    }
    folder.move_to_place();
  }
  write_to_stdout(
      fmt::format("made {}:\n{}next:\n  cd {}\n  cmake -B build{}\n  cmake --build build\n"
                  "  ctest --test-dir build\n",
                  name, listing, name, prefix_option()));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
