// SPDX-License-Identifier: Apache-2.0
// toruscope merge FILE...: the parts that commands with --shard have written, as one table.

#include "cli/tables/shard.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <vector>

namespace toruscope::cli {

ExitCode merge_parts(const Session& session) {
  CommandOptions options = session.options;
  options.format = "csv";
  const Console console(options);
  if (options.files.empty()) throw ConfigError("merge: which files? toruscope merge part-*.csv -o all.csv");
  std::vector<Part> parts;
  for (const std::string& file : options.files)
    parts.push_back(read_part(file, core::read_input("merge: ", file, kLargestPart)));
  try {
    console.result(merged_text(parts, true));
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("merge: {}", error.what()));
  }
  return ExitCode::ok;
}

}  // namespace toruscope::cli
