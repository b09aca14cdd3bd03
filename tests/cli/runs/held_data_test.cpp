// SPDX-License-Identifier: Apache-2.0
// Estimates of memory beside what runs take.

#include "cli/command/verb_tree.hpp"
#include "cli/runs/workload.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/topology.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;
constexpr std::size_t kTarget = 320 * kMiB;
constexpr double kLeast = 0.9;
constexpr double kMost = 1.2;

cli::Settings settings_on(const std::string& topology, int workers) {
  cli::Settings settings;
  settings.topology = parse_topology(topology);
  settings.execution.workers = workers;
  return settings;
}

/// The largest block whose run is estimated to take at most kTarget; 0: none does.
std::size_t block_for(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                      const cli::Settings& settings) {
  const auto needed = [&](std::size_t words) {
    Workload workload;
    workload.bytes = 8 * words;
    workload.window = 64;
    return cli::needed_bytes(operation, algorithm, settings, workload);
  };
  std::size_t fits = 0;
  for (std::size_t step = std::size_t{1} << 30U; step > 0; step /= 2)
    if (needed(fits + step) <= kTarget) fits += step;
  return 8 * fits;
}

/// Runs it and compares the peak with the estimate, if that is above 256 MiB.
void expect_estimate(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                     const std::string& topology, std::size_t block, int workers) {
  Workload workload;
  workload.bytes = block;
  workload.window = 64;
  const std::size_t estimate =
      cli::needed_bytes(operation, algorithm, settings_on(topology, workers), workload);
  if (estimate < 256 * kMiB) return;
  std::vector<std::string> words{"verify",     operation.name, "--algorithm", algorithm.name,
                                 "--topology", topology,       "-j",          std::to_string(workers)};
  if (operation.traits.moves != Moves::nothing) words.insert(words.end(), {"--block", std::to_string(block)});
  const Finished finished = run_toruscope(words);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const double share = static_cast<double>(finished.peak_bytes) / static_cast<double>(estimate);
  EXPECT_GE(share, kLeast) << operation.name << " by " << algorithm.name << " on " << topology << ", " << block
                           << " bytes, estimate " << estimate;
  EXPECT_LE(share, kMost) << operation.name << " by " << algorithm.name << " on " << topology << ", " << block
                          << " bytes, estimate " << estimate;
}

const AlgorithmInfo& named(const collectives::Operation& operation, const std::string& name) {
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue()))
    if (algorithm->name == name) return *algorithm;
  throw std::invalid_argument(name);
}

std::size_t held(const std::string& operation, const std::string& algorithm, const std::string& topology,
                 std::size_t bytes, Data data = Data::carried) {
  Workload workload;
  workload.bytes = bytes;
  return cli::held_bytes(collectives::operation(operation), algorithm, *parse_topology(topology), workload,
                         data);
}

TEST(HeldData, OfVectorsThatAreCutIntoBlocksHasAValueForEachPe) {
  constexpr std::size_t kPes = 4096;
  EXPECT_GT(held("allreduce", "bine", "torus:64x64", 8), 2 * 8 * kPes * kPes);
  EXPECT_LT(held("allreduce", "recursive_doubling", "torus:64x64", 8), 8 * 8 * kPes);
  EXPECT_GT(held("broadcast", "scatter_allgather", "torus:64x64", 8), 2 * kPes * kPes);
  EXPECT_EQ(held("allreduce", "ring", "torus:64x64", 8, Data::none), 0);
}

TEST(HeldData, OfTreesGrowsByHalfACopyWithEachDoubling) {
  const auto copies = [](const std::string& topology, std::size_t p) {
    return static_cast<double>(held("gather", "knomial", topology, 64 * 1024)) /
           (64 * 1024.0 * static_cast<double>(p));
  };
  EXPECT_NEAR(copies("ring:1024", 1024) - copies("ring:512", 512), 0.5, 0.1);
}

TEST(HeldData, OfTreesShrinksWithThePorts) {
  Workload workload;
  workload.bytes = 64 * 1024;
  const auto of = [&](const char* operation, Ports ports) {
    return cli::held_bytes(collectives::operation(operation), "knomial", *parse_topology("hypercube:6"),
                           workload, Data::carried, ports);
  };
  for (const char* operation : {"gather", "scatter"}) {
    EXPECT_LT(of(operation, k_ports(3)), of(operation, one_port)) << operation;
    EXPECT_EQ(of(operation, all_ports), of(operation, k_ports(6))) << operation;
  }
  EXPECT_GT(of("broadcast", all_ports), of("broadcast", one_port));
}

