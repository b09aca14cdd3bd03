// SPDX-License-Identifier: Apache-2.0

#include "cli/command/option_groups.hpp"

#include "apps/application.hpp"
#include "cli/tables/table_columns.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <set>
#include <variant>

namespace toruscope::cli {

namespace {

void check_value(const std::string& option, const std::string& text) {
  if (text.starts_with("--")) throw ConfigError(option + ": a value is needed, got the option " + text);
  if (text.empty()) throw ConfigError(option + ": a value is needed, got none");
}

/// "--topology" of "-t,--topology"; "-o" of "-o".
std::string first_long(const std::string& names) {
  const std::string from = names.substr(std::min(names.find("--"), names.find_last_of('-')));
  return from.substr(0, from.find(','));
}

/// --NAME TEXT, each one given into `into`.
CLI::Option* add_texts(CLI::App& verb, const std::string& name, std::vector<std::string>& into,
                       const std::string& help, const std::string& type) {
  return verb
      .add_option_function<std::vector<std::string>>(
          name,
          [&into, name](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) check_value(name, text);
            into = texts;
          },
          help)
      ->type_name(type)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

const std::vector<std::string>& common_options() {
  static const std::vector<std::string> names{
      "--topology",      "--machine", "--ts",     "--tw",     "--algorithm", "--all",   "--block", "--begin",
      "--end",           "--factor",  "--input",  "--output", "--scale",     "--sweep", "--view",  "--plot",
      "--over",          "--chunks",  "--rounds", "--hops",   "--format",    "-o",      "--help",  "--help-all",
      "--critical-path",
  };
  return names;
}

CLI::Option* add_text(CLI::App& verb, const std::string& name, Text& into, const std::string& help,
                      const std::string& type) {
  return verb
      .add_option_function<std::string>(
          name,
          [&into, name = first_long(name)](const std::string& text) {
            check_value(name, text);
            into = text;
          },
          help)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

namespace {

constexpr const char* kMachineGroup = "The emulated machine";

auto in_group(CLI::App& verb, const char* group) {
  return [&verb, group](const char* name, Text& into, const std::string& help, const char* type) {
    return add_text(verb, name, into, help, type)->group(group);
  };
}

/// In the order of the parts, and of their table in each.
void add_settings(CLI::App& verb, CommandOptions& o, std::initializer_list<core::HelpPart> parts) {
  const auto add = in_group(verb, kMachineGroup);
  for (const core::HelpPart part : parts)
    for (const core::Setting& setting : core::settings()) {
      if (setting.part != part) continue;
      std::string names = "--" + setting.option();
      if (setting.second_name != nullptr) names += std::string(",--") + setting.second_name;
      CLI::Option* const option = add(names.c_str(), o.settings[setting.name], setting.help, setting.value);
      if (std::holds_alternative<core::Links>(setting.held)) option->join(',');
    }
}

}  // namespace

void add_postal_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, kMachineGroup);
  add("-m,--machine", o.machine,
      "costs and rules by name (see `machine list`) or by a file.toml; default generic, in pictures unit",
      "NAME");
  add_settings(verb, o, {core::HelpPart::brief});
}

void add_machine_options(CLI::App& verb, CommandOptions& o, const std::string& default_topology) {
  const auto add = in_group(verb, kMachineGroup);
  add("-t,--topology", o.topology,
      core::joined(topologies(), ", ", &TopologyEntry::form) + "; default: the machine's, or " +
          default_topology,
      "NAME:SIZES");
  add("--host", o.host, "the network in which the topology is embedded by --embed", "NAME:SIZES");
  add("--embed", o.embed, "where its PEs stand there: snake, gray, blocked, or a file of node numbers", "RULE");
  add("--fail", o.fail, "failed links by the nodes at their ends; routes go around them", "3-4,0-12")
      ->join(',');
  add_postal_options(verb, o);
  using enum core::HelpPart;
  add_settings(verb, o, {rules, ends, costs, last});
}

void add_workload_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, "What is moved");
  add("--block", o.block,
      "bytes per block; of the whole vector (broadcast, reduce, allreduce), one value (scan) or one message "
      "(pingpong and the like); 64K and 64KiB are 65,536, 64KB is 64,000; default 8; "
      "with a schedule (file:) 8 for each of its chunks",
      "BYTES");
  add_values_options(verb, o);
}

