// SPDX-License-Identifier: Apache-2.0
#include "cli/files/schedule_files.hpp"

#include "cli/options/numbers.hpp"
#include "formats/entries.hpp"
#include "runtime/core/input_file.hpp"

#include <algorithm>
#include <string_view>

namespace toruscope::cli {

namespace {

constexpr std::string_view kFile = "file:";
/// A schedule of a thousand steps a GPU for 64 GPUs has about 10 MB.
constexpr std::uint64_t kLongestSchedule = std::uint64_t{1} << 28U;

}  // namespace

std::vector<std::filesystem::path> schedule_files(const CommandOptions& options) {
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& name) {
    if (!name.starts_with(kFile)) return;
    const std::filesystem::path file = name.substr(kFile.size());
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  };
  if (options.algorithm)
    for (const std::string& name : split(*options.algorithm, ',')) add(name);
  if (options.subject) add(*options.subject);
  return files;
}

Tables with_schedules(const Tables& tables, const CommandOptions& options) {
  Tables all = tables;
  for (const std::filesystem::path& file : schedule_files(options)) {
    const std::string text = core::read_input("schedule: ", file, kLongestSchedule);
    formats::add_schedule(all.algorithms, std::string(kFile) + file.string(),
                          formats::read_msccl(file.string(), text));
  }
  return all;
}

}  // namespace toruscope::cli
