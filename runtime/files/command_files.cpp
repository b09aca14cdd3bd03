// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/command_files.hpp"

#include "runtime/core/shown_text.hpp"
#include "runtime/files/output_place.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <mutex>
#include <system_error>
#include <vector>

namespace toruscope::core {

namespace fs = std::filesystem;

namespace {

struct NamedOutput {
  std::string option;
  fs::path file;
};

struct CommandNotes {
  std::mutex mutex;
  int commands = 0;  // guarded by mutex, as all that follows
  std::vector<fs::path> inputs;
  std::vector<NamedOutput> outputs;
};

CommandNotes& command_notes() {
  static CommandNotes all;
  return all;
}

bool are_one_file(const fs::path& a, const fs::path& b) {
  std::error_code error;  // of a file that is not there yet
  const fs::file_status status = fs::status(a, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return false;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path file = file_behind(a);
  return !file.empty() && file == file_behind(b);
}

[[noreturn]] void refuse_replacing(const NamedOutput& output, const fs::path& input) {
  throw ConfigError(fmt::format("{} {}: it would replace {}, which this command reads; name another file",
                                output.option, escaped(output.file.string()), escaped(input.string())));
}

}  // namespace

CommandFiles::CommandFiles() {
  CommandNotes& all = command_notes();
  const std::lock_guard lock(all.mutex);
  ++all.commands;
}

CommandFiles::~CommandFiles() {
  CommandNotes& all = command_notes();
  const std::lock_guard lock(all.mutex);
  if (--all.commands > 0) return;
  all.inputs.clear();
  all.outputs.clear();
}

void note_input(const fs::path& file) {
  CommandNotes& all = command_notes();
  const std::lock_guard lock(all.mutex);
  if (all.commands == 0 || std::find(all.inputs.begin(), all.inputs.end(), file) != all.inputs.end()) return;
  for (const NamedOutput& output : all.outputs)
    if (are_one_file(file, output.file)) refuse_replacing(output, file);
  all.inputs.push_back(file);
}

void note_output(const std::string& option, const fs::path& file) {
  CommandNotes& all = command_notes();
  const std::lock_guard lock(all.mutex);
  if (all.commands == 0) return;
  const NamedOutput output{option, file};
  for (const fs::path& input : all.inputs)
    if (are_one_file(input, file)) refuse_replacing(output, input);
  for (const NamedOutput& other : all.outputs)
    if (other.option != option && are_one_file(other.file, file))
      throw ConfigError(fmt::format("output: {} and {} name the same file, {}; give two", other.option, option,
                                    escaped(file.string())));
  all.outputs.push_back(output);
}

}  // namespace toruscope::core
