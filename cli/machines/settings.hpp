// SPDX-License-Identifier: Apache-2.0
// The machine and the execution that the options describe, checked.

#pragma once

#include "cli/machines/machine_file.hpp"
#include "cli/options/session.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/report.hpp>
#include <toruscope/trace.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

struct Settings {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  Execution execution;
  std::size_t memory_limit = 0;
  std::vector<std::filesystem::path> files;  ///< that the machine was read from
  std::vector<std::string> given;            ///< costs and rules of the options: AskedMachine::given
  TraceFilter trace_filter;
  bool keeps_details = false;     ///< of runs that are compared: a page or a heat map shows them
  std::vector<std::string> logs;  ///< options that make a run keep every event: "--traffic"
  /// Execution::failed_report, if an option shows a run that failed; copies share it. Null: none does.
  std::shared_ptr<std::optional<Report>> failed_report;
  /// --time-limit counts from here, over all runs of the command.
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// Errors    ConfigError for the first option that is wrong.
Settings read_settings(const Session& session, const char* default_topology = "torus:8x8");

struct ChangedMachine {
  Parameters parameters;
  std::string changes;    ///< " with ts=1us, tw=10GB/s"
  std::string exactness;  ///< " (tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs)", where that needs a word
};
/// The machine with the costs and rules that were given. `keeps_tick`: its tick was asked for, and no other is chosen.
ChangedMachine with_options(Parameters machine, const CommandOptions& options, bool keeps_tick = false);
/// The same of the preset or machine file that --machine names; its name tells all that.
Parameters read_parameters(const CommandOptions& options, const std::vector<Preset>& machines);

/// The machine without a setting that it has, as Report::unused calls it.
Parameters without(Parameters machine, std::string_view setting);

/// "NAME:SIZES". Errors: ConfigError that quotes the option and what was written, whatever the table's maker
/// throws.
TopologyPtr read_topology(const std::string& text, const std::vector<TopologyEntry>& table,
                          const char* option = "--topology");
/// The same, without the links of --fail and embedded as --host and --embed say.
TopologyPtr read_network(const CommandOptions& options, const std::string& text,
                         const std::vector<TopologyEntry>& table);

/// The machine that --machine and the options beside it describe. If it is a file that one is read once, here.
class AskedMachine {
 public:
  /// Both must live longer. Errors: as read_machine_file.
  AskedMachine(const CommandOptions& options, const Tables& tables);

  [[nodiscard]] Parameters parameters() const;
  /// The network of --topology, or of the machine file, of the preset, or the default one; null if there is none of them.
  [[nodiscard]] TopologyPtr network(const char* default_topology) const;
  /// The same as "NAME:SIZES".
  [[nodiscard]] std::string network_name(const char* default_topology) const;
  /// The files that --machine, --topology, --host and --embed name, or the machine file.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// Costs and rules that the options name, as Report::unused calls them: not those of a preset or a file,
  /// which describe a machine.
  [[nodiscard]] std::vector<std::string> given() const;
  /// Nothing if the machine is a preset.
  [[nodiscard]] const std::optional<MachineFile>& file() const { return file_; }
  /// Refuses what a run of this machine would refuse, with the file's line if it says so.
  void check(const TopologyPtr& network, const Parameters& parameters) const;
  /// The part of it that a run would not say: what to do where the preset's costs are for another number of dimensions.
  void check_dimensions(const Topology& network, const Parameters& parameters) const;

 private:
  /// With the network of the file or the preset, if there is one and no other network is asked for.
  [[nodiscard]] CommandOptions with_network() const;

  const CommandOptions& options_;
  const Tables& tables_;
  std::optional<MachineFile> file_;
};

}  // namespace toruscope::cli
