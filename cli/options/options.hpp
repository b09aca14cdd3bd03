// SPDX-License-Identifier: Apache-2.0
// What the user wrote on the command line, still as text, and the groups of options that verbs share.
//
// Not here    What the texts mean (settings.hpp, workload.hpp), which verb has which group (command_line.cpp).

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace toruscope::cli {

/// Nothing if the option was not given.
using Text = std::optional<std::string>;

/// Of settings of the machine, by the names that they have in their table.
class SettingTexts {
 public:
  [[nodiscard]] const Text& operator[](std::string_view name) const;
  [[nodiscard]] Text& operator[](std::string_view name);

 private:
  std::map<std::string, Text, std::less<>> texts_;
};

struct CommandOptions {
  std::vector<std::string> verb;   ///< "algo", "show"
  Text subject;                    ///< OPERATION, NAME or APP
  Text operation;                  ///< new: of the project
  std::vector<std::string> files;  ///< view: EVENTS..., grade: FILE...
  // the machine
  Text topology, host, embed, fail, machine;
  SettingTexts settings;
  // what is moved
  Text block, values, root, distance, segment, partner, window, algorithm, combine, begin, end, factor, scale,
      over, data;
  std::size_t default_block = 8;    ///< bytes where nothing says how much is moved
  std::vector<std::string> sweeps;  ///< "ts=1us,2us", one for each --sweep
  // the computer that emulates it
  Text seed, workers, engine, network, channel_capacity, stack, perturb, memory, time_limit;
  // what is written
  Text events, exported, traffic, links, heatmap, plot, plot_of, view, trace, trace_filter, format, output,
      color, columns;
  bool validation = false;  ///< bench: a column of OSU's tables
  Text critical_path;       ///< "steps" or "full"
  bool lists_refusals = false;
  std::vector<std::string> requirements;  ///< "T<=2ms", one for each --require
  bool records_spans = false;
  bool quiet = false;
  bool measures_compute = false;
  // an application's own
  Text app_input, app_output;
  std::map<std::string, std::string> app_options;  ///< "column", without dashes
  bool wants_app_help = false;
  Text compiler;                               ///< grade
  bool adds_up = false;                        ///< grade: --totals
  Text driver;                                 ///< grade: label of a run
  Text chunks, rounds, hops, most_in_message;  ///< synth
  // reproduce, verify
  Text folder;
  bool all_items = false;
  bool large_items = false;
  // verify
  bool staggered = false;
  bool is_long = false;
  std::vector<std::string> words;  ///< man: the words of a verb
  std::vector<std::string> rest;   ///< words that the verb does not know
  std::vector<std::string> known;  ///< options that it knows: --topology ...
};

/// The place of an option's text: a member, or the name of a setting of the machine.
struct TextPlace {
  Text CommandOptions::*member = nullptr;
  std::string_view setting = {};

  [[nodiscard]] const Text& in(const CommandOptions& options) const {
    return member != nullptr ? options.*member : options.settings[setting];
  }
  [[nodiscard]] Text& in(CommandOptions& options) const {
    return member != nullptr ? options.*member : options.settings[setting];
  }
  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};
/// Of an option of the machine, by its name or another name that it has: "virtual-channels", "bandwidth".
std::optional<TextPlace> setting_place(std::string_view option);

/// Long names of the options that the short help of a verb shows, where it has many: a further one is a word of this list.
/// Those that no verb shows otherwise are listed by `VERB --help-all`.
const std::vector<std::string>& common_options();

/// `default_topology`: what the verb takes if none is given, as its help says it.
void add_machine_options(CLI::App& verb, CommandOptions& options,
                         const std::string& default_topology = "torus:8x8");
/// --machine and the settings of HelpPart::brief: what changes the rounds of an algorithm.
void add_postal_options(CLI::App& verb, CommandOptions& options);
void add_workload_options(CLI::App& verb, CommandOptions& options);
/// -b, -e, -f, -c and --plot-of of `bench`.
void add_bench_options(CLI::App& verb, CommandOptions& options);
/// --values, --root, --operator, --shift, --segment, --partner, --window.
void add_values_options(CLI::App& verb, CommandOptions& options);
void add_scale_option(CLI::App& verb, CommandOptions& options);
/// --data.
void add_data_option(CLI::App& verb, CommandOptions& options);
void add_sweep_option(CLI::App& verb, CommandOptions& options);
/// --require; `of_what`: whose figures they are.
void add_require_option(CLI::App& verb, CommandOptions& options, const std::string& of_what);
/// Each application's own, which the verb's help does not show: the application that is named knows which are its.
void add_application_options(CLI::App& verb, CommandOptions& options);
void add_algorithm_option(CLI::App& verb, CommandOptions& options, const std::string& help);
void add_execution_options(CLI::App& verb, CommandOptions& options);
/// --chunks, --rounds, --hops, --message, --time-limit, --block, --root, -o.
void add_synthesis_options(CLI::App& verb, CommandOptions& options);
/// -j, --compiler, --view, --driver, --totals, --format, -o of `grade`.
void add_grade_options(CLI::App& verb, CommandOptions& options);
/// --measure-compute.
void add_measure_option(CLI::App& verb, CommandOptions& options);
/// --events, --spans, --export, --traffic, --links, --heatmap, --critical-path, --view, --trace, --trace-filter.
void add_log_options(CLI::App& verb, CommandOptions& options);
/// --view.
void add_view_option(CLI::App& verb, CommandOptions& options, const std::string& help);
void add_heatmap_option(CLI::App& verb, CommandOptions& options, const std::string& help);
/// --plot; `names`: other names, too.
void add_plot_option(CLI::App& verb, CommandOptions& options, const std::string& help,
                     const std::string& names = "--plot");
/// --columns.
void add_columns_option(CLI::App& verb, CommandOptions& options);
/// --refusals.
void add_refusals_option(CLI::App& verb, CommandOptions& options);
/// -o.
void add_result_option(CLI::App& verb, CommandOptions& options);
void add_output_options(CLI::App& verb, CommandOptions& options);
/// The same without -o.
void add_format_options(CLI::App& verb, CommandOptions& options);
/// --color, --quiet.
void add_talk_options(CLI::App& verb, CommandOptions& options);

/// --NAME TEXT into `into`; the last one given counts, unless the caller joins them.
CLI::Option* add_text(CLI::App& verb, const std::string& name, Text& into, const std::string& help,
                      const std::string& type);

}  // namespace toruscope::cli