TEST(HeldData, AmongNeighboursIsLessWhereMessagesAreThereAtOnce) {
  const auto needed = [](const auto& change) {
    cli::Settings settings = settings_on("complete:64", 1);
    settings.parameters.ts = 1us;
    change(settings);
    const collectives::Operation& broadcast = collectives::operation("broadcast");
    return cli::needed_bytes(broadcast, named(broadcast, "knomial"), settings, {.bytes = kMiB});
  };
  EXPECT_LT(needed([](cli::Settings&) {}), 48 * kMiB);
  const std::function<void(cli::Settings&)> changes[] = {
      [](cli::Settings& s) { s.topology = parse_topology("torus:8x8"); },
      [](cli::Settings& s) { s.parameters.ts = {}; },
      [](cli::Settings& s) { s.parameters.switching = Switching::wormhole; },
      [](cli::Settings& s) { s.parameters.buffers = 1; },
      [](cli::Settings& s) { s.parameters.eager = 1024; },
      [](cli::Settings& s) { s.parameters.port_policy = PortPolicy::strict; },
      [](cli::Settings& s) { s.execution.network = NetworkEngine::ring; },
      [](cli::Settings& s) { s.execution.record_critical_path = true; }};
  for (const auto& change : changes) EXPECT_GT(needed(change), 80 * kMiB) << &change - changes;
}

TEST(HeldData, OfAnUnknownAlgorithmIsLikeThatOfOthers) {
  EXPECT_EQ(held("broadcast", "mine", "ring:16", 1024),
            held("broadcast", "recursive_doubling", "ring:16", 1024));
  EXPECT_GE(held("alltoall", "mine", "ring:16", 1024), 2 * 16 * 16 * 1024);
}

/// Compares the peak of a command with its estimate. False if that is below 256 MiB: nothing runs.
bool expect_estimate_of(const std::vector<std::string>& words) {
  cli::Command command = cli::read_command_line(words);
  const Tables tables;
  const cli::Session session{command.options, tables, {}, "verify"};
  const cli::Settings settings = cli::read_settings(session);
  const collectives::Operation& operation = cli::operation_asked("verify", command.options.subject);
  const Workload workload = cli::read_workload(command.options, operation, settings);
  const std::size_t estimate =
      cli::needed_bytes(operation, named(operation, command.options.algorithm.value()), settings, workload);
  const std::string line = core::joined(words, " ");
  if (estimate < 256 * kMiB) return false;
  const Finished finished = run_toruscope(words);
  EXPECT_EQ(finished.code, 0) << line << finished.err;
  const double share = static_cast<double>(finished.peak_bytes) / static_cast<double>(estimate);
  EXPECT_GE(share, kLeast) << line << ", estimate " << estimate;
  EXPECT_LE(share, kMost) << line << ", estimate " << estimate;
  return true;
}

std::vector<std::string> with_log(const char* command, const std::vector<std::string>& log) {
  std::istringstream in(command);
  std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  words.insert(words.end(), log.begin(), log.end());
  return words;
}

TEST(HeldData, WithALogIsWhatRunsTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const test::TemporaryFolder folder;
  EXPECT_TRUE(expect_estimate_of(
      with_log("verify alltoall -a direct -t torus:20x20 --block 8 -j 2", {"--events", folder / "x.jsonl"})));
  EXPECT_TRUE(expect_estimate_of(
      with_log("verify allgather -a ring -t ring:600 --block 8 -j 1", {"--export", folder / "x.goal"})));
}

TEST(HeldData, IsWhatRunsTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  struct Sample {
    const char* operation;
    const char* algorithm;
    const char* topology;
    int workers;
  };
  for (const auto& [operation, algorithm, topology, workers] :
       {Sample{"alltoall", "at2", "torus:16x16", 2}, Sample{"allreduce", "rabenseifner", "ring:16", 1},
        Sample{"gather", "knomial", "torus:8x8", 1}}) {
    const collectives::Operation& asked = collectives::operation(operation);
    const AlgorithmInfo& info = named(asked, algorithm);
    expect_estimate(asked, info, topology, block_for(asked, info, settings_on(topology, workers)), workers);
  }
  const collectives::Operation& allreduce = collectives::operation("allreduce");
  expect_estimate(allreduce, named(allreduce, "bine"), "torus:64x64", 8, 1);
}

}  // namespace

TEST(Long, EstimatesOfMemoryAreWhatRunsTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const char* const kTopologies[] = {"torus:4x4",     "ring:24",   "ring:25",     "torus:3x3x3",
                                     "torus:2x2x2x2", "torus:8x8", "torus:32x32", "torus:4x4x4x4"};
  int runs = 0;
  for (const collectives::Operation& operation : collectives::operations())
    for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue()))
      for (const char* topology : kTopologies) {
        const cli::Settings settings = settings_on(topology, 1 + runs % 2);
        const std::size_t block = block_for(operation, *algorithm, settings);
        Workload workload;
        workload.bytes = block;
        workload.window = 64;
        if (block == 0 || algorithm->refusal(cli::question(operation, settings, workload))) continue;
        expect_estimate(operation, *algorithm, topology, block, 1 + runs++ % 2);
      }
  EXPECT_GT(runs, 300);
}

