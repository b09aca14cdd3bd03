// SPDX-License-Identifier: Apache-2.0
// toruscope man VERB: the manual page of a verb. man --all -o DIR: of all verbs, as the installation needs them.

#include "cli/command/manual_page.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <ostream>
#include <system_error>

namespace toruscope::cli {

namespace {

/// Errors    ConfigError for a word that is no verb there.
const CLI::App& verb_of(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    const std::vector<std::string> known = names_of_verbs(*at);
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw ConfigError(core::unknown_name("verb", "verbs", word, known));
    at = at->get_subcommand(word);
  }
  return *at;
}

void write_pages(const CLI::App& verb, const std::filesystem::path& folder) {
  const FileOutput file("-o", (folder / (manual_name(verb) + ".1")).string());
  file.write([&](std::ostream& out) { out << manual_page(verb); });
  for (const CLI::App* below : verb.get_subcommands({})) write_pages(*below, folder);
}

}  // namespace

ExitCode write_manual(const Session& session) {
  const CommandOptions& options = session.options;
  CommandOptions unused;
  VerbTree tree(unused);
  if (options.all_items != options.folder.has_value())
    throw ConfigError("man: --all and -o DIR go together: toruscope man --all -o DIR");
  if (!options.all_items) {
    write_to_stdout(manual_page(verb_of(tree.app(), options.words)));
    return ExitCode::ok;
  }
  if (!options.words.empty()) throw ConfigError("man: --all writes the pages of all verbs; leave VERB out");
  std::error_code error;
  std::filesystem::create_directories(*options.folder, error);
  if (error)
    throw ConfigError(
        fmt::format("man: cannot make the folder {}: {}; give another", *options.folder, error.message()));
  write_pages(tree.app(), *options.folder);
  return ExitCode::ok;
}

}  // namespace toruscope::cli
