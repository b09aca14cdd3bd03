// SPDX-License-Identifier: Apache-2.0
// The verbs as a tree: what each may be followed by, examples of it, and which function carries it
// out; and a command line that is read by it, with what was meant where something is wrong.

#pragma once

#include "cli/verbs/verbs.hpp"
#include "runtime/model/settings.hpp"

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace toruscope::cli {

/// Place of the text of an application's own option, which the verb's help does not show: the
/// application that is named knows which are its.
struct OfApplication {};

struct Option {
  std::string names;  ///< "-t,--topology"
  std::variant<Text CommandOptions::*, std::vector<std::string> CommandOptions::*, bool CommandOptions::*,
               const core::Setting*, OfApplication>
      into;  ///< a bool: a flag
  std::string help;
  std::string type{};           ///< what follows it: "FILE"
  bool joins = false;           ///< several are one list
  const char* group = nullptr;  ///< title in help; null: CLI11's own
};
using Options = std::vector<Option>;

Options in(const char* group, Options options);
void add_options(CLI::App& verb, CommandOptions& options, std::initializer_list<Options> groups);

// Options that verbs share. `default_topology`: as help says it.
Options machine_options(const std::string& default_topology = "torus:8x8");
/// --machine and the settings of HelpPart::brief: what changes the rounds of an algorithm.
Options postal_options();
Options scale_option();
Options sweep_option();
Options workload_options();
Options block_option(const char* help);
Options root_option(const char* help);
Options range_options(const char* last, const char* factor);
Options values_options();
Options data_option(
    const char* help =
        "carried (default), or none: messages have lengths only; times are the same, memory is the machine's");
Options algorithm_option(const char* help);
Options own_options_of_applications();
Options execution_options();
Options log_options();
Options view_option(const char* help);
Options heatmap_option(const char* help);
Options plot_option(const char* help, const char* names = "--plot");
Options columns_option();
Options refusals_option();
Options require_option(const std::string& of_what);
/// --shard, --resume.
Options shard_options();
Options result_option(
    const char* help =
        "write the result to a file instead of standard output; one named .csv, .json or .md has that format");
/// --json.
Options json_option();
/// --format, --color, --quiet.
Options format_options();
/// --color, --quiet.
Options talk_options();

/// Long names of the options that the short help of a verb shows, where it has many: a further one
/// is a word of this list. `VERB --help-all` lists the others.
const std::vector<std::string>& common_options();

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
    VerbFunction carry_out = nullptr;  ///< null: read_command_line finds what is printed
    const char* subject = nullptr;     ///< what stands behind the verb: "OPERATION"
    std::string subject_help = {};
  };
  CLI::App& add(CLI::App& parent, const Entry& entry, std::initializer_list<Options> options = {});
  void add_runs();
  void add_mpirun();
  void add_searches();
  void add_lists();
  void add_calibrate();
  void add_network();
  void add_files();
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

/// What a command line asks for.
struct Command {
  CommandOptions options;
  VerbFunction carry_out = nullptr;  ///< null: only `text` is to be printed
  std::string text;                  ///< --help, --version, completion
};

/// Reads the words after the program's name.
/// Errors    ConfigError for an unknown verb or option, with the nearest one; for a missing
///           operation or value.
Command read_command_line(const std::vector<std::string>& typed);

}  // namespace toruscope::cli