void add_bench_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, "What is moved");
  add("--block", o.block, "one size, in place of -b, -e and -f", "BYTES");
  add("-b,--begin", o.begin, "the first size of a block, vector or message, default 8", "BYTES");
  add("-e,--end", o.end, "the last, default 64K or the largest that fits into memory; with --scale one size",
      "BYTES");
  add("-f,--factor", o.factor, "from one size to the next, default 2", "N");
  add_text(verb, "--plot-of", o.plot_of, "what --plot draws: T (default), busbw or efficiency", "FIGURE")
      ->group("Output");
  verb.add_flag("-c,--validation", o.validation,
                "with --format osu, osu-full: the column that tells Pass or Fail")
      ->group("Output");
}

void add_scale_option(CLI::App& verb, CommandOptions& o) {
  add_text(verb, "--scale", o.scale, "numbers of PEs, on topologies of one kind: speed-up, efficiency, cost",
           "p=1,4,16")
      ->group(kMachineGroup);
}

void add_sweep_option(CLI::App& verb, CommandOptions& o) {
  add_texts(
      verb, "--sweep", o.sweeps,
      "values for an option of the machine, the network or what is moved: one run for each, side by side on "
      "this computer's cores; several --sweep make all combinations. Values that have commas: with ; between",
      "OPTION=A,B,...")
      ->group(kMachineGroup);
}

void add_require_option(CLI::App& verb, CommandOptions& o, const std::string& of_what) {
  add_texts(verb, "--require", o.requirements,
            "end with exit code 1 unless it holds for " + of_what +
                ": 'T<=2ms', 'efficiency>=0.9', 'link_conflicts=0'; may be given several times",
            "FIGURE<=VALUE")
      ->group("Output");
}

void add_values_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, "What is moved");
  add("--values", o.values,
      "scan: values in all, default one per PE; broadcast, reduce, allreduce: of 8 bytes, instead of --block",
      "N");
  add("--root", o.root,
      "broadcast, scatter, reduce, gather: the PE that has the data, or gets them; pingpong, bandwidth, "
      "bibandwidth: the first PE; "
      "default 0",
      "RANK");
  add("--partner", o.partner,
      "pingpong, bandwidth, bibandwidth: the other PE, default the one farthest from the first", "RANK");
  add("--window", o.window,
      "bandwidth, bibandwidth, multi_pair: messages sent back to back by each PE, default 64", "N");
  add("--operator", o.combine,
      "reduce, scan and the like: sum (default), product, min, max, xor; and two that do not commute: affine, "
      "concatenation",
      "NAME");
  add("--shift", o.distance, "shift: by how many ranks, negative: backwards; default 1", "Q");
  add("--segment", o.segment,
      "scan, exscan, pipelined broadcast: bytes of the parts in which long data are sent; default what suits "
      "the machine. Of broadcast/pipelined_torus also: formula, the paper's (9); corrected, with its missing "
      "case; search, for the least time by formula (6)",
      "BYTES|formula|corrected|search");
}

void add_data_option(CLI::App& verb, CommandOptions& o) {
  add_text(
      verb, "--data", o.data,
      "carried (default), or none: messages have lengths only; times are the same, memory is the machine's",
      "KIND")
      ->group("What is moved");
}

