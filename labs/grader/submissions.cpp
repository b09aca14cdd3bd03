// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/submissions.hpp"

#include "labs/grader/names.hpp"
#include "labs/grader/walk.hpp"
#include "labs/labs.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <system_error>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNames = "01-NAME.cpp, NAME_lab1.cpp, NAME/01.cpp or 01/NAME.cpp";

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Folder of a lab's README.md and starter.cpp.
fs::path folder_of(const Lab& lab, const fs::path& installed) {
  return lab.folder.empty() ? installed / lab.name : fs::path(lab.folder);
}

/// The mpi.h of the lab for a submission in C, nothing if the lab has none; an empty path for one
/// in C++.
std::optional<fs::path> mpi_header_of(const Lab& lab, const fs::path& file, const fs::path& installed) {
  if (!is_mpi_source(file)) return fs::path();
  std::error_code error;
  fs::path header = folder_of(lab, installed) / "mpi.h";
  if (!fs::exists(header, error)) return std::nullopt;
  return header;
}

std::string not_in_c(const Lab& lab) {
  return fmt::format("is C, and lab {} is solved in C++ (.cpp)", lab.name);
}

[[noreturn]] void refuse(const std::vector<Lab>& labs, const std::string& what) {
  std::vector<std::string> names;
  for (const Lab& lab : labs) names.push_back(lab.name);
  throw ConfigError(fmt::format("grade: {}; labs are {}", what, core::joined(names, ", ")));
}

/// Files of a folder that are no submissions, by reason.
class PassedOver {
 public:
  void add(const std::string& why, const fs::path& file) { files_[why].push_back(file.string()); }

  /// Adds a sentence for each reason.
  void tell(std::vector<std::string>& into) {
    constexpr std::size_t kMost = 5;
    for (auto& [why, files] : files_) {
      std::sort(files.begin(), files.end());
      const std::size_t count = files.size();
      files.resize(std::min(count, kMost));
      into.push_back(fmt::format("not graded: {}{}: {}", core::joined(files, ", "),
                                 count > kMost ? fmt::format(" and {} more", count - kMost) : "", why));
    }
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// Adds a folder's entry if it is a submission of `lab`, or of the lab in its name.
void add_entry(const std::vector<Lab>& labs, const fs::directory_entry& entry, const fs::path& folder,
               const Lab* lab, const fs::path& installed, Found& found, PassedOver& passed_over) {
  const fs::path& file = entry.path();
  std::error_code error;
  const bool is_link = entry.is_symlink(error);
  if (!is_source(file) && !is_mpi_source(file))
    return passed_over.add("no source in C++ (.cpp, .cc, .cxx, .c++, .C), nor in C (.c)", file);
  if (!is_link && !entry.is_regular_file(error)) return passed_over.add("no regular file", file);
  const fs::path place = folder.filename() / file.lexically_relative(folder);
  const NamedLab named = lab_in_path(labs, place);
  const Lab* const of_file = lab != nullptr ? lab : named.lab;
  if (of_file == nullptr)
    return passed_over.add(fmt::format("the name {}; a submission is {}", named.why, kNames), file);
  std::string student = student_in_path(labs, file.lexically_relative(folder));
  const auto header = mpi_header_of(*of_file, file, installed);
  if (!header) return passed_over.add(not_in_c(*of_file), file);
  found.submissions.push_back({file.string(), file, of_file, is_link, std::move(student), *header});
}

/// Errors    HostLimitError if this computer is the reason.
std::string unread_text(const fs::path& folder, const std::error_code& error) {
  if (error == std::errc::too_many_files_open || error == std::errc::too_many_files_open_in_system ||
      error == std::errc::not_enough_memory)
    throw HostLimitError(
        fmt::format("grade: the folder {} cannot be read: {}; raise that limit of this computer",
                    core::shown(folder.string()), error.message()));
  return fmt::format("the folder {} cannot be read: {}; nothing in it is graded", core::shown(folder.string()),
                     error.message());
}

/// Adds all sources below, of `lab` or of the labs in their names.
void add_folder(const std::vector<Lab>& labs, const fs::path& folder, const Lab* lab, const fs::path& installed,
                Found& found) {
  const std::size_t before = found.submissions.size();
  const std::size_t unread_before = found.unread.size();
  PassedOver passed_over;
  walk_folder(
      folder,
      [&](const fs::directory_entry& entry) {
        add_entry(labs, entry, folder, lab, installed, found, passed_over);
      },
      [&](const fs::path& place, const std::error_code& error) {
        found.unread.push_back(unread_text(place, error));
      });
  passed_over.tell(found.passed_over);
  if (found.submissions.size() > before) return;
  if (found.unread.size() > unread_before) throw ConfigError("grade: " + found.unread.back());
  refuse(labs,
         fmt::format(
             "{} has no submission: a file {}{}", folder.string(), kNames,
             found.passed_over.empty() ? "" : fmt::format(" ({})", core::joined(found.passed_over, "; "))));
}

}  // namespace

Found find_submissions(const std::vector<Lab>& labs, const std::string& subject,
                       const std::vector<std::string>& files, const fs::path& installed) {
  const fs::path named = without_slash(subject);
  const NamedLab by_name = lab_in_name(labs, named.filename().string());
  const Lab* const lab =
      find_lab(labs, named.filename().string()) != nullptr || by_name.rest.empty() ? by_name.lab : nullptr;
  if (lab == nullptr && !is_folder(named)) refuse(labs, fmt::format("\"{}\" is no lab and no folder", subject));
  Found found;
  const fs::path starter =
      (lab == nullptr || is_folder(named) ? named : folder_of(*lab, installed)) / "starter.cpp";
  std::error_code unknown;
  if (files.empty() && is_folder(named) && (lab == nullptr || !fs::exists(starter, unknown))) {
    add_folder(labs, named, lab, installed, found);
  } else if (files.empty()) {
    found.submissions.push_back({starter.string(), starter, lab, false, "starter"});
  }
  for (const std::string& file : files) {
    const NamedLab of_name = lab_in_path(labs, file);
    const Lab* const of_file = lab != nullptr ? lab : of_name.lab;
    std::error_code error;
    if (!fs::exists(file, error)) refuse(labs, fmt::format("there is no file {}", file));
    if (is_folder(file)) {
      add_folder(labs, without_slash(file), lab, installed, found);
      continue;
    }
    if (of_file == nullptr) refuse(labs, fmt::format("{} {}", file, of_name.why));
    const auto header = mpi_header_of(*of_file, file, installed);
    if (!header) throw ConfigError(fmt::format("grade: {} {}", core::shown(file), not_in_c(*of_file)));
    found.submissions.push_back(
        {file, file, of_file, false, student_in_path(labs, fs::path(file).filename()), *header});
  }
  std::sort(found.submissions.begin(), found.submissions.end(),
            [](const Submission& a, const Submission& b) { return a.name < b.name; });
  std::sort(found.unread.begin(), found.unread.end());
  return found;
}

}  // namespace toruscope::labs
