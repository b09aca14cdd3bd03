// SPDX-License-Identifier: Apache-2.0
// The machine and the execution that the options and a machine file describe, checked.
//
// A machine file is TOML, with the options' names:
//
//   name = "two planes"
//   base = "paragon"          # what the file does not say is as there; without it costs are 0
//   topology = "mesh:4x6"
//   ports = "k=2"
//   fail = ["0-1", "5-6"]     # a list is as its members with commas between
//   bandwidth = "10GB/s"      # another way to say tw
//
// A graph or embedding that it names by a relative path lies beside it.
//
// Tick   One that was asked for stays. Else it is the machine's, or the coarsest of 100fs, 10fs and
//        1fs below it, on which every time is exact and the time of a byte within kRateTolerance of
//        what the bandwidth means; if there is none, 1fs.

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/report.hpp>
#include <toruscope/trace.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

/// Largest relative difference between the bandwidth asked for and the one that whole ticks give.
inline constexpr double kRateTolerance = 1e-4;

/// Sets the costs that were given, and notes each: "tw=10GB/s". `keeps_tick`: the machine's was
/// asked for. Returns how exact they are where that needs a word: "tw 90.09ps for 11.1GB/s within
/// 1e-6, tick 10fs".
/// Errors    ConfigError for what is no time, a bandwidth of a machine that counts steps, one that
///           the tick cannot tell, or a tick of no length for costs in seconds.
std::string set_costs(Parameters& machine, const CommandOptions& options, bool keeps_tick,
                      const std::function<void(const std::string&)>& note);

struct MachineFile {
  std::string file;
  std::string name;                          ///< as it says, or the file's
  std::string source;                        ///< where the figures come from, if it says
  CommandOptions options;                    ///< what it says, as options
  std::map<std::string, std::size_t> lines;  ///< of its keys
  Parameters parameters;

  /// No cost, rule or network.
  [[nodiscard]] bool sets_nothing() const;
  /// Where it names links, which a network may have or not: "farm.toml:3: fail".
  [[nodiscard]] std::vector<std::string> places_of_links() const;
  /// True if the error is about a key of the file, or its network, that no option has replaced.
  [[nodiscard]] bool tells(const ConfigError& error, const CommandOptions& given) const;
  /// The error with the line of the key that it begins with, else of the key `otherwise`.
  [[nodiscard]] ConfigError located(const ConfigError& error, const char* otherwise) const;
};

/// True if --machine means a file and not a preset: it ends with ".toml" or has a '/'.
bool is_machine_file(const std::string& machine);

/// Bytes; a large machine file has a few thousand.
inline constexpr std::uint64_t kLongestMachineFile = std::uint64_t{1} << 20U;

/// Reads the file. Its network is not made yet.
/// Errors    ConfigError of read_input; with file and line: what is no TOML; an unknown key, with
///           the nearest one; a value that the option would not take, with what is allowed.
MachineFile read_machine_file(const std::string& file, const std::vector<Preset>& machines);
/// Reads the text of such a file.
MachineFile read_machine_text(const std::string& file, std::string_view text,
                              const std::vector<Preset>& machines);

