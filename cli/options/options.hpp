// SPDX-License-Identifier: Apache-2.0
// What the user wrote on the command line, still as text, and how numbers and words of it are read.
//
// Not here    What the texts mean (machines/, runs/), which verb has which options (command/).

#pragma once

#include "runtime/core/duration.hpp"
#include "runtime/core/numbers.hpp"

#include <toruscope/main.hpp>
#include <toruscope/units.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

/// Nothing if the option was not given.
using Text = std::optional<std::string>;

/// Texts of the machine's settings, by their names in the table.
class SettingTexts {
 public:
  [[nodiscard]] const Text& operator[](std::string_view name) const;
  [[nodiscard]] Text& operator[](std::string_view name);

 private:
  std::map<std::string, Text, std::less<>> texts_;
};

struct CommandOptions {
  std::vector<std::string> verb;   ///< "algo", "show"
  Text subject;                    ///< OPERATION, NAME, APP or PROGRAM
  Text operation;                  ///< new: of the project
  std::vector<std::string> files;  ///< view: EVENTS..., grade: FILE..., mpirun: arguments
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
      json, color, columns;
  bool validation = false;  ///< bench: a column of OSU's tables
  Text critical_path;       ///< "steps" or "full"
  bool lists_refusals = false;
  Text shard, resume;                     ///< "2/8", and the file of rows that are there
  std::vector<std::string> requirements;  ///< "T<=2ms", one for each --require
  bool records_spans = false;
  bool quiet = false;
  bool measures_compute = false;
  // an application's own
  Text app_input, app_output;
  std::map<std::string, std::string> app_options;  ///< "column", without dashes
  Text compiler;                                   ///< grade
  Text lab_runner;                                 ///< grade: --labs
  bool adds_up = false;                            ///< grade: --totals
  Text driver;                                     ///< grade: label of a run
  Text chunks, rounds, hops, most_in_message;      ///< synth
  Text pe_kind, uplinks;                           ///< network
  std::vector<std::string> keep, drop;             ///< network: patterns of names
  bool is_direct = false;                          ///< network: --direct
  Text nodes, per_node, test;                      ///< calibrate
  bool prints_program = false;                     ///< calibrate
  // grade --format gradescope: why the command line is refused, for results.json
  Text refused;
  // mpirun
  Text ranks, virtual_time_limit;
  bool tags_output = false;
  bool explains = false;
  bool checks_names = false;
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
  std::vector<std::string> given;  ///< names of the options in the command, "--events"
};

/// Place of an option's text: a member, or the name of a setting of the machine.
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

using core::Fraction;
using core::parse_duration;
using core::parse_fraction;
using core::parse_seed;
using core::parse_whole;
using core::split;

/// Refuses options that make no sense here. `sentence`: with {} for the option, after the verb.
/// Errors    ConfigError for the first that was given.
void refuse_given(const CommandOptions& options, std::initializer_list<std::string_view> names,
                  std::string_view sentence);

/// "30s", "500ms": wall time. Errors: ConfigError if it has no unit or is below 1 ms.
std::chrono::milliseconds parse_wall_time(std::string_view text, std::string_view what);
/// begin, begin times factor, ... up to end. Precondition: begin <= end, factor >= 2.
std::vector<std::size_t> geometric(std::size_t begin, std::size_t end, std::size_t factor);
/// The index of the text in `known`. Errors: ConfigError with the known words and the nearest one.
std::size_t parse_word(std::string_view text, std::string_view kind, std::string_view plural,
                       const std::vector<std::string>& known);

struct Session {
  const CommandOptions& options;
  const Tables& tables;
  const std::function<void(Communicator&)>& program;
  std::string command;  ///< as it was called
};

}  // namespace toruscope::cli
