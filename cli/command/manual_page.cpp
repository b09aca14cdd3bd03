// SPDX-License-Identifier: Apache-2.0

#include "cli/command/manual_page.hpp"

#include "apps/application.hpp"
#include "cli/command/help_format.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/process/build_info.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
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

/// Of `run`: the applications with their own options.
std::string applications_text(const CLI::App& verb) {
  std::string text;
  if (verb.get_name() != "run") return text;
  for (const Application& app : applications()) {
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

/// Of the verbs above, beside and below.
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

std::string manual_page(const CLI::App& verb) {
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
  add_section(page, "APPLICATIONS", applications_text(verb));
  add_section(page, "EXIT STATUS", paragraph(exit_codes_text()));
  add_section(page, "EXAMPLES", examples_of(verb));
  add_section(page, "SEE ALSO", see_also(verb));
  return page;
}

}  // namespace toruscope::cli
