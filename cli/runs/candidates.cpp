// SPDX-License-Identifier: Apache-2.0

#include "cli/process/computer.hpp"
#include "cli/process/ending.hpp"
#include "cli/runs/workload.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

Candidates candidates(const collectives::Operation& operation, const Catalogue& table, const Text& names) {
  std::vector<const AlgorithmInfo*> all = operation.algorithms(table);
  if (!names || *names == "all") return {std::move(all)};
  std::vector<std::string> known;
  known.reserve(all.size() + 2);
  for (const AlgorithmInfo* a : all) known.push_back(a->name);
  known.insert(known.end(), {"auto", "all"});
  Candidates some;
  const auto add = [&](const AlgorithmInfo* algorithm) {
    if (std::find(some.named.begin(), some.named.end(), algorithm) == some.named.end())
      some.named.push_back(algorithm);
  };
  for (const std::string& name : split(*names, ',')) {
    if (name == "auto") {
      some.has_auto = true;
      continue;
    }
    if (name == "all") {
      for (const AlgorithmInfo* algorithm : all) add(algorithm);
      continue;
    }
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ConfigError(
          core::unknown_name(operation.name + " algorithm", operation.name + " algorithms", name, known));
    some.by_name.push_back(all[static_cast<std::size_t>(found - known.begin())]);
    add(some.by_name.back());
  }
  return some;
}

std::vector<Contender> contenders(const Candidates& candidates, const collectives::Operation& operation,
                                  const Catalogue& table, const Case& question, std::vector<Refusal>& refused) {
  std::vector<Contender> all;
  for (const AlgorithmInfo* algorithm : candidates.named) {
    if (const auto reason = algorithm->refusal(question))
      refused.push_back({algorithm->name, *reason});
    else
      all.push_back({algorithm, false,
                     std::find(candidates.by_name.begin(), candidates.by_name.end(), algorithm) !=
                         candidates.by_name.end()});
  }
  if (!candidates.has_auto) return all;
  const AlgorithmInfo* chosen = &operation.choose(table, "auto", question);
  const auto same =
      std::find_if(all.begin(), all.end(), [&](const Contender& c) { return c.algorithm == chosen; });
  if (same == all.end())
    all.push_back({chosen, true, true});
  else
    same->is_auto = true;
  return all;
}

std::optional<std::string> leave_out_too_large(std::vector<Contender>& contenders,
                                               std::vector<Refusal>& refused,
                                               const collectives::Operation& operation,
                                               const Settings& settings, const Workload& workload,
                                               SizeOption option) {
  std::vector<Contender> fitting;
  std::vector<Refusal> too_large;
  for (Contender& contender : contenders) {
    contender.needs = needed_bytes(operation, *contender.algorithm, settings, workload);
    if (contender.needs <= settings.memory_limit)
      fitting.push_back(contender);
    else
      too_large.push_back({contender.algorithm->name,
                           fmt::format("needs {} of memory, and {} may be used", need_text(contender.needs),
                                       bytes_to_string(settings.memory_limit)),
                           contender.is_named});
  }
  if (fitting.empty() && !contenders.empty()) {
    const auto least = std::min_element(contenders.begin(), contenders.end(),
                                        [](const auto& a, const auto& b) { return a.needs < b.needs; });
    auto why = excess(operation, *least->algorithm, settings, workload, option);
    too_large.erase(too_large.begin() + (least - contenders.begin()));
    if (why && !too_large.empty())
      *why += fmt::format("; as much or more: {}", core::joined(too_large, ", ", &Refusal::algorithm));
    return why;
  }
  contenders = std::move(fitting);
  refused.insert(refused.end(), too_large.begin(), too_large.end());
  return std::nullopt;
}

std::string refusal_text(const Refusal& refusal) {
  return fmt::format("{} does not fit: it {}", refusal.algorithm, refusal.reason);
}

void report_left_out(const collectives::Operation& operation, const Refusal& refusal,
                     const std::string& where) {
  report_failure(fmt::format("toruscope: {} by {} on {} was left out: it {}", operation.name, refusal.algorithm,
                             where, refusal.reason));
}

std::string one_algorithm(const char* verb, const CommandOptions& options) {
  const std::string name = options.algorithm.value_or("auto");
  if (name == "all" || (name.find(',') != std::string::npos && !name.starts_with("file:")))
    throw ConfigError(
        fmt::format("{}: it takes one algorithm, got --algorithm {}; name one, or run several by compare", verb,
                    core::shown(name)));
  return name;
}

std::string named_algorithm(const CommandOptions& options) {
  const std::string name = options.algorithm.value_or("auto");
  return name == "auto" ? "" : name;
}

bool names_algorithms(const CommandOptions& options) {
  return options.algorithm && *options.algorithm != "all" && *options.algorithm != "auto";
}

bool lists_refusals(const CommandOptions& options) {
  return options.lists_refusals || names_algorithms(options);
}

std::string refusals_text(const std::vector<Refusal>& refused, const CommandOptions& options) {
  if (refused.empty()) return {};
  if (lists_refusals(options)) {
    std::string text;
    for (const Refusal& refusal : refused) text += refusal_text(refusal) + "\n";
    return text;
  }
  return refused.size() == 1
             ? fmt::format("1 other algorithm does not fit: {}; --refusals says why\n",
                           refused.front().algorithm)
             : fmt::format("{} other algorithms do not fit; --refusals says why\n", refused.size());
}

void refuse_all(const collectives::Operation& operation, const Catalogue& table, const Case& question,
                const std::string& where, const std::vector<Refusal>& refused) {
  std::string text = fmt::format("{}: no algorithm that was asked for fits {}:", operation.name, where);
  for (const Refusal& r : refused) text += fmt::format("\n  {}: {}", r.algorithm, r.reason);
  std::string fitting;
  for (const AlgorithmInfo* other : operation.algorithms(table))
    if (!other->refusal(question)) fitting += (fitting.empty() ? "\nfits: " : ", ") + other->name;
  throw ConfigError(text + fitting);
}

}  // namespace toruscope::cli
