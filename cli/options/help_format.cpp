// SPDX-License-Identifier: Apache-2.0

#include "cli/options/help_format.hpp"

#include "runtime/core/fold.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace toruscope::cli {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 ok, 1 wrong result, 2 usage or a refused description, 3 deadlock, 4 port rule broken, "
    "5 a run was faster than its lower bound: PEs that share memory (globals, statics, captured references) "
    "cheat the machine; else a defect of Toruscope, 6 a limit of this computer, 7 the PE program threw or "
    "misused the interface, 130 interrupted.\n"
    "Of an option that is given twice the last one counts. A long option may be cut short where that is "
    "clear: --top for --topology.";

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

std::string help_footer(const std::vector<const char*>& examples) {
  std::string text;
  for (const char* example : examples) text += fmt::format("  toruscope {}\n", example);
  return (text.empty() ? text : "Examples:\n" + text + "\n") + kFooter;
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
