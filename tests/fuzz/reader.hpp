// SPDX-License-Identifier: Apache-2.0
// The readers of input, each as a function of bytes: what fuzzers call.
//
// A reader takes an input or refuses it with a ConfigError of one short, printable sentence.
// Everything else is a fault: another exception, a crash, a result that breaks what the reader
// promises.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::test {

struct Reader {
  std::string name;                      ///< "graph"
  void (*read)(std::string_view bytes);  ///< checks what it got; throws what the reader throws
  std::vector<std::string> inputs;       ///< that it takes: where mutation begins
  std::vector<std::string> words;        ///< that mean something to it
};

/// Files of networks, places, series, arrays, images, matrices, names.
std::vector<Reader> file_readers();
/// Schedules and traces of other programs, which are run.
std::vector<Reader> schedule_readers();
/// Machine files, and values of options as `--slow` takes them.
std::vector<Reader> machine_readers();
/// Networks of other programs.
std::vector<Reader> network_readers();
/// Tables of measurements, which are fitted.
std::vector<Reader> table_readers();
/// All.
const std::vector<Reader>& readers();
/// Errors    std::runtime_error if there is none of this name.
const Reader& reader(std::string_view name);

/// What is wrong with how the reader treats the input; nothing if it takes or refuses it as it
/// should.
std::optional<std::string> fault_of(const Reader& reader, std::string_view input);

/// Words, and numbers at the limits of this program and of its types.
std::vector<std::string> with_numbers(std::vector<std::string> words);

/// What a target checks of a result. Throws std::logic_error.
void require(bool holds, const char* what);

}  // namespace toruscope::test
