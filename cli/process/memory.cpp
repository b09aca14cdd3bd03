// SPDX-License-Identifier: Apache-2.0

#include "cli/process/computer.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <fstream>
#include <malloc.h>
#include <sys/resource.h>

namespace toruscope::cli {

namespace {

/// The number in the file, or nothing (no such file, "max").
std::optional<std::size_t> number_in(const char* file) {
  std::ifstream in(file);
  std::size_t number = 0;
  if (in >> number) return number;
  return std::nullopt;
}

std::optional<std::size_t> available_of_system() {
  std::ifstream in("/proc/meminfo");
  std::string key;
  std::string unit;
  std::size_t kib = 0;
  while (in >> key >> kib) {
    if (key == "MemAvailable:") return kib * 1024;
    std::getline(in, unit);
  }
  return std::nullopt;
}

std::size_t left_in_control_group() {
  struct Files {
    const char* limit;
    const char* used;
  };
  constexpr Files kFiles[] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const Files& files : kFiles) {
    const auto limit = number_in(files.limit);
    const auto used = number_in(files.used);
    if (limit && used) return *limit > *used ? *limit - *used : 0;
  }
  return SIZE_MAX;
}

}  // namespace

std::string need_text(std::size_t needed) {
  return needed == SIZE_MAX ? "more than any computer has" : "about " + bytes_to_string(needed);
}

std::size_t free_memory() {
  return std::min(available_of_system().value_or(SIZE_MAX), left_in_control_group());
}

std::size_t default_memory_limit() {
  const std::size_t free = free_memory();
  return free == SIZE_MAX ? SIZE_MAX : free / 5 * 4;
}

void require_stack() {
  constexpr rlim_t kKiB = 1024;
  // Reading a machine file that is nested as deep as it may be takes some 400 KiB.
  constexpr rlim_t kLeast = 1024 * kKiB;
  constexpr rlim_t kUsual = 8192 * kKiB;
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return;
  throw HostLimitError(fmt::format(
      "the shell's limit of the stack is {} KiB, and this program takes up to {} KiB; raise it: ulimit -s {}",
      limit.rlim_cur / kKiB, kLeast / kKiB, kUsual / kKiB));
}

void share_arena_if_addresses_are_few() {
  constexpr rlim_t kFew = rlim_t{4} << 30U;
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kFew) mallopt(M_ARENA_MAX, 1);
}

std::size_t saturating_product(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

std::size_t saturating_sum(std::size_t a, std::size_t b) {
  std::size_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

namespace {

/// The largest amount that fits; nothing if none does.
std::optional<std::size_t> largest_that_fits(const Demand& demand, std::size_t limit) {
  if (demand.amount == 0 || demand.bytes(0) > limit) return std::nullopt;
  std::size_t fits = 0;
  std::size_t fails = demand.amount;
  while (fails - fits > 1) {
    const std::size_t middle = fits + (fails - fits) / 2;
    (demand.bytes(middle) <= limit ? fits : fails) = middle;
  }
  return fits;
}

std::string too_large_text(const std::string& need, std::size_t limit, const std::string& also,
                           const std::vector<std::string>& remedies) {
  return fmt::format("{}, and {} may be used{}: {}, or raise --memory", need, bytes_to_string(limit), also,
                     core::joined(remedies, ", "));
}

}  // namespace

std::optional<std::string> excess(const Demand& demand, std::size_t limit) {
  const std::size_t needed = demand.bytes(demand.amount);
  if (needed <= limit) return std::nullopt;
  const std::optional<std::size_t> fits = largest_that_fits(demand, limit);
  std::vector<std::string> remedies{fits ? fmt::format("take {} {} or less", demand.option, *fits)
                                         : "use fewer PEs"};
  remedies.insert(remedies.end(), demand.remedies.begin(), demand.remedies.end());
  const bool is_of_machine = demand.amount == 0 && !demand.is_of_log;
  const std::string need =
      fmt::format("{}: {} {} of memory", demand.what, is_of_machine ? "the machine alone needs" : "needs",
                  demand.is_at_least ? "more than " + bytes_to_string(needed) : need_text(needed));
  if (demand.amount == 0 || demand.is_of_log) return too_large_text(need, limit, "", remedies);
  return too_large_text(fmt::format("{} with {}", need, demand.amount_text), limit,
                        fits ? "" : fmt::format(", not even {} 0 fits", demand.option), remedies);
}

void refuse_too_large(const std::string& what, std::size_t needed, std::size_t limit) {
  if (needed > limit)
    throw TooLargeError(too_large_text(fmt::format("{}: needs {} of memory", what, need_text(needed)), limit,
                                       "", {"use fewer PEs"}));
}

}  // namespace toruscope::cli
