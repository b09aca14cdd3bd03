// SPDX-License-Identifier: Apache-2.0
// The verbs of files: what reads measurements, logs and submissions, what writes projects and
// tables.

#include "cli/command/verb_tree.hpp"

namespace toruscope::cli {

using O = CommandOptions;

void VerbTree::add_calibrate() {
  CLI::App& calibrate =
      add(app_, {"calibrate",
                 "a machine file from measurements: tables of OSU, IMB, nccl-tests, SimGrid, Netgauge, or CSV",
                 {"calibrate latency.txt bw.txt -o mycluster.toml", "calibrate osu.txt --plot fit.svg",
                  "calibrate --program > calibrate.c"},
                 calibrate_machine});
  calibrate.add_option("FILE", options_.files,
                       "tables of one machine; several of a kind are repeats, or pairs of PEs");
  add_options(
      calibrate, options_,
      {in("The cluster",
          {{"--nodes", &O::nodes,
            "nodes that were measured; with --per-node for osu_mbw_mr, where PEs share ports", "N"},
           {"--per-node", &O::per_node, "PEs of a node", "N"},
           {"--test", &O::test, "the test of nccl-tests' tables that do not name it: sendrecv, all_reduce, ...",
            "NAME"}}),
       in("The program",
          {{"--program", &O::prints_program,
            "print calibrate.c, a program of C and MPI that measures what is needed, and read nothing"}}),
       plot_option("draw what was measured, and what the machine predicts, over bytes"),
       result_option("write the machine file, as TOML"), talk_options()});
}

void VerbTree::add_network() {
  CLI::App& network = add(
      app_,
      {"network",
       "a graph file from a real fabric or another program's network: ibnetdiscover with forwarding tables, "
       "Slurm, AWS, SimGrid, ASTRA-sim, nvidia-smi, NCCL",
       {"network ibnetdiscover.txt -o mycluster.net", "network fabric.txt dump_lfts.txt -o mycluster.net",
        "network topology.conf --uplinks 4 -o tree.net", "network topo.txt -o gpus.net"},
       import_network});
  network.add_option(
      "FILE", options_.files,
      "what ibnetdiscover prints, and beside it what dump_lfts or ibroute print; or Slurm's topology.conf or "
      "topology.yaml; AWS's instance topology; a SimGrid platform of one cluster; ASTRA-sim's network; what "
      "nvidia-smi topo -m prints; NCCL's topology");
  add_options(
      network, options_,
      {in("The network",
          {{"--pe", &O::pe_kind,
            "what a PE is: a port (default) of a channel adapter, or a host with all its ports", "port|host"},
           {"--keep", &O::keep, "only adapters whose name fits: 'gpu*'; several times for several", "PATTERN"},
           {"--drop", &O::drop, "no adapters whose name fits", "PATTERN"},
           {"--uplinks", &O::uplinks,
            "for Slurm and AWS, which do not list cables: N cables from each switch to each one above it", "N"},
           {"--direct", &O::is_direct,
            "for nvidia-smi: as many NVLinks for all pairs of GPUs are cables between them, not to a switch"}}),
       result_option("write the graph file"), talk_options()});
}

void VerbTree::add_files() {
  add(app_,
      {"new",
       "a project of your own, ready to build: an algorithm, a program and its test",
       {"new mybroadcast", "new lab1 --operation allreduce", "new lab2 --operation alltoall"},
       make_project,
       "NAME",
       "of the project and its folder"},
      {{{"--operation", &O::operation,
         "what its algorithm does: a collective operation of `algo list`; default broadcast", "OPERATION"}}});
  add(app_,
      {"reproduce",
       "the papers' tables, figures and examples, by formula and by running",
       {"reproduce", "reproduce exchange-table1", "reproduce --all -o results"},
       reproduce_papers,
       "ITEM",
       "a name of the list that `reproduce` alone prints, or a paper's short name"},
      {{{"--all", &O::all_items, "every item"},
        {"--large", &O::large_items, "also the runs that need gigabytes of memory"}},
       in("Output", {{"-o", &O::folder, "write a .txt, a .csv and the pictures of each item here", "DIR"}}),
       format_options(),
       execution_options()});
  CLI::App& view =
      add(app_, {"view",
                 "the page that plays a run, from its log; of several logs one that compares them",
                 {"view fft.jsonl", "view fft.jsonl -o fft.html", "view ring.jsonl torus.jsonl -o both.html"},
                 view_logs});
  view.add_option("EVENTS", options_.files,
                  "a log that --events EVENTS --spans has written; several are compared");
  add_options(view, options_, {result_option("the page; default the name of the first log, with .html")});
  CLI::App& grade =
      add(app_, {"grade",
                 "marks for solutions of the labs, with a hint for each point that is lost",
                 {"grade labs/01-ring-broadcast mine.cpp", "grade labs/01-ring-broadcast class/ -o marks.csv",
                  "grade 01 mine.cpp --view fault.html"},
                 grade_submissions,
                 "LAB",
                 "a lab by its folder or number, or a folder with submissions, whose file names tell the lab "
                 "(01-anna.cpp, anna_lab1.cpp, anna/01.cpp); left out: which labs there are"});
  grade.add_option("FILE", options_.files, "submissions, and folders of them; default the lab's starter");
  grade
      .add_option(
          "--labs", options_.lab_runner,
          "the program of labs of your own, which toruscope_add_labs of the CMake package builds; default "
          "the labs that are installed")
      ->option_text("PROGRAM");
  add_options(
      grade, options_,
      {in("This computer (no influence on results)",
          {{"-j,--workers", &O::workers, "submissions at a time, default 2", "N"},
           {"--compiler", &O::compiler, "what builds them, default c++, g++ or clang++", "PROGRAM"}}),
       view_option("write the page of the first run with a fault"),
       in("Output",
          {{"--driver", &O::driver,
            "grade nothing; write the run of this label as a program of its own that includes FILE, to -o",
            "LABEL"},
           {"--totals", &O::adds_up, "a line for each student, with the sum over all labs"},
           {"--format", &O::format,
            "table (default, unless -o names a .csv, .json or .md), md, csv, json, or gradescope: its "
            "results.json",
            "KIND"}}),
       shard_options(), result_option(), json_option(), talk_options()});
  CLI::App& merge = add(
      app_,
      {"merge",
       "the parts of a table that --shard has written, as one run would have written it",
       {"merge part-*.csv -o all.csv", "merge part-1.csv part-2.csv", "merge old/*.csv new/*.csv -o all.csv"},
       merge_parts});
  merge.add_option("FILE", options_.files, "all parts of one command, in any order");
  add_options(merge, options_, {result_option("the whole table, as CSV"), talk_options()});
  add(app_, {"schema",
             "the JSON Schema of what --format json or --events writes",
             {"schema", "schema events", "schema options"},
             write_schema,
             "WHAT",
             "documents (default); events: a row of an event log; options: no schema, but the verbs with their "
             "options, for programs that call this one"});
  add(app_,
      {"info",
       "this program, this computer, and the memory and time of many PEs",
       {"info", "info -t torus:256x256", "info --format json"},
       show_info},
      {machine_options("torus:128x128"), execution_options(), result_option(), format_options()});
}

}  // namespace toruscope::cli
