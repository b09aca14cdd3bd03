// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/workload.hpp"

#include "cli/options/options.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/log_size.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/processors.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/pipelined_broadcast.hpp>

#include <algorithm>
#include <bit>
#include <fmt/core.h>

namespace toruscope::cli {

namespace {

constexpr std::size_t kValue = 8;
constexpr std::size_t kMostBytes = std::size_t{1} << 40;
constexpr std::int64_t kAny = INT32_MAX;

void refuse_option(const Text& given, const collectives::Operation& operation, const char* option,
                   const char* why) {
  if (given) throw ConfigError(fmt::format("{}: {}; leave {} out", operation.name, why, option));
}

std::size_t read_bytes(const CommandOptions& options, const collectives::Operation& operation) {
  if (!options.values || operation.traits.moves == Moves::values)
    return options.block ? parse_bytes(*options.block, "block") : options.default_block;
  if (options.block)
    throw ConfigError(
        fmt::format("{}: --block and --values both say how much is moved; give one of them", operation.name));
  return kValue * static_cast<std::size_t>(parse_whole(*options.values, "values", 0, kMostBytes / kValue));
}

Operands read_operands(const std::string& text, const collectives::Operation& operation, std::size_t bytes) {
  std::vector<std::string> names;
  for (const auto& [name, operands] : operators()) names.push_back(name);
  const Operands operands = operators()[parse_word(text, "operator", "operators", names)].second;
  if (operands == Operands::intervals && bytes % kValue != 0)
    throw ConfigError(
        fmt::format("{}: --operator concatenation joins values of 8 bytes, and {} is no multiple of 8",
                    operation.name, bytes));
  return operands;
}

constexpr std::pair<const char*, BlockRule> kBlockRules[] = {
    {"formula", BlockRule::printed}, {"corrected", BlockRule::corrected}, {"search", BlockRule::search}};

/// Nothing if the text names none.
std::optional<BlockRule> block_rule(const collectives::Operation& operation, const std::string& text) {
  if (operation.name == Broadcast::kOperation.name)
    for (const auto& [name, rule] : kBlockRules)
      if (text == name) return rule;
  return std::nullopt;
}

std::size_t block_by_rule(BlockRule rule, const CommandOptions& options, const Case& c) {
  if (options.algorithm != kRuledAlgorithm)
    throw ConfigError(
        fmt::format("broadcast: --segment {0} is a rule of {1} alone; give bytes, or --algorithm {1}",
                    *options.segment, kRuledAlgorithm));
  for (const Broadcast& entry : builtin_catalogue().broadcast())
    if (entry.name == kRuledAlgorithm)
      if (const auto reason = entry.refusal(c))
        throw ConfigError(fmt::format("broadcast/{}: {}; leave --segment {} out, which is a rule of it",
                                      entry.name, *reason, *options.segment));
  return best_block(c, Ticks{}, rule);
}

std::size_t read_segment_bytes(const collectives::Operation& operation, const std::string& text) {
  try {
    return parse_bytes(text, "segment");
  } catch (const ConfigError& error) {
    if (operation.name != Broadcast::kOperation.name) throw;
    std::vector<std::string> rules;
    for (const auto& [name, rule] : kBlockRules) rules.emplace_back(name);
    throw ConfigError(
        fmt::format("{}; or a rule of {}: {}", error.what(), kRuledAlgorithm, core::joined(rules, ", ")));
  }
}

/// Bytes, or a rule that finds them.
std::size_t read_segment(const CommandOptions& options, const collectives::Operation& operation,
                         const Case& c) {
  if (const auto rule = block_rule(operation, *options.segment)) return block_by_rule(*rule, options, c);
  const std::size_t bytes = read_segment_bytes(operation, *options.segment);
  if (bytes == 0)
    throw ConfigError(
        fmt::format("{}: --segment 0 sends nothing; give at least 1 byte, or leave it out", operation.name));
  return bytes;
}

/// Point-to-point benchmarks: whom, and how many messages.
void read_pairs(Workload& workload, const CommandOptions& options, const collectives::Operation& operation,
                int pes) {
  constexpr std::int64_t kMostWindow = 1 << 20;
  if (!operation.traits.has_partner)
    refuse_option(options.partner, operation, "--partner", "it has no partner that could be chosen");
  else if (options.partner)
    workload.partner = static_cast<Rank>(parse_whole(*options.partner, "partner", 0, pes - 1));
  if (!operation.traits.has_window)
    refuse_option(options.window, operation, "--window", "it has no window of messages");
  else
    workload.window =
        parse_whole(options.window.value_or(std::to_string(kUsualWindow)), "window", 1, kMostWindow);
}

}  // namespace

const collectives::Operation& operation_asked(const char* verb, const Text& name) {
  if (!name) throw ConfigError(fmt::format("{}: an operation is needed: {}", verb, operation_names()));
  return collectives::operation(*name);
}

std::string operation_names() {
  return core::joined(collectives::operations(), ", ", &collectives::Operation::name);
}

bool asks_for_block_rule(const CommandOptions& options, const collectives::Operation& operation) {
  return options.segment && block_rule(operation, *options.segment);
}

Workload read_workload(const CommandOptions& options, const collectives::Operation& operation,
                       const Settings& settings) {
  Workload workload;
  if (operation.traits.moves == Moves::nothing) {
    refuse_option(options.block, operation, "--block", "it moves no data");
    refuse_option(options.values, operation, "--values", "it moves no data");
  } else {
    if (operation.traits.moves == Moves::blocks || operation.traits.moves == Moves::message)
      refuse_option(options.values, operation, "--values", "its size is --block");
    workload.bytes = read_bytes(options, operation);
    if (operation.traits.moves == Moves::values && options.values)
      workload.values = parse_whole(*options.values, "values", 0, kMostBytes / kValue);
    if (workload.bytes > kMostBytes)
      throw ConfigError(fmt::format("{}: at most 1 TiB can be moved, got {}", operation.name,
                                    bytes_to_string(workload.bytes)));
  }
  if (!operation.traits.has_distance)
    refuse_option(options.distance, operation, "--shift", "it goes by no distance");
  else if (options.distance)
    workload.distance = parse_whole(*options.distance, "shift", -kAny, kAny);
  if (!operation.traits.combines)
    refuse_option(options.combine, operation, "--operator", "it combines nothing");
  else if (options.combine)
    workload.operands = read_operands(*options.combine, operation, workload.bytes);
  if (!operation.traits.has_root) {
    refuse_option(options.root, operation, "--root", "it has no root");
  } else if (options.root) {
    const std::int64_t root = parse_whole(*options.root, "root", -kAny, kAny);
    if (root < 0 || root >= settings.topology->pes())
      throw ConfigError(fmt::format("{}: root {} is not a rank of this machine (ranks are 0..{})",
                                    operation.name, root, settings.topology->pes() - 1));
    workload.root = static_cast<Rank>(root);
  }
  read_pairs(workload, options, operation, settings.topology->pes());
  if (!operation.traits.has_parts)
    refuse_option(options.segment, operation, "--segment",
                  "it cannot be told the size of parts; pipelined algorithms choose it");
  else if (options.segment)
    workload.segment = read_segment(options, operation, question(operation, settings, workload));
  if (workload.segment != 0 && operation.traits.combines) {
    const std::size_t element = collectives::test_operator(workload.operands, workload.bytes).combine.element;
    if (element != 0 && workload.segment % element != 0)
      throw ConfigError(fmt::format("{}: --segment {} would cut an element of {}; give a multiple of {}",
                                    operation.name, workload.segment, core::counted(element, "byte"), element));
  }
  return workload;
}

std::pair<std::size_t, std::size_t> first_and_last_size(const CommandOptions& options, const std::string& verb,
                                                        std::size_t usual_last) {
  const auto asked = [&](const Text& text, const char* option) -> std::optional<std::size_t> {
    if (!text) return std::nullopt;
    return parse_bytes(*text, verb + ": " + option);
  };
  const auto first = asked(options.begin, "-b");
  const auto last = asked(options.end, "-e");
  if (first && last && *last < *first)
    throw ConfigError(fmt::format("{}: -e {} is below -b {}; the sizes go from -b to -e", verb, *last, *first));
  for (const auto& [option, size] : {std::pair{"-b", first}, {"-e", last}})
    if (size.value_or(0) > kMostBytes)
      throw ConfigError(fmt::format("{}: at most 1 TiB can be moved, got {} {}", verb, option, *size));
  const std::size_t begin = first.value_or(std::min(options.default_block, last.value_or(SIZE_MAX)));
  return {begin, last.value_or(std::max(begin, usual_last))};
}

Case question(const collectives::Operation& operation, const Settings& settings, const Workload& workload) {
  return operation.question(*settings.topology, settings.parameters, workload);
}

namespace {

/// Bytes of the messages that may be under way at once where parts have a size that was asked for.
/// In a scan every PE holds all of its parts; a broadcast's go down a chain or a tree whose PEs at
/// one distance from the root are fed at once.
std::size_t bytes_of_parts(const collectives::Operation& operation, const Topology& topology,
                           const Workload& workload) {
  if (workload.segment == 0 || workload.bytes <= workload.segment) return 0;
  const std::size_t parts = (workload.bytes - 1) / workload.segment + 1;
  const auto p = static_cast<std::size_t>(topology.pes());
  const std::vector<int>& sides = topology.sides();
  const auto longest = static_cast<std::size_t>(*std::max_element(sides.begin(), sides.end()));
  const std::size_t feeding = operation.traits.moves == Moves::values ? p : std::min(p, 2 * (p / longest));
  return saturating_product(saturating_product(parts, feeding), bytes_per_message());
}

/// Bytes of the machine, and of messages under way that the size of the data does not tell.
std::size_t machine_bytes(const collectives::Operation& operation, const Settings& settings,
                          const Workload& workload) {
  const Topology& topology = *settings.topology;
  const auto p = static_cast<std::size_t>(topology.pes());
  const bool is_of_two = operation.traits.has_partner;
  const std::size_t partners = is_of_two ? 0 : operation.traits.meets_all ? p : std::bit_width(p);
  const std::size_t windows =
      operation.traits.has_window
          ? saturating_product((is_of_two ? 2 : p / 2) * static_cast<std::size_t>(workload.window - 1),
                               bytes_per_message())
          : 0;
  return saturating_sum(windows, estimate_bytes(topology, settings.parameters, settings.execution, partners));
}

/// Whether a message is at its PE, on this computer, as soon as it is sent: no router, limit, port
/// rule or log holds it.
bool are_there_at_once(const Settings& settings) {
  const Topology& topology = *settings.topology;
  const Parameters& machine = settings.parameters;
  return topology.longest_route() <= 1 && topology.nodes() == topology.pes() && machine.ts.value() > 0 &&
         machine.switching != Switching::wormhole && !machine.buffers && !machine.eager &&
         machine.port_policy == PortPolicy::queue && settings.execution.network != NetworkEngine::ring &&
         !settings.execution.record_critical_path;
}

std::size_t data_bytes(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                       const Settings& settings, const Workload& workload) {
  const int workers = settings.execution.workers == 0 ? core::processors() : settings.execution.workers;
  return saturating_sum(
      bytes_of_parts(operation, *settings.topology, workload),
      held_bytes(operation, algorithm.name, *settings.topology, workload, settings.execution.data,
                 settings.parameters.ports, workers, are_there_at_once(settings)));
}

/// Bytes of a run with these logs.
std::size_t needed_with(const LogBytes& log, const collectives::Operation& operation,
                        const AlgorithmInfo& algorithm, const Settings& settings, const Workload& workload) {
  const std::size_t in_run = saturating_sum(data_bytes(operation, algorithm, settings, workload), log.in_run);
  return saturating_sum(machine_bytes(operation, settings, workload), std::max(in_run, log.after));
}

const char* option_name(SizeOption option) {
  switch (option) {
    case SizeOption::block:
      return "--block";
    case SizeOption::values:
      return "--values";
    case SizeOption::range:
      return "-e";
    case SizeOption::first:
      break;
  }
  return "-b";
}

/// Sizes of the logs; zero if none is kept, or if there is no memory to find out: then there is
/// none for the run, either.
LogBytes logs_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                 const Settings& settings, const Workload& workload) {
  if (settings.logs.empty()) return {};
  Settings quiet = settings;
  quiet.execution.data = Data::none;
  if (needed_with({}, operation, algorithm, quiet, workload) > settings.memory_limit) return {};
  const LogRows rows = rows_of(operation, algorithm, settings, workload);
  check_trace(settings, rows);
  return log_bytes(settings, rows);
}

}  // namespace

