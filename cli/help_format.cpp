// SPDX-License-Identifier: Apache-2.0

#include "cli/help_format.hpp"

#include <fmt/format.h>

namespace toruscope::detail {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 ok, 1 wrong result, 2 usage or a refused description, 3 deadlock, 4 port rule broken,\n"
    "5 a run was faster than its lower bound: PEs that share memory (globals, statics, captured references)\n"
    "cheat the machine; else a defect of Toruscope, 6 a limit of this computer, 7 the PE program threw or\n"
    "misused the interface, 130 interrupted.\n"
    "Of an option that is given twice the last one counts. A long option may be cut short where that is "
    "clear:\n"
    "--top for --topology.";

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

}  // namespace

std::shared_ptr<CLI::Formatter> help_format() {
  return std::make_shared<HelpFormat>();
}

std::string help_footer(const std::vector<const char*>& examples) {
  std::string text;
  for (const char* example : examples) text += fmt::format("  toruscope {}\n", example);
  return (text.empty() ? text : "Examples:\n" + text + "\n") + kFooter;
}

}  // namespace toruscope::detail
