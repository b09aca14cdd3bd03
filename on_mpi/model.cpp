// SPDX-License-Identifier: Apache-2.0
// What the model says: the program that emulates the machine runs the same algorithms and sizes, on
// one processor, when MPI has ended.

#include "cli/tables/shard.hpp"
#include "on_mpi/results.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <set>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace toruscope::on_mpi {

namespace {

/// A folder of this process's own, removed at the end.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "toruscope-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw HostLimitError("model: no temporary folder can be made: " + pattern);
    path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> words_of(const Command& command, const Results& results, const std::string& file) {
  std::vector<std::string> words{command.model, "bench"};
  words.insert(words.end(), command.model_words.begin(), command.model_words.end());
  std::set<std::string> names;
  for (const Line& line : results.lines)
    if (!line.is_own) names.insert(line.algorithm);
  words.insert(words.end(), {"-a", core::joined(std::vector<std::string>(names.begin(), names.end()), ",")});
  const OperationTraits& traits = results.operation->traits;
  const bool has_block = command.options.block || command.options.values || traits.moves == Moves::nothing;
  if (command.verb == "phase")
    words.insert(words.end(),
                 {"-b", std::to_string(results.lines.front().bytes), "-e",
                  std::to_string(results.lines.back().bytes), "-f", command.options.factor.value_or("4")});
  else if (command.verb != "bench" && !has_block)
    words.insert(words.end(), {"--block", std::to_string(results.lines.front().bytes)});
  const std::string network = results.settings->topology->name();
  if (network.starts_with("complete:") && !command.options.topology) words.insert(words.end(), {"-t", network});
  words.insert(words.end(), {"--data", "none", "--format", "csv", "-o", file, "--quiet"});
  return words;
}

/// The exit code; nothing if there is no such program.
std::optional<int> run(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, arguments.front(), nullptr, nullptr, arguments.data(), environ) != 0)
    return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Model ask_model(const Command& command, const Results& results, std::string& note) {
  Model model;
  if (command.model == "none") return model;
  const Scratch scratch;
  const std::string file = scratch.file("model.csv");
  const std::vector<std::string> words = words_of(command, results, file);
  const std::optional<int> code = run(words);
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    note = code ? fmt::format("no model: {} ended with code {}", core::joined(words, " "), *code)
                : fmt::format("no model: there is no program {}; give --model PROGRAM", command.model);
    return model;
  }
  const auto records = cli::csv_records(file, {std::istreambuf_iterator<char>(in), {}});
  if (records.empty()) {
    note = "no model: " + command.model + " wrote no table";
    return model;
  }
  const auto place = [&](const char* title) {
    const auto found = std::find(records.front().begin(), records.front().end(), title);
    return static_cast<std::size_t>(found - records.front().begin());
  };
  const std::size_t algorithm = place("algorithm");
  const std::size_t bytes = place("block_bytes");
  const std::size_t ticks = place("virtual_time.ticks");
  for (std::size_t i = 1; i < records.size(); ++i) {
    const auto& fields = records[i];
    if (std::max({algorithm, bytes, ticks}) >= fields.size() || fields[ticks].empty()) continue;
    model[{std::stoull(fields[bytes]), fields[algorithm]}] = Ticks{std::stoll(fields[ticks])};
  }
  return model;
}

}  // namespace toruscope::on_mpi
