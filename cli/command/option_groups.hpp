// SPDX-License-Identifier: Apache-2.0
// The groups of options that verbs share.
//
// Not here    Which verb has which group (verb_tree.cpp).

#pragma once

#include "cli/options/options.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace toruscope::cli {

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
