// SPDX-License-Identifier: Apache-2.0

#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/fold.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sstream>

namespace toruscope::cli {

namespace {

constexpr std::size_t kShortHelp = 12;  // a verb with no more options shows all of them

bool is_option(const CLI::Option& option) {
  return option.nonpositional() && !option.get_group().empty();
}

bool is_common(const CLI::Option& option) {
  const std::vector<std::string>& common = common_options();
  const auto names_it = [&](const std::string& name) {
    return std::find(common.begin(), common.end(), name) != common.end();
  };
  const auto& longs = option.get_lnames();
  const auto& shorts = option.get_snames();
  return std::any_of(longs.begin(), longs.end(), [&](const std::string& n) { return names_it("--" + n); }) ||
         std::any_of(shorts.begin(), shorts.end(), [&](const std::string& n) { return names_it("-" + n); });
}

bool has_many_options(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* o) { return is_option(*o); }).size() > kShortHelp;
}

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = "Usage: " + name;
    for (const CLI::Option* subject :
         app->get_options([](const CLI::Option* o) { return o->get_positional(); }))
      usage += " " + subject->get_name(true);
    const bool has_verbs = !app->get_subcommands({}).empty();
    return usage + (has_verbs ? " VERB" : "") + " [OPTIONS]\n";
  }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = make_description(app) + make_usage(app, name) + make_positionals(app);
    for (const std::string& group : app->get_groups()) {
      if (group.empty()) continue;
      const auto shown = options_in(*app, group, mode == CLI::AppFormatMode::All);
      if (!shown.empty()) text += make_group(group, false, shown) + "\n";
    }
    if (mode != CLI::AppFormatMode::All && has_many_options(*app))
      text += fmt::format("\nAll options: toruscope {} --help-all\n", words_of(*app));
    return text + make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" + make_footer(app);
  }
  std::string make_footer(const CLI::App* app) const override {
    std::istringstream commands(app->get_footer());
    std::string text;
    for (std::string command; std::getline(commands, command);)
      text += (text.empty() ? "Examples:\n  " : "  ") + command + "\n";
    text += fmt::format("\n{}\n{}\n", exit_codes_text(), option_rules_text());
    return text;
  }
};

constexpr std::size_t kDescriptions = 30;  // the column where CLI11 begins them

/// "  --name VALUE       description" and the description alone on the line below a long name.
bool has_description(const std::string& line) {
  return line.size() > kDescriptions && line.starts_with("  ") && line[kDescriptions] != ' ' &&
         line[kDescriptions - 1] == ' ';
}

}  // namespace

std::shared_ptr<CLI::Formatter> help_format() {
  return std::make_shared<HelpFormat>();
}

std::string examples_text(const std::vector<const char*>& examples) {
  std::string text;
  for (const char* example : examples) text += fmt::format("toruscope {}\n", example);
  return text;
}

const char* exit_codes_text() {
  return "Exit codes: 0 ok, 1 wrong result, 2 usage or a refused description, 3 deadlock, 4 port rule broken, "
         "5 a run was faster than its lower bound: PEs that share memory (globals, statics, captured "
         "references) cheat the machine; else a defect of Toruscope, 6 a limit of this computer, 7 the PE "
         "program threw or misused the interface, 130 interrupted.";
}

const char* option_rules_text() {
  return "Of an option that is given twice the last one counts. A long option may be cut short where that is "
         "clear: --top for --topology.";
}

std::string application_help(const Application& app, std::size_t width) {
  TextSheet sheet;
  sheet.line(app.name, app.description);
  sheet.line("--input", app.inputs);
  sheet.line("--output", app.outputs);
  for (const AppOption& option : app.options) sheet.line("--" + option.name, explained(option));
  return sheet.text(width);
}

std::vector<const CLI::Option*> options_in(const CLI::App& verb, const std::string& group, bool all) {
  const bool is_short = !all && has_many_options(verb);
  return verb.get_options([&](const CLI::Option* option) {
    return option->get_group() == group && is_option(*option) && (!is_short || is_common(*option));
  });
}

std::string typed(const CLI::Option& option) {
  const std::string type = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
  return option.get_name(false, true) + (type.empty() ? "" : " " + type);
}

std::string folded_help(const std::string& help, std::size_t width) {
  std::string all;
  std::istringstream lines(help);
  bool was_empty = true;
  for (std::string line; std::getline(lines, line); was_empty = line.empty()) {
    if (line.empty() && was_empty) continue;
    if (has_description(line)) {
      std::string name = line.substr(0, kDescriptions);
      name.erase(name.find_last_not_of(' ') + 1);
      all += core::labelled(name, kDescriptions, line.substr(kDescriptions), width);
      continue;
    }
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    all += core::labelled(std::string(indent, ' '), indent, line.substr(indent), width);
  }
  return all;
}

}  // namespace toruscope::cli
