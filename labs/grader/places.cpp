// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/places.hpp"

#include "runtime/core/shown_text.hpp"
#include "sandbox/compiler_files.hpp"

#include <toruscope/error.hpp>

#include <cstdlib>
#include <fmt/core.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace toruscope::labs {

using namespace sandbox;

namespace fs = std::filesystem;

namespace {

constexpr const char* kRunner = "toruscope-lab-runner";

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// The source tree of a program in `build`/cli, as CMake noted it.
fs::path source_tree(const fs::path& build) {
  std::ifstream cache(build / "CMakeCache.txt");
  constexpr std::string_view kKey = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  for (std::string line; std::getline(cache, line);)
    if (line.starts_with(kKey)) return line.substr(kKey.size());
  return {};
}

std::optional<fs::path> in_path(const std::string& program) {
  std::error_code error;
  if (program.find('/') != std::string::npos) {
    if (!is_there(program)) return std::nullopt;
    return fs::absolute(program, error);
  }
  const char* const all = std::getenv("PATH");
  std::istringstream folders(all == nullptr ? "/usr/bin:/bin" : all);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && is_there(fs::path(folder) / program)) return fs::path(folder) / program;
  return std::nullopt;
}

fs::path compiler_called(const std::string& wanted) {
  if (!wanted.empty()) {
    if (const auto found = in_path(wanted)) return *found;
    throw ConfigError(fmt::format("grade: there is no compiler {}", wanted));
  }
  for (const char* name : {"c++", "g++", "clang++"})
    if (const auto found = in_path(name)) return *found;
  throw ConfigError(
      "grade: no C++ compiler (c++, g++ or clang++) is installed, and submissions have to be built; on Debian: "
      "apt install g++");
}

}  // namespace

std::vector<fs::path> Places::readable() const {
  std::vector<fs::path> all;
  for (const fs::path& path : system_files())
    if (is_there(path)) all.push_back(path);
  all.insert(all.end(), {runner, headers});
  if (is_there(mpi_headers)) all.push_back(mpi_headers);
  all.insert(all.end(), of_compiler.begin(), of_compiler.end());
  return all;
}

Places find_places(const std::string& runner) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path above = program.parent_path().parent_path();
  Places places{.above = above};
  if (is_there(above / "libexec/toruscope" / kRunner)) {
    places.runner = above / "libexec/toruscope" / kRunner;
    places.headers = above / "include";
    places.mpi_headers = above / "include/toruscope-mpi";
    places.labs = above / "share/toruscope/labs";
  } else {
    const fs::path sources = source_tree(above);
    places.runner = above / "labs" / kRunner;
    places.headers = sources / "include";
    places.mpi_headers = sources / "mpi/include";
    places.labs = sources / "labs";
  }
  const auto require = [&](const fs::path& path, const char* what) {
    if (!is_there(path))
      throw ConfigError(
          fmt::format("grade: {} belongs to {}, and there is no {}; call the program where it was built or "
                      "installed, not a copy of it",
                      what, core::escaped(program.string()), core::escaped(path.string())));
  };
  require(places.runner, "the program that runs labs");
  require(places.headers / "toruscope/toruscope.hpp", "the library");
  if (runner.empty()) return places;
  places.runner = fs::absolute(runner, error);
  if (is_there(places.runner)) return places;
  throw ConfigError(
      fmt::format("grade --labs: there is no file {}; it is the program that toruscope_add_labs of the CMake "
                  "package makes",
                  core::escaped(runner)));
}

void find_compiler(Places& places, const std::string& name) {
  places.compiler = compiler_called(name);
  places.of_compiler = files_of_compiler(places.compiler);
}

}  // namespace toruscope::labs
