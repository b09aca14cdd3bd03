// SPDX-License-Identifier: Apache-2.0
// An application: it reads real input, runs on an emulated machine, checks its own result against a
// serial computation, writes its output and explains the time of its communication.
//
// Adding one is one folder and one line in applications.cpp; `run` and the property tests then know
// it.
// Not here    what is printed, exit codes (cli/).

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {

/// An option of one application, written --name VALUE.
struct AppOption {
  std::string name;           ///< "sample-interval", without dashes
  std::string help;           ///< help, in one line
  std::string default_value;  ///< the value that holds if the option is not given; may be empty
  bool is_input = false;      ///< its value is a file that is read
};

/// The option's help, with what holds if it is not given.
std::string explained(const AppOption& option);

/// A request: what is to be run, on which machine.
struct AppRequest {
  std::optional<std::filesystem::path> input;
  /// file of the result; nothing: the result is computed and checked, not written
  std::optional<std::filesystem::path> output;
  TopologyPtr topology;
  Parameters parameters;
  Execution execution;
  /// algorithm of the collective operation on which the application rests, if it was given
  std::optional<std::string> algorithm;
  std::map<std::string, std::string> options;  ///< options that were given, by name
};

/// Result of a run. Everything but `report.host` is the same in every run of the same request.
struct AppResult {
  std::string operation;        ///< "fft"
  std::string algorithm;        ///< algorithm of its collective that was chosen: "at2"
  std::size_t block_bytes = 0;  ///< bytes of a block of its collective
  /// Operations of the same work on one PE, as compute_operations: a speed-up's serial time.
  std::int64_t serial_operations = 0;
  Report report;
  bool verified = false;
  std::string check;                  ///< "relative L2 error 1.3e-15 against ..."
  std::vector<std::string> findings;  ///< findings in the data, a line each
  /// Explanation by lines: parts of the critical path's communication, and theory.
  std::vector<std::string> explanation;
  std::optional<Prediction> predicted;  ///< prediction for all its communication, without compute
  std::vector<std::filesystem::path> inputs_read;
  std::vector<std::filesystem::path> outputs_written;
  /// The way in which inputs were read, where there was a choice: {"column", "2 (sunspots)"}.
  std::vector<std::pair<std::string, std::string>> reading;
};

/// A small case of an application, for the properties that hold for every one of them.
struct AppSample {
  std::string name;  ///< "series": letters only
  /// name of the input file, "in.csv", with the extension that its content needs
  std::string input;
  std::string content;  ///< contents of that file
  std::string output;   ///< name whose extension holds all of the result: "out.csv"
  std::map<std::string, std::string> options;
  /// True if the output is the same from every machine; false where sums follow its shape.
  bool same_everywhere = true;
  int pes = 1;  ///< least number of PEs
  /// True if the work of a PE is known in operations; false if the input gives its time.
  bool declares_operations = true;
};

/// An entry of the table.
struct Application {
  std::string name;         ///< "fft"
  std::string description;  ///< description, in one sentence
  std::string inputs;       ///< "a series: .csv or .npy (one dimension)"
  std::string outputs;      ///< "the spectrum: .csv or .npy"
  std::vector<AppOption> options;
  std::vector<AppSample> samples;  ///< samples, at least one
  bool has_data = true;            ///< false: its messages have lengths only, always
  /// Bytes that `run` allocates beside the machine itself. Reads as much of the input as it needs.
  /// Errors    ConfigError as `run`.
  std::function<std::size_t(const AppRequest&)> estimate_bytes;
  /// Errors    ConfigError for a missing, unreadable or malformed input, an unwritable output
  ///           (before the machine runs), an unknown option or a value that it cannot have;
  ///           whatever Machine::run throws. The output exists whole or not at all.
  std::function<AppResult(const AppRequest&)> run;
};

/// The table of applications.
const std::vector<Application>& applications();

/// Their names, in its order.
std::vector<std::string> names_of_applications();
/// Null if there is none of the name.
const Application* find_application(std::string_view name);
/// Errors    ConfigError with the known names and the nearest one.
const Application& application(std::string_view name);

}  // namespace toruscope
