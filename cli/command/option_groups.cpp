// SPDX-License-Identifier: Apache-2.0

#include "apps/application.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>

namespace toruscope::cli {

namespace {

using O = CommandOptions;

constexpr const char* kMachine = "The emulated machine";
constexpr const char* kMoved = "What is moved";
constexpr const char* kOutput = "Output";
constexpr const char* kHost = "This computer (no influence on results)";
constexpr const char* kProgram = "The program";

void check_value(const std::string& option, const std::string& text) {
  if (text.starts_with("--")) throw ConfigError(option + ": a value is needed, got the option " + text);
  if (text.empty()) throw ConfigError(option + ": a value is needed, got none");
}

/// "--topology" of "-t,--topology"; "-o" of "-o".
std::string first_long(const std::string& names) {
  const std::string from = names.substr(std::min(names.find("--"), names.find_last_of('-')));
  return from.substr(0, from.find(','));
}

/// Adds an option with a text, which `take` gets; the last one given counts.
template <class Take>
CLI::Option* add_text(CLI::App& verb, const std::string& names, const std::string& help, Take take) {
  return verb
      .add_option_function<std::string>(
          names,
          [take, name = first_long(names)](const std::string& text) {
            check_value(name, text);
            take(text);
          },
          help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

/// Makes the option of CLI11 for each place that its text may have.
struct Adding {
  CLI::App& verb;
  CommandOptions& options;
  const Option& option;

  CLI::Option* operator()(bool O::*into) const {
    return verb.add_flag(option.names, options.*into, option.help);
  }
  CLI::Option* operator()(Text O::*into) const {
    Text& place = options.*into;
    return add_text(verb, option.names, option.help, [&place](const std::string& text) { place = text; })
        ->type_name(option.type);
  }
  CLI::Option* operator()(const core::Setting* setting) const {
    Text& place = options.settings[setting->name];
    return add_text(verb, option.names, option.help, [&place](const std::string& text) { place = text; })
        ->type_name(option.type);
  }
  CLI::Option* operator()(OfApplication) const {
    if (verb.get_option_no_throw(option.names) != nullptr) return nullptr;  // `explain` has some
    return add_text(
        verb, option.names, "",
        [&o = options, key = option.names.substr(2)](const std::string& text) { o.app_options[key] = text; });
  }
  CLI::Option* operator()(std::vector<std::string> O::*into) const {
    return verb
        .add_option_function<std::vector<std::string>>(
            option.names,
            [&place = options.*into, name = option.names](const std::vector<std::string>& texts) {
              for (const std::string& text : texts) check_value(name, text);
              place = texts;
            },
            option.help)
        ->type_name(option.type)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
};

/// The settings of these parts of help, in their order, and in that of their table in each.
Options settings_of(std::initializer_list<core::HelpPart> parts) {
  Options all;
  for (const core::HelpPart part : parts)
    for (const core::Setting& setting : core::settings()) {
      if (setting.part != part) continue;
      std::string names = "--" + setting.option();
      if (setting.second_name != nullptr) names += std::string(",--") + setting.second_name;
      all.push_back(
          {names, &setting, setting.help, setting.value, std::holds_alternative<core::Links>(setting.held)});
    }
  return all;
}

Options operator+(Options a, Options b) {
  a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
  return a;
}

}  // namespace

const std::vector<std::string>& common_options() {
  static const std::vector<std::string> names{
      "--topology",      "--machine", "--ts",     "--tw",         "--algorithm", "--all",
      "--block",         "--begin",   "--end",    "--factor",     "--input",     "--output",
      "--scale",         "--sweep",   "--view",   "--plot",       "--over",      "--chunks",
      "--rounds",        "--hops",    "--format", "-o",           "--help",      "--help-all",
      "--critical-path", "--ranks",   "--check",  "--tag-output",
  };
  return names;
}

void add_options(CLI::App& verb, CommandOptions& options, std::initializer_list<Options> groups) {
  for (const Options& group : groups)
    for (const Option& option : group) {
      CLI::Option* const added = std::visit(Adding{verb, options, option}, option.into);
      if (added == nullptr) continue;
      if (option.group != nullptr) added->group(option.group);
      if (option.joins) added->join(',');
    }
}

Options in(const char* group, Options options) {
  for (Option& option : options) option.group = group;
  return options;
}

Options postal_options() {
  return in(
      kMachine,
      Options{
          {"-m,--machine", &O::machine,
           "costs and rules by name (see `machine list`) or by a file.toml; default generic, in pictures unit",
           "NAME"}} +
          settings_of({core::HelpPart::brief}));
}

Options machine_options(const std::string& default_topology) {
  using enum core::HelpPart;
  return in(kMachine,
            {{"-t,--topology", &O::topology,
              core::joined(topologies(), ", ", &TopologyEntry::form) + "; default: the machine's, or " +
                  default_topology,
              "NAME:SIZES"},
             {"--host", &O::host, "the network in which the topology is embedded by --embed", "NAME:SIZES"},
             {"--embed", &O::embed,
              "where its PEs stand there: snake, gray, blocked, in-order, or a file of node numbers; as Slurm "
              "lays tasks out on nodes, slurm:cyclic, slurm:block, slurm:plane=N, also without --host; or a "
              "rule that brings ranks with much traffic together, also without --host: scotch, greedy, bisect, "
              "by a first run (verify, run, mpirun) or by a table that --traffic wrote, scotch:FILE.csv",
              "RULE"},
             {"--fail", &O::fail, "failed links by the nodes at their ends; routes go around them", "3-4,0-12",
              true}}) +
         postal_options() + in(kMachine, settings_of({rules, ends, costs, last}));
}

Options scale_option() {
  return in(kMachine, {{"--scale", &O::scale,
                        "numbers of PEs, on topologies of one kind: speed-up, efficiency, cost", "p=1,4,16"}});
}

Options sweep_option() {
  return in(
      kMachine,
      {{"--sweep", &O::sweeps,
        "values for an option of the machine, the network or what is moved: one run for each, side by side on "
        "this computer's cores; several --sweep make all combinations. Values that have commas: with ; between",
        "OPTION=A,B,..."}});
}

Options block_option(const char* help) {
  return in(kMoved, {{"--block", &O::block, help, "BYTES"}});
}

Options workload_options() {
  return block_option(
             "bytes per block; of the whole vector (broadcast, reduce, allreduce), one value (scan) or one "
             "message (pingpong and the like); 64K and 64KiB are 65,536, 64KB is 64,000; default 8; with a "
             "schedule (file:) 8 for each of its chunks") +
         values_options();
}

Options range_options(const char* last, const char* factor) {
  return in(kMoved,
            {{"-b,--begin", &O::begin, "the first size of a block, vector or message, default 8", "BYTES"},
             {"-e,--end", &O::end, last, "BYTES"},
             {"-f,--factor", &O::factor, std::string("from one size to the next, default ") + factor, "N"}});
}

Options root_option(const char* help) {
  return in(kMoved, {{"--root", &O::root, help, "RANK"}});
}

Options values_options() {
  return in(kMoved,
            {{"--values", &O::values,
              "scan: values in all, default one per PE; broadcast, reduce, allreduce: of 8 bytes, instead of "
              "--block",
              "N"}}) +
         root_option(
             "broadcast, scatter, reduce, gather: the PE that has the data, or gets them; pingpong, bandwidth, "
             "bibandwidth: the first PE; default 0") +
         in(kMoved,
            {{"--partner", &O::partner,
              "pingpong, bandwidth, bibandwidth: the other PE, default the one farthest from the first",
              "RANK"},
             {"--window", &O::window,
              "bandwidth, bibandwidth, multi_pair: messages sent back to back by each PE, default 64", "N"},
             {"--operator", &O::combine,
              "reduce, scan and the like: sum (default), product, min, max, xor; and two that do not commute: "
              "affine, concatenation",
              "NAME"},
             {"--shift", &O::distance, "shift: by how many ranks, negative: backwards; default 1", "Q"},
             {"--segment", &O::segment,
              "scan, exscan, pipelined broadcast: bytes of the parts in which long data are sent; default what "
              "suits the machine. Of broadcast/pipelined_torus also: formula, the paper's (9); corrected, with "
              "its missing case; search, for the least time by formula (6)",
              "BYTES|formula|corrected|search"}});
}

Options data_option(const char* help) {
  return in(kMoved, {{"--data", &O::data, help, "KIND"}});
}

Options own_options_of_applications() {
  std::set<std::string> names;
  for (const Application& app : applications())
    for (const AppOption& option : app.options) names.insert("--" + option.name);
  Options all;
  for (const std::string& name : names) all.push_back({name, OfApplication{}, ""});
  return in("", std::move(all));
}

Options algorithm_option(const char* help) {
  return in(kMoved, {{"-a,--algorithm", &O::algorithm, help, "NAME"}});
}

Options execution_options() {
  return in(kHost,
            {{"-j,--workers", &O::workers, "worker threads, default one per core", "N"},
             {"--engine", &O::engine, "fibers (default), or threads: one OS thread per PE", "KIND"},
             {"--network", &O::network,
              "how the emulated network is calculated, with the same result: auto (default) takes the fastest "
              "of hop (any network, an event for each link of a message's way) and ring (tori and meshes, an "
              "event for each turn and wait)",
              "KIND"},
             {"--channel-capacity", &O::channel_capacity,
              "messages that a link's channel holds (hop), default 8", "N"},
             {"--stack", &O::stack, "stack of a PE, default 256K", "BYTES"},
             {"--perturb", &O::perturb, "inject random host delays, seeded: to test that nothing changes",
              "SEED"},
             {"--memory", &O::memory, "refuse a run that needs more, default 80 % of what is free", "BYTES"},
             {"--time-limit", &O::time_limit, "end the run after this wall time: 30s", "TIME"}}) +
         in(kProgram, {{"--seed", &O::seed, "seed of the PEs' random numbers, default 1", "N"}});
}

Options log_options() {
  return in(kOutput, {{"--events", &O::events, "write every message and hop as JSON lines", "FILE"},
                      {"--spans", &O::records_spans,
                       "with --events: also collective calls and rounds, ports, and when links are released"},
                      {"--export", &O::exported,
                       "write the run for other programs: FILE.goal, its messages and local work, for "
                       "LogGOPSim and ATLAHS; of verify also FILE.xml, the algorithm as an MSCCL schedule",
                       "FILE.goal|xml"},
                      {"--traffic", &O::traffic,
                       "write what each PE sent to each other one as CSV; .svg, .png: as a picture", "FILE"},
                      {"--links", &O::links,
                       "write what each link carried, and how long messages waited for it, as CSV", "FILE"}}) +
         heatmap_option("draw what each link carried on the network; up to 1,024 nodes") +
         in(kOutput, {{"--critical-path", &O::critical_path,
                       "show the steps that led to T: each message or piece of local work on the critical "
                       "path, and what it took; full: event by event",
                       "[full]"}}) +
         view_option("write a page that plays the run, for a browser; up to 1,024 PEs") +
         in(kOutput, {{"--trace", &O::trace,
                       "write a trace for Perfetto (ui.perfetto.dev); FILE.json.gz is compressed", "FILE.json"},
                      {"--trace-filter", &O::trace_filter,
                       "with --trace: show a part, as pe=0-15,link=3-4,time=1ms-2ms,kind=message+hop",
                       "PART,...", true}});
}

Options view_option(const char* help) {
  return in(kOutput, {{"--view", &O::view, help, "FILE.html"}});
}

Options heatmap_option(const char* help) {
  return in(kOutput, {{"--heatmap", &O::heatmap, help, "FILE.svg|png"}});
}

Options plot_option(const char* help, const char* names) {
  return in(kOutput, {{names, &O::plot, help, "FILE.svg|png"}});
}

Options columns_option() {
  return in(kOutput, {{"--columns", &O::columns,
                       "table columns to show, by name, or all; default: those that fit into the width, of " +
                           column_names(),
                       "a,b|all", true}});
}

Options refusals_option() {
  return in(kOutput,
            {{"--refusals", &O::lists_refusals, "list the algorithms that do not fit, each with its reason"}});
}

Options require_option(const std::string& of_what) {
  return in(kOutput, {{"--require", &O::requirements,
                       "end with exit code 1 unless it holds for " + of_what +
                           ": 'T<=2ms', 'efficiency>=0.9', 'link_conflicts=0'; may be given several times",
                       "FIGURE<=VALUE"}});
}

Options shard_options() {
  return in(
      kOutput,
      {{"--shard", &O::shard,
        "run one of N parts of the rows, dealt by expected cost; needs CSV output (-o NAME.csv); `merge` puts "
        "the parts together",
        "I/N"},
       {"--resume", &O::resume,
        "with --shard: rows of this part that FILE has are not run again; it may be the file of -o", "FILE"}});
}

Options result_option(const char* help) {
  return in(kOutput, {{"-o", &O::output, help, "FILE"}});
}

Options json_option() {
  return in(kOutput, {{"--json", &O::json, "write the result as JSON to this file, too", "FILE"}});
}

Options format_options() {
  return in(kOutput, {{"--format", &O::format,
                       "table (default, unless -o names a .csv, .json or .md), md, csv or json; of bench also "
                       "the tables of OSU (osu, osu-full), Intel MPI Benchmarks (imb) and nccl-tests (nccl)",
                       "KIND"}}) +
         talk_options();
}

Options talk_options() {
  return in(kOutput, {{"--color", &O::color, "auto (default; heeds NO_COLOR), always or never", "WHEN"},
                      {"--quiet", &O::quiet, "no messages and no progress on standard error"}});
}

}  // namespace toruscope::cli
