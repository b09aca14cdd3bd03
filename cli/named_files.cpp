// SPDX-License-Identifier: Apache-2.0

#include "cli/named_files.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>
#include <system_error>

namespace toruscope::detail {

namespace {

bool are_one_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;  // of a file that is not there yet
  if (std::filesystem::exists(a, error) && !std::filesystem::is_regular_file(a, error)) return false;
  return std::filesystem::equivalent(a, b, error) ||
         std::filesystem::weakly_canonical(std::filesystem::absolute(a), error) ==
             std::filesystem::weakly_canonical(std::filesystem::absolute(b), error);
}

}  // namespace

std::vector<NamedFile> written_files(const CommandOptions& options) {
  return {{"-o", options.output},
          {"--events", options.events},
          {"--traffic", options.traffic},
          {"--output", options.app_output}};
}

void refuse_same_file(const char* command, const std::vector<NamedFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (files[i].file && files[j].file && are_one_file(*files[i].file, *files[j].file))
        throw ConfigError(fmt::format("{}: {} and {} name the same file, {}; give two", command,
                                      files[j].option, files[i].option, *files[i].file));
}

void refuse_overwriting(const std::filesystem::path& input, const CommandOptions& options) {
  for (const NamedFile& written : written_files(options))
    if (written.file && are_one_file(input, *written.file))
      throw ConfigError(fmt::format("{} {}: it would replace {}, which this command reads; name another file",
                                    written.option, *written.file, input.string()));
}

}  // namespace toruscope::detail
