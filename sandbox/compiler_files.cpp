// SPDX-License-Identifier: Apache-2.0
#include "sandbox/compiler_files.hpp"

#include "sandbox/contained.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace toruscope::sandbox {

namespace fs = std::filesystem;

namespace {

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool is_of_system(const fs::path& path) {
  const auto& all = system_files();
  return std::any_of(all.begin(), all.end(), [&](const fs::path& folder) { return is_below(path, folder); });
}

/// True for a folder whose readers could read more than anybody meant.
bool holds_everything(const fs::path& folder) {
  std::error_code error;
  const char* const home = std::getenv("HOME");
  const std::array<fs::path, 4> others{home == nullptr ? "/root" : home, fs::current_path(error),
                                       fs::temp_directory_path(error), "/home"};
  return folder == folder.root_path() || folder.parent_path() == folder.root_path() ||
         std::any_of(others.begin(), others.end(), [&](const fs::path& other) {
           return !other.empty() && is_below(fs::weakly_canonical(other, error), folder);
         });
}

/// Files that a compiler says it needs.
class Needs {
 public:
  explicit Needs(const fs::path& compiler) : compiler_(compiler) {
    add_program(compiler);
    for_lines({"-###", "-x", "c++", "-shared", "-o", "x", "/dev/null"}, [this](const std::string& line) {
      if (line.starts_with(' ')) add_program(first_word(line));
    });
    for (const char* program : {"cc1plus", "as", "ld", "collect2"})
      for_lines({std::string("-print-prog-name=") + program},
                [this](const std::string& line) { add_program(line); });
    for_lines({"-print-search-dirs"}, [this](const std::string& line) { add_searched(line); });
    bool is_in_list = false;
    for_lines({"-E", "-v", "-x", "c++", "/dev/null"}, [&](const std::string& line) {
      if (line.starts_with("End of search list")) is_in_list = false;
      if (is_in_list) add_folder(first_word(line));
      if (line.starts_with("#include <...>")) is_in_list = true;
    });
  }

  [[nodiscard]] std::vector<fs::path> all() const { return {all_.begin(), all_.end()}; }

 private:
  static std::string first_word(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    std::erase(word, '"');
    return word;
  }

  /// Calls each(line) for a program's output; it runs as compilers do, but may read all files.
  static void for_lines_of(const std::vector<std::string>& command,
                           const std::function<void(const std::string&)>& each) {
    std::error_code error;
    const Ended ended = run_contained(
        command, "",
        {.folder = fs::temp_directory_path(error), .readable = {"/"}, .wall_seconds = 20, .open_files = 256});
    std::istringstream lines(ended.output);
    for (std::string line; std::getline(lines, line);) each(line);
  }
  void for_lines(std::vector<std::string> arguments,
                 const std::function<void(const std::string&)>& each) const {
    arguments.insert(arguments.begin(), compiler_.string());
    for_lines_of(arguments, each);
  }

  /// Adds a program, with the files that start it.
  void add_program(const fs::path& program) {
    if (!add_file(program)) return;
    std::ifstream file(program, std::ios::binary);
    std::string line;
    std::getline(file, line);
    if (line.starts_with("#!")) return add_program(first_word(line.substr(2)));
    for_lines_of({"/usr/bin/ldd", program.string()}, [this](const std::string& told) {
      constexpr std::string_view kArrow = " => ";
      const std::size_t arrow = told.find(kArrow);
      add_file(first_word(arrow == std::string::npos ? told : told.substr(arrow + kArrow.size())));
    });
  }
  /// Adds a file. True if it is new, and needs to be told.
  bool add_file(const fs::path& path) {
    std::error_code error;
    const fs::path file = fs::canonical(path, error);
    if (error || !path.is_absolute() || !fs::is_regular_file(file, error) || is_of_system(file)) return false;
    return all_.insert(file).second;
  }
  void add_folder(const fs::path& path) {
    std::error_code error;
    const fs::path folder = fs::canonical(path, error);
    if (error || !path.is_absolute() || !fs::is_directory(folder, error) || is_of_system(folder)) return;
    if (!holds_everything(folder)) all_.insert(folder);
  }
  /// Adds the folders of "install: PATH" and "libraries: =PATH:PATH"; programs are named singly.
  void add_searched(const std::string& line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || line.starts_with("programs")) return;
    std::istringstream folders(line.substr(std::min(line.find_first_not_of("= ", colon + 1), line.size())));
    for (std::string folder; std::getline(folders, folder, ':');) add_folder(folder);
  }

  const fs::path& compiler_;
  std::set<fs::path> all_;
};

}  // namespace

const std::vector<fs::path>& system_files() {
  static const std::vector<fs::path> all{
      "/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives", "/nix/store", "/gnu/store"};
  return all;
}

std::vector<fs::path> files_of_compiler(const fs::path& compiler) {
  std::error_code error;
  const fs::path program = fs::canonical(compiler, error);
  if (error || is_of_system(program)) return {};
  return Needs(compiler).all();
}

}  // namespace toruscope::sandbox