void add_application_options(CLI::App& verb, CommandOptions& o) {
  std::set<std::string> names;
  for (const Application& app : applications())
    for (const AppOption& option : app.options) names.insert(option.name);
  for (const std::string& name : names)
    if (verb.get_option_no_throw("--" + name) == nullptr)  // `explain` has some of operations
      verb.add_option_function<std::string>("--" + name,
                                            [&o, name](const std::string& text) {
                                              check_value("--" + name, text);
                                              o.app_options[name] = text;
                                            })
          ->group("")
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void add_algorithm_option(CLI::App& verb, CommandOptions& o, const std::string& help) {
  add_text(verb, "-a,--algorithm", o.algorithm, help, "NAME")->group("What is moved");
}

void add_execution_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, "This computer (no influence on results)");
  add("-j,--workers", o.workers, "worker threads, default one per core", "N");
  add("--engine", o.engine, "fibers (default), or threads: one OS thread per PE", "KIND");
  add("--network", o.network,
      "how the emulated network is calculated, with the same result: auto (default) takes the fastest of hop "
      "(any "
      "network, an event for each link of a message's way) and ring (tori and meshes, an event for each turn "
      "and wait)",
      "KIND");
  add("--channel-capacity", o.channel_capacity, "messages that a link's channel holds (hop), default 8", "N");
  add("--stack", o.stack, "stack of a PE, default 256K", "BYTES");
  add("--perturb", o.perturb, "inject random host delays, seeded: to test that nothing changes", "SEED");
  add("--memory", o.memory, "refuse a run that needs more, default 80 % of what is free", "BYTES");
  add("--time-limit", o.time_limit, "end the run after this wall time: 30s", "TIME");
  add_text(verb, "--seed", o.seed, "seed of the PEs' random numbers, default 1", "N")->group("The program");
}

void add_synthesis_options(CLI::App& verb, CommandOptions& o) {
  const auto search = in_group(verb, "The search");
  search("--chunks", o.chunks, "parts into which a PE's block, or the vector, is cut; default 1", "C");
  search("--rounds", o.rounds, "rounds that the schedule may have, for a smaller volume; default the fewest",
         "R");
  search(
      "--hops", o.hops,
      "links that a message may cross, or any; default 1: neighbours send to each other; no two messages of a "
      "round cross the same link",
      "N|any");
  search("--message", o.most_in_message, "chunks that a message may have; default any number", "N");
  search("--time-limit", o.time_limit,
         "end the search after this wall time, with what it has found; default 60s", "TIME");
  const auto run = in_group(verb, "What is moved");
  run("--block", o.block, "bytes of a block, or of the vector, in the run; default 8 a chunk", "BYTES");
  run("--root", o.root, "broadcast, scatter, reduce, gather: the PE that has the data, or gets them; default 0",
      "RANK");
  in_group(verb, "Output")(
      "-o", o.output,
      "write the schedule, as MSCCL XML, to a file named .xml; the result to one named .csv, "
      ".json or .md",
      "FILE");
}

void add_grade_options(CLI::App& verb, CommandOptions& o) {
  verb.add_option(
          "--labs", o.lab_runner,
          "the program of labs of your own, which toruscope_add_labs of the CMake package builds; default "
          "the labs that are installed")
      ->option_text("PROGRAM");
  const auto host = in_group(verb, "This computer (no influence on results)");
  host("-j,--workers", o.workers, "submissions at a time, default 2", "N");
  host("--compiler", o.compiler, "what builds them, default c++, g++ or clang++", "PROGRAM");
  add_view_option(verb, o, "write the page of the first run with a fault");
  const auto output = in_group(verb, "Output");
  output("--driver", o.driver,
         "grade nothing; write the run of this label as a program of its own that includes FILE, to -o",
         "LABEL");
  verb.add_flag("--totals", o.adds_up, "a line for each student, with the sum over all labs")->group("Output");
  output("--format", o.format,
         "table (default, unless -o names a .csv, .json or .md), md, csv, json, or gradescope: its "
         "results.json",
         "KIND");
  add_result_option(verb, o);
}

