// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/submissions.hpp"

#include "labs/labs.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// By the file's name, or the nearest folder's that names one.
const Lab* lab_of(const fs::path& file) {
  const Lab* found = nullptr;
  for (const fs::path& part : file.lexically_normal())
    if (const Lab* lab = find_lab(part.string())) found = lab;
  return found;
}

[[noreturn]] void refuse(const std::string& what) {
  std::vector<std::string> names;
  for (const Lab& lab : all_labs()) names.push_back(lab.name);
  throw ConfigError(fmt::format("grade: {}; labs are {}", what, fmt::join(names, ", ")));
}

/// All C++ files below, whose lab is `lab` or told by their names.
void add_folder(const fs::path& folder, const Lab* lab, std::vector<Submission>& all) {
  const std::size_t before = all.size();
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& file = entry->path();
    std::error_code unknown;
    const bool is_link = entry->is_symlink(unknown);
    if (file.extension() != ".cpp" || (!is_link && !entry->is_regular_file(unknown))) continue;
    const Lab* const of_file =
        lab != nullptr ? lab : lab_of(folder.filename() / file.lexically_relative(folder));
    if (of_file != nullptr) all.push_back({file.string(), file, of_file, is_link});
  }
  if (all.size() == before)
    refuse(
        fmt::format("{} has no submission: a file 01-NAME.cpp, NAME/01.cpp or 01/NAME.cpp", folder.string()));
}

}  // namespace

std::vector<Submission> find_submissions(const std::string& subject, const std::vector<std::string>& files,
                                         const fs::path& labs) {
  const fs::path named = without_slash(subject);
  const Lab* const lab = find_lab(named.filename().string());
  if (lab == nullptr && !is_folder(named)) refuse(fmt::format("\"{}\" is no lab and no folder", subject));
  std::vector<Submission> all;
  if (files.empty() && lab == nullptr) add_folder(named, nullptr, all);
  if (files.empty() && lab != nullptr) {
    const fs::path folder = is_folder(named) ? named : labs / lab->name;
    all.push_back({(folder / "starter.cpp").string(), folder / "starter.cpp", lab});
  }
  for (const std::string& file : files) {
    const Lab* const of_file = lab != nullptr ? lab : lab_of(file);
    std::error_code error;
    if (!fs::exists(file, error)) refuse(fmt::format("there is no file {}", file));
    if (is_folder(file))
      add_folder(without_slash(file), lab, all);
    else if (of_file != nullptr)
      all.push_back({file, file, of_file});
    else
      refuse(fmt::format("{} names no lab", file));
  }
  std::sort(all.begin(), all.end(), [](const Submission& a, const Submission& b) { return a.name < b.name; });
  return all;
}

}  // namespace toruscope::labs
