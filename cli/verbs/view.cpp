// SPDX-License-Identifier: Apache-2.0
// toruscope view EVENTS...: the page that plays a run, made from its log, or that compares several.

#include "cli/files/output_files.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/view.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

namespace toruscope::cli {

namespace {

/// Ten times what the largest run that a page shows takes.
constexpr std::uint64_t kMostLogBytes = std::uint64_t{1} << 30U;

}  // namespace

ExitCode view_logs(const Session& session) {
  const CommandOptions& options = session.options;
  if (options.files.empty())
    throw ConfigError("view: a log is needed, which --events FILE --spans writes: toruscope view FILE");
  if (std::find(options.files.begin(), options.files.end(), "-") != options.files.end())
    throw ConfigError("view: standard input is not read; name the file that --events FILE --spans has written");
  const std::filesystem::path first = options.files.front();
  const std::string place =
      options.output.value_or(std::filesystem::path(first).replace_extension(".html").string());
  std::vector<LogText> logs;
  for (const std::string& file : options.files)
    logs.push_back({file, core::read_input("view ", file, kMostLogBytes)});
  const FileOutput output("-o", place, "--view");
  std::ostringstream page;
  write_view_of_logs(page, logs);
  output.write([&](std::ostream& out) { out << page.view(); });
  if (output.is_file()) write_to_stdout("written: " + core::escaped(place) + "\n");
  return ExitCode::ok;
}

}  // namespace toruscope::cli