struct Settings {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  Execution execution;
  std::size_t memory_limit = 0;
  std::vector<std::filesystem::path> files;  ///< that the machine was read from
  std::vector<std::string> given;            ///< AskedMachine::given
  TraceFilter trace_filter;
  bool keeps_details = false;     ///< of runs that are compared: a page or a heat map shows them
  std::vector<std::string> logs;  ///< options that make a run keep every event: "--traffic"
  /// Execution::failed_report, shared by copies, if an option shows a run that failed; else null.
  std::shared_ptr<std::optional<Report>> failed_report;
  /// --time-limit counts from here, over all runs of the command.
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// What is left of --time-limit, nothing if there is none. Errors: HostLimitError if it has passed.
std::optional<std::chrono::milliseconds> time_left(const std::string& what, const Settings& settings);

inline constexpr const char* kUsualTopology = "torus:8x8";
/// Errors    ConfigError for the first option that is wrong.
Settings read_settings(const Session& session, const char* default_topology = kUsualTopology);

struct ChangedMachine {
  Parameters parameters;
  std::string changes;    ///< " with ts=1us, tw=10GB/s"
  std::string exactness;  ///< " (tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs)", or empty
};
/// The machine with the costs and rules that were given. `keeps_tick`: no other tick is chosen.
ChangedMachine with_options(Parameters machine, const CommandOptions& options, bool keeps_tick = false);
/// The preset or machine file of --machine with them; its name tells all that.
Parameters read_parameters(const CommandOptions& options, const std::vector<Preset>& machines);

/// The machine without a setting that it has, as Report::unused calls it.
Parameters without(Parameters machine, std::string_view setting);

/// "NAME:SIZES". Errors: ConfigError that quotes the option and its text.
TopologyPtr read_topology(const std::string& text, const std::vector<TopologyEntry>& table,
                          const char* option = "--topology");
/// --embed scotch, greedy or bisect: ranks are placed by their traffic.
struct TrafficRule {
  std::string name;
  std::string file;  ///< that --traffic wrote; empty: that of a run is taken
};
/// The rule that --embed names; nothing if it names another kind of rule, or a file of nodes.
std::optional<TrafficRule> traffic_rule(const std::string& embed);
/// The file that --embed names, of nodes or of traffic; empty if it names none.
std::string embedding_file(const std::string& embed);
/// Largest table of traffic that is read, in bytes.
inline constexpr std::uint64_t kLongestTraffic = std::uint64_t{1} << 29U;
/// Errors    ConfigError, always: what --slow names is not known before ranks are placed.
[[noreturn]] void refuse_slow_links(const std::string& rule);

/// The PEs and grid that a program sees, and the network, without the links of --fail, on which
/// they stand: the same where no --host is given.
struct GuestAndHost {
  TopologyPtr guest, host;
};
GuestAndHost read_guest_and_host(const CommandOptions& options, const std::string& text,
                                 const std::vector<TopologyEntry>& table);
/// The topology without the links of --fail, embedded as --host and --embed say.
/// Errors    ConfigError for a rule that needs the traffic of a run, among others.
TopologyPtr read_network(const CommandOptions& options, const std::string& text,
                         const std::vector<TopologyEntry>& table);

/// The machine that --machine and the options beside it describe. Its file is read once, here.
class AskedMachine {
 public:
  /// Both must live longer. Errors: those of read_machine_file.
  AskedMachine(const CommandOptions& options, const Tables& tables);

  [[nodiscard]] Parameters parameters() const;
  /// The network of --topology, else of the machine file, the preset, or the default; else null.
  [[nodiscard]] TopologyPtr network(const char* default_topology) const;
  /// The rule of --embed, if it places ranks by their traffic.
  [[nodiscard]] std::optional<TrafficRule> traffic() const;
  /// What is embedded where, without the rule. Precondition: there is a network.
  [[nodiscard]] GuestAndHost guest_and_host(const char* default_topology) const;
  /// The network as "NAME:SIZES".
  [[nodiscard]] std::string network_name(const char* default_topology) const;
  /// The files that --machine, --topology, --host and --embed name, or the machine file.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// Costs and rules that options, not preset or file, name, as Report::unused calls them.
  [[nodiscard]] std::vector<std::string> given() const;
  /// Nothing if the machine is a preset.
  [[nodiscard]] const std::optional<MachineFile>& file() const { return file_; }
  /// Refuses what a run of this machine would refuse, with the file's line if it says so.
  void check(const TopologyPtr& network, const Parameters& parameters) const;
  /// Says what to do where the preset's costs are for another number of dimensions.
  void check_dimensions(const Topology& network, const Parameters& parameters) const;

 private:
  /// The options with the network of the file or the preset, unless another is asked for.
  [[nodiscard]] CommandOptions with_network() const;

  const CommandOptions& options_;
  const Tables& tables_;
  std::optional<MachineFile> file_;
};

}  // namespace toruscope::cli
