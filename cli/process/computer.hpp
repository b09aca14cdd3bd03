// SPDX-License-Identifier: Apache-2.0
// How this program was built, and what a run may use of this computer's memory: estimated before
// it starts, refused if it is too much.

#pragma once

#include <toruscope/error.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

std::string version();
std::string compiler();
/// "Debug", "Release"; with the sanitizers, if any.
std::string build_type();
/// The commit at the time of configuration, if there was one.
std::optional<std::string> commit();

/// Bytes that this process can still have, by the system and its control group.
std::size_t free_memory();
/// 80 % of it.
std::size_t default_memory_limit();

/// Errors    HostLimitError where the shell allows a stack (ulimit -s) so small that the program
///           could end by SIGSEGV.
void require_stack();

/// Where the shell allows few addresses (ulimit -v): threads share one arena of the allocator, each
/// of which reserves 64 MiB.
void share_arena_if_addresses_are_few();

/// a * b and a + b that stop at the largest number.
std::size_t saturating_product(std::size_t a, std::size_t b);
std::size_t saturating_sum(std::size_t a, std::size_t b);

/// A run whose estimate is above what it may use. Another of the same command may fit.
class TooLargeError : public HostLimitError {
 public:
  using HostLimitError::HostLimitError;
};

/// What a run needs, and which option asks for how much.
struct Demand {
  std::string what;    ///< "alltoall on torus:8x8"
  std::string option;  ///< "--block": what to give less of
  std::size_t amount = 0;
  std::string amount_text;                               ///< "blocks of 64 KiB"
  std::function<std::size_t(std::size_t amount)> bytes;  ///< grows with the amount
  std::vector<std::string> remedies{};                   ///< besides less: "leave --events out"
  bool is_of_log = false;                                ///< none fits, but would without the logs
  bool is_at_least = false;                              ///< there is more that is not known
};
/// "about 5 GiB"
std::string need_text(std::size_t needed);
/// Why it is too much, with the largest amount that fits; nothing if it fits. An amount of 0: the
/// machine alone is too large.
std::optional<std::string> excess(const Demand& demand, std::size_t limit);

/// Errors    TooLargeError if `needed` is above the limit.
void refuse_too_large(const std::string& what, std::size_t needed, std::size_t limit);

}  // namespace toruscope::cli
