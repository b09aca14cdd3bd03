// SPDX-License-Identifier: Apache-2.0
// toruscope man VERB: the manual page of a verb. man --all -o DIR: those of all verbs.

#include "apps/application.hpp"
#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/files/output_files.hpp"
#include "cli/process/computer.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <ostream>
#include <sstream>
#include <system_error>
#include <vector>

namespace toruscope::cli {

namespace {

/// Hyphens that are typed, backslashes, and what would begin a request, as roff has them.
std::string roff(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '\\')
      all += "\\e";
    else if (c == '-')
      all += "\\-";
    else if (c == '\'')
      all += "\\(aq";
    else if (c == '`')
      all += "\\(ga";
    else
      all += c;
  }
  return all.starts_with('.') ? "\\&" + all : all;
}

/// A paragraph with one sentence in each line, as roff likes it.
std::string paragraph(const std::string& text) {
  return roff(text) + "\n";
}

void add_section(std::string& page, const char* title, const std::string& content) {
  if (!content.empty()) page += fmt::format(".SH {}\n{}", title, content);
}

std::string synopsis(const CLI::App& verb) {
  std::string line = ".B toruscope";
  if (verb.get_parent() != nullptr) line += " " + roff(words_of(verb));
  line += "\n";
  for (const CLI::Option* subject : verb.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    line += ".RI [ " + roff(subject->get_name(true)) + " ]\n";
  if (!verb.get_subcommands({}).empty()) line += ".I VERB\n";
  return line + ".RI [ OPTIONS ]\n";
}

std::string options_text(const CLI::App& verb) {
  std::string text;
  for (const CLI::Option* subject : verb.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    text += fmt::format(".TP\n.I {}\n{}", roff(subject->get_name(true)), paragraph(subject->get_description()));
  for (const std::string& group : verb.get_groups()) {
    if (group.empty()) continue;
    const auto options = options_in(verb, group, true);
    if (options.empty()) continue;
    text += fmt::format(".SS {}\n", roff(group));
    for (const CLI::Option* option : options)
      text += fmt::format(".TP\n.B {}\n{}", roff(typed(*option)), paragraph(option->get_description()));
  }
  return text;
}

/// The applications with their own options: on the page of `run`.
std::string applications_text(const CLI::App& verb, const std::string& only) {
  std::string text;
  if (verb.get_name() != "run") return text;
  for (const Application& app : applications()) {
    if (!only.empty() && app.name != only) continue;
    text += fmt::format(".SS {}\n{}", roff(app.name), paragraph(app.description));
    text += fmt::format(".TP\n.B \\-\\-input FILE\n{}.TP\n.B \\-\\-output FILE\n{}", paragraph(app.inputs),
                        paragraph(app.outputs));
    for (const AppOption& option : app.options)
      text += fmt::format(".TP\n.B {}\n{}", roff("--" + option.name), paragraph(explained(option)));
  }
  return text;
}

std::string verbs_text(const CLI::App& verb) {
  std::string text;
  for (const CLI::App* below : verb.get_subcommands({}))
    text += fmt::format(".TP\n.B {}\n{}", roff(below->get_name()), paragraph(below->get_description()));
  return text;
}

std::string examples_of(const CLI::App& verb) {
  std::istringstream commands(verb.get_footer());
  std::string text;
  for (std::string command; std::getline(commands, command);) text += roff(command) + "\n";
  return text.empty() ? text : ".nf\n" + text + ".fi\n";
}

/// The verbs above and below.
std::string see_also(const CLI::App& verb) {
  std::vector<std::string> pages;
  if (verb.get_parent() != nullptr) pages.push_back(manual_name(*verb.get_parent()));
  for (const CLI::App* below : verb.get_subcommands({})) pages.push_back(manual_name(*below));
  std::string text;
  for (std::size_t i = 0; i < pages.size(); ++i)
    text += fmt::format(".BR {} (1){}\n", roff(pages[i]), i + 1 < pages.size() ? "," : "");
  return text;
}

}  // namespace

std::string manual_name(const CLI::App& verb) {
  if (verb.get_parent() == nullptr) return "toruscope";
  std::string name = "toruscope-" + words_of(verb);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const CLI::App& verb, const std::string& app) {
  const std::string name = manual_name(verb);
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::string page =
      fmt::format(".TH {} 1 \"\" \"toruscope {}\" \"Toruscope\"\n", roff(title), roff(version()));
  add_section(page, "NAME", fmt::format("{} \\- {}\n", roff(name), roff(verb.get_description())));
  add_section(page, "SYNOPSIS", synopsis(verb));
  add_section(page, "VERBS", verbs_text(verb));
  add_section(page, "OPTIONS", options_text(verb) + ".PP\n" + paragraph(option_rules_text()));
  add_section(page, "APPLICATIONS", applications_text(verb, app));
  add_section(page, "EXIT STATUS", paragraph(exit_codes_text()));
  add_section(page, "EXAMPLES", examples_of(verb));
  add_section(page, "SEE ALSO", see_also(verb));
  return page;
}

namespace {

/// The manual page of the verb that the words name; read_command_line has refused unknown verbs.
std::string page_of(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    if (at->get_subcommands({}).empty()) return manual_page(*at, word);
    at = at->get_subcommand(word);
  }
  return manual_page(*at);
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
    write_to_stdout(page_of(tree.app(), options.words));
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