void add_measure_option(CLI::App& verb, CommandOptions& o) {
  verb.add_flag("--measure-compute", o.measures_compute,
                "local work costs what it takes on this computer, in place of what is declared: times differ "
                "from run to run")
      ->group("The program");
}

void add_log_options(CLI::App& verb, CommandOptions& o) {
  const auto add = in_group(verb, "Output");
  add("--events", o.events, "write every message and hop as JSON lines", "FILE");
  verb.add_flag("--spans", o.records_spans,
                "with --events: also collective calls and rounds, ports, and when links are released")
      ->group("Output");
  add("--export", o.exported,
      "write the run for other programs: FILE.goal, its messages and local work, for LogGOPSim and ATLAHS; of "
      "verify also FILE.xml, the algorithm as an MSCCL schedule",
      "FILE.goal|xml");
  add("--traffic", o.traffic, "write what each PE sent to each other one as CSV; .svg, .png: as a picture",
      "FILE");
  add("--links", o.links, "write what each link carried, and how long messages waited for it, as CSV", "FILE");
  add_heatmap_option(verb, o, "draw what each link carried on the network; up to 1,024 nodes");
  add("--critical-path", o.critical_path,
      "show the steps that led to T: each message or piece of local work on the critical path, and what it "
      "took; "
      "full: event by event",
      "[full]");
  add_view_option(verb, o, "write a page that plays the run, for a browser; up to 1,024 PEs");
  add("--trace", o.trace, "write a trace for Perfetto (ui.perfetto.dev); FILE.json.gz is compressed",
      "FILE.json");
  add("--trace-filter", o.trace_filter,
      "with --trace: show a part, as pe=0-15,link=3-4,time=1ms-2ms,kind=message+hop", "PART,...")
      ->join(',');
}

void add_view_option(CLI::App& verb, CommandOptions& o, const std::string& help) {
  in_group(verb, "Output")("--view", o.view, help, "FILE.html");
}

void add_heatmap_option(CLI::App& verb, CommandOptions& o, const std::string& help) {
  in_group(verb, "Output")("--heatmap", o.heatmap, help, "FILE.svg|png");
}

void add_plot_option(CLI::App& verb, CommandOptions& o, const std::string& help, const std::string& names) {
  add_text(verb, names, o.plot, help, "FILE.svg|png")->group("Output");
}

void add_columns_option(CLI::App& verb, CommandOptions& o) {
  add_text(
      verb, "--columns", o.columns,
      "table columns to show, by name, or all; default: those that fit into the width, of " + column_names(),
      "a,b|all")
      ->join(',')
      ->group("Output");
}

void add_refusals_option(CLI::App& verb, CommandOptions& o) {
  verb.add_flag("--refusals", o.lists_refusals, "list the algorithms that do not fit, each with its reason")
      ->group("Output");
}

void add_result_option(CLI::App& verb, CommandOptions& o) {
  add_text(
      verb, "-o", o.output,
      "write the result to a file instead of standard output; one named .csv, .json or .md has that format",
      "FILE")
      ->group("Output");
}

void add_output_options(CLI::App& verb, CommandOptions& o) {
  add_result_option(verb, o);
  add_format_options(verb, o);
}

void add_format_options(CLI::App& verb, CommandOptions& o) {
  add_text(
      verb, "--format", o.format,
      "table (default, unless -o names a .csv, .json or .md), md, csv or json; of bench also the tables of "
      "OSU (osu, osu-full), Intel MPI Benchmarks (imb) and nccl-tests (nccl)",
      "KIND")
      ->group("Output");
  add_talk_options(verb, o);
}

void add_talk_options(CLI::App& verb, CommandOptions& o) {
  add_text(verb, "--color", o.color, "auto (default; heeds NO_COLOR), always or never", "WHEN")
      ->group("Output");
  verb.add_flag("--quiet", o.quiet, "no messages and no progress on standard error")->group("Output");
}

}  // namespace toruscope::cli
