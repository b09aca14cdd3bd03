// SPDX-License-Identifier: Apache-2.0
#include "labs/grader/runner.hpp"

#include "labs/labs.hpp"
#include "runtime/core/shown_text.hpp"
#include "sandbox/contained.hpp"
#include "sandbox/own_folder.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <limits>
#include <string>

namespace toruscope::labs {

using namespace sandbox;

namespace fs = std::filesystem;

namespace {

/// Asks a runner, which is no stranger's: it reads what it likes, and has the memory that it likes.
Ended ended_with_answer(const fs::path& runner, const std::vector<std::string>& question) {
  const OwnFolder folder;
  std::vector<std::string> command{runner.string()};
  command.insert(command.end(), question.begin(), question.end());
  return run_contained(command, "",
                       {.folder = folder.path(),
                        .readable = {"/"},
                        .processor_seconds = 20,
                        .memory_bytes = std::numeric_limits<std::uint64_t>::max(),
                        .open_files = 256});
}

template <class Read>
auto asked(const fs::path& runner, const std::vector<std::string>& question, const Read& read) {
  const Ended ended = ended_with_answer(runner, question);
  if (ended.how == Ended::How::not_started) throw_not_started(runner.string(), ended.number);
  std::string why;
  if (ended.how == Ended::How::exited && ended.number == 0) {
    try {
      return read(ended.output);
    } catch (const ConfigError& error) {
      why = error.what();
    }
  } else {
    constexpr std::size_t kMost = 600;
    why = "asked for them, it says: " + core::shown_lines(ended.output.substr(0, kMost));
  }
  throw ConfigError(fmt::format("grade: the labs of {}: {}", core::escaped(runner.string()), why));
}

}  // namespace

std::vector<Lab> labs_of(const fs::path& runner) {
  return asked(runner, {"labs"}, labs_from_json);
}

std::vector<Case> cases_of(const fs::path& runner, const Lab& lab) {
  return asked(runner, {"cases", lab.name}, cases_from_json);
}

}  // namespace toruscope::labs
