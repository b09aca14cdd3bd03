// SPDX-License-Identifier: Apache-2.0
// What a collective operation is to move, as --block, --values and --root say, whether this
// computer can, and by which algorithms.

#pragma once

#include "cli/machines/settings.hpp"
#include "collectives/operations.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// The operation that stands after a verb. Errors: ConfigError if none does, or it is unknown.
const collectives::Operation& operation_asked(const char* verb, const Text& name);
/// "alltoall, broadcast, ...": for help and errors.
std::string operation_names();

/// The algorithm of broadcast whose blocks --segment finds by a rule.
inline constexpr const char* kRuledAlgorithm = "pipelined_torus";
/// Messages of a window, where --window is left out.
inline constexpr std::int64_t kUsualWindow = 64;
/// True if --segment names such a rule.
bool asks_for_block_rule(const CommandOptions& options, const collectives::Operation& operation);

/// Errors    ConfigError for an option that the operation has no use for, or a value out of range.
Workload read_workload(const CommandOptions& options, const collectives::Operation& operation,
                       const Settings& settings);

/// -b and -e. A size that is not given gives way to the one that is: the first is 8 bytes but no
/// more than the last, the last is `usual_last` but no less than the first.
/// Errors    ConfigError, which begins with the verb, if the last is below the first.
std::pair<std::size_t, std::size_t> first_and_last_size(const CommandOptions& options, const std::string& verb,
                                                        std::size_t usual_last);

/// The question that preconditions, predictions and bounds are asked.
Case question(const collectives::Operation& operation, const Settings& settings, const Workload& workload);

/// Memory that a run of the algorithm needs, about.
std::size_t needed_bytes(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                         const Settings& settings, const Workload& workload);

/// The option that says how much is moved; `range`: -e; `first`: -b, where no smaller size fits.
enum class SizeOption { block, values, range, first };

/// Why a run would need more memory than it may, and what would fit; nothing if it fits.
std::optional<std::string> excess(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                  const Settings& settings, const Workload& workload, SizeOption option);
/// Errors    TooLargeError that says so.
void refuse_too_large(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                      const Settings& settings, const Workload& workload, SizeOption option);

/// Bytes at the peak, all PEs together. An algorithm that is not in the table of held_data.cpp,
/// such as a program's own, counts like the most frequent kind of its operation. `at_once`:
/// messages are there when they are sent, not under way.
std::size_t held_bytes(const collectives::Operation& operation, std::string_view algorithm,
                       const Topology& topology, const Workload& workload, Data data, Ports ports = one_port,
                       int workers = 1, bool at_once = false);

/// True if the algorithm cuts a vector into a block for each PE, of one value at least, so that it
/// sends more than a short vector has.
bool pads_short_vectors(const collectives::Operation& operation, std::string_view algorithm);

/// The algorithms that take part in a comparison.
struct Candidates {
  std::vector<const AlgorithmInfo*> named;
  bool has_auto = false;                        ///< and the one that `auto` takes for each case
  std::vector<const AlgorithmInfo*> by_name{};  ///< of the named: by their own names, not by "all"
};
/// The algorithms of "a,b", where "auto" and "all" may be, too; all of them if none is named.
/// Errors    ConfigError for an unknown name with the nearest one, or none at all.
Candidates candidates(const collectives::Operation& operation, const Catalogue& table, const Text& names);

struct Refusal {
  std::string algorithm;
  std::string reason;       ///< "needs a ring, got torus 4x4"
  bool is_failure = false;  ///< asked for by name, and this computer has no memory for it
};

/// One that takes part.
struct Contender {
  const AlgorithmInfo* algorithm = nullptr;
  bool is_auto = false;  ///< `auto` was asked for and takes it here
  bool is_named = false;
  std::size_t needs = 0;  ///< memory of its run, about; by leave_out_too_large
};
/// Algorithms that can do the case. The others are added to `refused`.
std::vector<Contender> contenders(const Candidates& candidates, const collectives::Operation& operation,
                                  const Catalogue& table, const Case& question, std::vector<Refusal>& refused);

/// Finds what runs need, and moves those that need too much memory to `refused`. Where none is
/// left: returns why the least of them does not fit, what would, and who needs more; `refused` has
/// none of them then.
std::optional<std::string> leave_out_too_large(std::vector<Contender>& contenders,
                                               std::vector<Refusal>& refused,
                                               const collectives::Operation& operation,
                                               const Settings& settings, const Workload& workload,
                                               SizeOption option);

/// "ar1 does not fit: it needs a ring ..."
std::string refusal_text(const Refusal& refusal);
/// Tells on standard error that one was left out for lack of memory.
void report_left_out(const collectives::Operation& operation, const Refusal& refusal, const std::string& where);

/// The name of --algorithm, or auto. Errors: ConfigError, which begins with the verb, for several.
std::string one_algorithm(const char* verb, const CommandOptions& options);
/// The algorithm that --algorithm names; empty of auto, which chooses when the run has come so far.
std::string named_algorithm(const CommandOptions& options);
/// --algorithm has names, not just all or auto.
bool names_algorithms(const CommandOptions& options);
/// True where each is told: --refusals asks for them, or --algorithm names algorithms.
bool lists_refusals(const CommandOptions& options);
/// Lines on those that do not fit: each with its reason where they are told, else how many.
std::string refusals_text(const std::vector<Refusal>& refused, const CommandOptions& options);

/// Errors    always ConfigError: nobody fits `where`; every reason, and who would.
[[noreturn]] void refuse_all(const collectives::Operation& operation, const Catalogue& table,
                             const Case& question, const std::string& where,
                             const std::vector<Refusal>& refused);

}  // namespace toruscope::cli
