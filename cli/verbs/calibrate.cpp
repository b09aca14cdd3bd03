// SPDX-License-Identifier: Apache-2.0
// toruscope calibrate FILE...: a machine file from tables of measurements; --program: the program
// that makes them.

#include "calibration/machine_text.hpp"
#include "calibration/program.hpp"
#include "calibration/read.hpp"
#include "cli/plots/plots.hpp"
#include "cli/tables/verb_texts.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::uint64_t kLongestTables = std::uint64_t{1} << 26U;
constexpr int kMostNodes = 1 << 24;

std::optional<int> cluster_size(const Text& text, const char* option) {
  if (!text) return std::nullopt;
  return static_cast<int>(parse_whole(*text, std::string("calibrate: ") + option, 1, kMostNodes));
}

/// Errors    ConfigError for a name that says that something else is written there.
void check_ending(const std::string& path) {
  const std::string ending = core::extension_of(path);
  if (!ending.empty() && ending != ".toml")
    throw ConfigError("calibrate: -o " + core::shown(path) +
                      " cannot be written: a machine file is named .toml");
}

calibration::Reading read_measurements(const CommandOptions& options) {
  if (options.files.empty())
    throw ConfigError(
        "calibrate: tables of measurements are needed: toruscope calibrate FILE...; `toruscope calibrate "
        "--program` "
        "prints a program that makes them");
  calibration::Reading reading;
  for (const std::string& file : options.files)
    calibration::read_tables(file, core::read_input("calibrate: ", file, kLongestTables), options.test,
                             reading);
  return reading;
}

}  // namespace

ExitCode calibrate_machine(const Session& session) {
  CommandOptions options = session.options;
  if (options.prints_program) {
    refuse_given(options, {"--nodes", "--per-node", "--test", "--plot"},
                 "calibrate: {} has no meaning beside --program");
    if (!options.files.empty())
      throw ConfigError("calibrate: --program prints a program and reads nothing, got " +
                        core::shown(options.files.front()) + "; leave out one of the two");
    const Console console(options);
    console.result(std::string(calibration::program_text()));
    return ExitCode::ok;
  }
  const calibration::Cluster cluster{.nodes = cluster_size(options.nodes, "--nodes"),
                                     .per_node = cluster_size(options.per_node, "--per-node")};
  const calibration::Reading reading = read_measurements(options);
  const bool has_pairs = std::any_of(
      reading.tables.begin(), reading.tables.end(),
      [](const calibration::Table& table) { return table.test == calibration::Test::several_pairs; });
  if (!has_pairs)
    refuse_given(options, {"--nodes", "--per-node"},
                 "calibrate: {} says which pairs of osu_mbw_mr share a port, and no table has several pairs; "
                 "leave it out");
  if (!reading.has_used_test)
    refuse_given(options, {"--test"},
                 "calibrate: {} is for a table of nccl-tests that does not name its test, and none is here; "
                 "leave it out");
  std::optional<FileOutput> file;
  if (options.output) check_ending(*options.output);
  if (options.output) file.emplace("-o", *std::exchange(options.output, std::nullopt));
  const Console console(options);
  const calibration::Fit fit = calibration::fit_machine(reading, cluster);
  // Nothing is written before all is made: a picture may be refused.
  const std::string machine = calibration::machine_text(fit, reading);
  const std::string shown = calibration_text(fit, reading, console);
  const std::string picture = options.plot ? calibration_picture(fit) : "";
  if (file) file->write([&](std::ostream& out) { out << machine; });
  console.result(shown);
  console.outputs().plot([&] { return picture; });
  if (file && file->is_file()) console.say("written: " + core::escaped(*session.options.output));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