std::size_t needed_bytes(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                         const Settings& settings, const Workload& workload) {
  return needed_with(logs_of(operation, algorithm, settings, workload), operation, algorithm, settings,
                     workload);
}

std::optional<std::string> excess(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                  const Settings& settings, const Workload& workload, SizeOption option) {
  const LogBytes log = logs_of(operation, algorithm, settings, workload);
  const bool counts_values = option == SizeOption::values;
  const auto with = [&](std::size_t amount) {
    Workload less = workload;
    if (!counts_values)
      less.bytes = amount;
    else if (less.values)
      less.values = static_cast<std::int64_t>(amount);
    else
      less.bytes = saturating_product(amount, kValue);
    return less;
  };
  const auto values = workload.values ? static_cast<std::size_t>(*workload.values) : workload.bytes / kValue;
  const bool moves_data = operation.traits.moves != Moves::nothing;
  Demand demand;
  demand.what = fmt::format("{} by {} on {}", operation.name, algorithm.name, settings.topology->name());
  demand.option = option_name(option);
  demand.amount = !moves_data ? 0 : counts_values ? values : workload.bytes;
  demand.amount_text =
      counts_values ? core::counted(values, "value") : "blocks of " + bytes_to_string(workload.bytes);
  demand.bytes = [&](std::size_t amount) {
    return needed_with(log, operation, algorithm, settings, with(amount));
  };
  const auto quiet = [&](std::size_t amount) {
    return needed_with({}, operation, algorithm, settings, with(amount));
  };
  const std::size_t limit = settings.memory_limit;
  if (demand.bytes(0) > limit && quiet(0) <= limit) {
    demand.is_of_log = true;
    demand.what += ", with the log of " + core::joined(settings.logs, " and ");
    demand.is_at_least = !log.is_all;
    demand.remedies.push_back(fmt::format("leave {} out ({})", core::joined(settings.logs, " and "),
                                          need_text(quiet(demand.amount))));
  }
  if (bytes_of_parts(operation, *settings.topology, workload) > limit / 2)
    demand.remedies.push_back(fmt::format("a larger --segment than {}", bytes_to_string(workload.segment)));
  if (settings.execution.data == Data::carried) {
    Settings without_data = settings;
    without_data.execution.data = Data::none;
    if (needed_with(log, operation, algorithm, without_data, workload) <= limit)
      demand.remedies.push_back("--data none if times are enough");
  }
  return excess(demand, limit);
}

void refuse_too_large(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                      const Settings& settings, const Workload& workload, SizeOption option) {
  if (const auto why = excess(operation, algorithm, settings, workload, option)) throw TooLargeError(*why);
}

}  // namespace toruscope::cli
