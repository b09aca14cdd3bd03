// SPDX-License-Identifier: Apache-2.0

#include "cli/candidates.hpp"

#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace toruscope::detail {

std::vector<const AlgorithmInfo*> candidates(const Operation& operation, const Catalogue& table,
                                             const Text& names) {
  std::vector<const AlgorithmInfo*> all = operation.algorithms(table);
  if (!names || *names == "all" || *names == "auto") return all;
  std::vector<std::string> known;
  known.reserve(all.size());
  for (const AlgorithmInfo* a : all) known.push_back(a->name);
  std::vector<const AlgorithmInfo*> some;
  std::istringstream list(*names);
  for (std::string name; std::getline(list, name, ',');) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ConfigError(
          unknown_name(operation.name + " algorithm", operation.name + " algorithms", name, known));
    const AlgorithmInfo* algorithm = all[static_cast<std::size_t>(found - known.begin())];
    if (std::find(some.begin(), some.end(), algorithm) == some.end()) some.push_back(algorithm);
  }
  if (some.empty()) throw ConfigError(operation.name + ": --algorithm names none; give a,b or all");
  return some;
}

std::string refusal_text(const Refusal& refusal) {
  return fmt::format("{} does not fit: it {}", refusal.algorithm, refusal.reason);
}

void refuse_all(const Operation& operation, const Catalogue& table, const Case& question,
                const std::string& where, const std::vector<Refusal>& refused) {
  std::string text = fmt::format("{}: no algorithm that was asked for fits {}:", operation.name, where);
  for (const Refusal& r : refused) text += fmt::format("\n  {}: {}", r.algorithm, r.reason);
  std::string fitting;
  for (const AlgorithmInfo* other : operation.algorithms(table))
    if (!other->refusal(question)) fitting += (fitting.empty() ? "\nfits: " : ", ") + other->name;
  throw ConfigError(text + fitting);
}

}  // namespace toruscope::detail
