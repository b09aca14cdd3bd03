// SPDX-License-Identifier: Apache-2.0
// The verbs as a tree: what each may be followed by, examples of it, and which function carries it out.

#pragma once

#include "cli/command/option_groups.hpp"
#include "cli/verbs/verbs.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace toruscope::cli {

using VerbFunction = ExitCode (*)(const Session&);

/// The tree of verbs that CLI11 parses, and what each leaf means.
class VerbTree {
 public:
  /// What is parsed goes to `options`, which must live longer.
  explicit VerbTree(CommandOptions& options);

  [[nodiscard]] CLI::App& app() { return app_; }
  /// The leaf that was parsed, null if none.
  [[nodiscard]] const CLI::App* parsed() const;
  [[nodiscard]] VerbFunction function(const CLI::App* verb) const;

 private:
  struct Entry {
    const char* name;
    const char* description;
    std::vector<const char*> examples;
    VerbFunction carry_out = nullptr;
  };
  CLI::App& add(CLI::App& parent, const Entry& entry);
  void add_subject(CLI::App& verb, const char* name, const std::string& help);
  void add_run();
  void add_verify();
  void add_explain();
  void add_compare();
  void add_bench();
  void add_phase();
  void add_synth();
  void add_algo();
  void add_machine();
  void add_new();
  void add_reproduce();
  void add_view();
  void add_grade();
  void add_schema();
  void add_info();
  void add_help();

  CommandOptions& options_;
  CLI::App app_;
  std::map<const CLI::App*, VerbFunction> functions_;
};

/// run, verify, ...
std::vector<std::string> names_of_verbs(const CLI::App& parent);
/// "machine check"
std::string words_of(const CLI::App& verb);
/// --topology, ...: those that its help shows.
std::vector<std::string> options_of(const CLI::App& verb);

}  // namespace toruscope::cli
