// SPDX-License-Identifier: Apache-2.0
// What a collective operation is to move, as --block, --values and --root say, and whether this computer can.

#pragma once

#include "cli/machines/settings.hpp"
#include "collectives/operations.hpp"

#include <optional>
#include <string>
#include <utility>

namespace toruscope::cli {

/// The operation that stands after a verb. Errors: ConfigError if none does, or it is unknown.
const collectives::Operation& operation_asked(const char* verb, const Text& name);
/// "alltoall, broadcast, ...": for help and errors.
std::string operation_names();

/// The algorithm of broadcast whose blocks --segment finds by a rule.
inline constexpr const char* kRuledAlgorithm = "pipelined_torus";
/// True if --segment names such a rule.
bool asks_for_block_rule(const CommandOptions& options, const collectives::Operation& operation);

/// Errors    ConfigError for an option that the operation has no use for, or a value out of range.
Workload read_workload(const CommandOptions& options, const collectives::Operation& operation,
                       const Settings& settings);

/// -b and -e. A size that is not given gives way to the one that is: the first is 8 bytes but no more than the last, the last is
/// `usual_last` but no less than the first.
/// Errors    ConfigError, which begins with the verb, if both are given and the last is below the first.
std::pair<std::size_t, std::size_t> first_and_last_size(const CommandOptions& options, const std::string& verb,
                                                        std::size_t usual_last);

/// The question that preconditions, predictions and bounds are asked.
Case question(const collectives::Operation& operation, const Settings& settings, const Workload& workload);

/// Memory that a run needs, about.
std::size_t needed_bytes(const collectives::Operation& operation, const Settings& settings,
                         const Workload& workload);

/// The option that says how much is moved; `range`: -b and -e.
enum class SizeOption { block, values, range };

/// Why a run would need more memory than it may, and what would fit; nothing if it fits.
std::optional<std::string> excess(const collectives::Operation& operation, const Settings& settings,
                                  const Workload& workload, SizeOption option);
/// Errors    TooLargeError that says so.
void refuse_too_large(const collectives::Operation& operation, const Settings& settings,
                      const Workload& workload, SizeOption option);

}  // namespace toruscope::cli