/// A run that is drawn at random, with a block for which it needs about 256 to 512 MiB; a third of
/// the runs keep a log. Nothing where the draw has no such run.
std::vector<std::string> drawn(std::mt19937_64& random, const test::TemporaryFolder& folder) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const auto number = [&](std::size_t least, std::size_t most) {
    return std::to_string(least + below(most - least + 1));
  };
  const std::string topologies[] = {"ring:" + number(4, 400),
                                    "line:" + number(4, 300),
                                    "complete:" + number(4, 400),
                                    "hypercube:" + number(2, 9),
                                    "torus:" + number(2, 24) + "x" + number(2, 24),
                                    "torus:" + number(2, 8) + "x" + number(2, 8) + "x" + number(2, 8),
                                    "mesh:" + number(2, 20) + "x" + number(2, 20),
                                    "hyperx:" + number(2, 8) + "x" + number(2, 8),
                                    "fattree:" + std::to_string(2 * (1 + below(5)))};
  const std::string& topology = topologies[below(std::size(topologies))];
  const int workers = 1 + static_cast<int>(below(2));
  cli::Settings settings = settings_on(topology, workers);
  const auto& operations = collectives::operations();
  const collectives::Operation& operation = operations[below(operations.size())];
  std::vector<const AlgorithmInfo*> fitting;
  for (const AlgorithmInfo* one : operation.algorithms(builtin_catalogue()))
    if (!one->refusal(cli::question(operation, settings, {.bytes = 64}))) fitting.push_back(one);
  if (fitting.empty()) return {};
  const AlgorithmInfo& algorithm = *fitting[below(fitting.size())];
  std::vector<std::string> words{"verify", operation.name, "-a", algorithm.name,
                                 "-t",     topology,       "-j", std::to_string(workers)};
  const std::vector<std::string> logs[] = {
      {"--events", folder / "x.jsonl"}, {"--trace", folder / "x.json"}, {"--export", folder / "x.goal"}};
  const auto& log = logs[below(std::size(logs))];
  if (below(3) == 0) words.insert(words.end(), log.begin(), log.end());
  const std::size_t target = (256 + below(257)) * kMiB;
  std::size_t of_log = 0;
  if (words.size() > 8) {
    settings.logs = {log.front()};
    settings.execution.record_events = true;
    settings.memory_limit = 4 * kTarget;
    of_log = cli::needed_bytes(operation, algorithm, settings, {.bytes = 8});
    settings.logs.clear();
  }
  if (operation.traits.moves == Moves::nothing || of_log > target)
    return of_log > 2 * target ? std::vector<std::string>() : words;
  std::size_t block = 0;
  for (std::size_t step = std::size_t{1} << 30U; step > 0; step /= 2)
    if (cli::needed_bytes(operation, algorithm, settings, {.bytes = 8 * (block + step)}) <= target - of_log)
      block += step;
  words.insert(words.end(), {"--block", std::to_string(8 * block)});
  return words;
}

TEST(Long, EstimatesOfRunsThatAreDrawnAreWhatTheyTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const test::TemporaryFolder folder;
  const char* seed = std::getenv("TORUSCOPE_SEED");
  std::mt19937_64 random(seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10));
  for (int runs = 0; runs < 60;)
    if (const std::vector<std::string> words = drawn(random, folder); !words.empty())
      runs += expect_estimate_of(words) ? 1 : 0;
}

TEST(Long, EstimatesAmongNeighboursAreWhatRunsTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const char* const kRuns[] = {"verify broadcast -a knomial -t complete:64 --block 4M -j 1",
                               "verify shift -t complete:64 -a direct --block 3M -j 1"};
  for (const auto& costs : {std::vector<std::string>{"--ts", "0"}, {"--switching", "wormhole"}})
    for (const char* run : kRuns) EXPECT_TRUE(expect_estimate_of(with_log(run, costs))) << run;
}

TEST(Long, EstimatesOfLogsAreWhatRunsTake) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const test::TemporaryFolder folder;
  const std::vector<std::vector<std::string>> logs{
      {"--events", folder / "x.jsonl"}, {"--events", folder / "x.jsonl", "--spans"},
      {"--export", folder / "x.goal"},  {"--traffic", folder / "x.csv"},
      {"--critical-path", "full"},      {"--trace", folder / "x.json", "--trace-filter", "pe=0-1"}};
  const char* const kRuns[] = {"verify alltoall -a direct -t torus:24x24 --block 8 -j 2",
                               "verify alltoall -a bruck -t ring:2049 --block 8 -j 1",
                               "verify allgather -a ring -t ring:900 --block 8 -j 1",
                               "verify reduce -a pairwise_gather -t ring:257 --block 33600 -j 2",
                               "verify alltoall -a at2 -t torus:64x64 --block 8 --data none -j 2"};
  int runs = 0;
  for (const auto& log : logs)
    for (const char* run : kRuns) runs += expect_estimate_of(with_log(run, log)) ? 1 : 0;
  EXPECT_GT(runs, 12);
}

}  // namespace toruscope
