// SPDX-License-Identifier: Apache-2.0

#include "cli/process/computer.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <fstream>

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

std::size_t saturating_product(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

std::size_t saturating_sum(std::size_t a, std::size_t b) {
  std::size_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

std::optional<std::string> excess(const Demand& demand, std::size_t limit) {
  const std::size_t needed = demand.bytes(demand.amount);
  if (needed <= limit) return std::nullopt;
  if (demand.amount == 0)
    return fmt::format(
        "{}: the machine alone needs {} of memory, and {} may be used: use fewer PEs, or raise --memory",
        demand.what, need_text(needed), bytes_to_string(limit));
  const std::string found = fmt::format("{}: needs {} of memory with {}, and {} may be used", demand.what,
                                        need_text(needed), demand.amount_text, bytes_to_string(limit));
  if (demand.bytes(0) > limit)
    return fmt::format("{}; not even {} 0 fits: use fewer PEs, or raise --memory", found, demand.option);
  std::size_t fits = 0;
  std::size_t fails = demand.amount;
  while (fails - fits > 1) {
    const std::size_t middle = fits + (fails - fits) / 2;
    (demand.bytes(middle) <= limit ? fits : fails) = middle;
  }
  return fmt::format("{}; the largest that fits is {} {}, or raise --memory", found, demand.option, fits);
}

void refuse_too_large(const std::string& what, std::size_t needed, std::size_t limit) {
  if (needed > limit)
    throw TooLargeError(
        fmt::format("{}: needs {} of memory, and {} may be used; use fewer PEs, or raise --memory", what,
                    need_text(needed), bytes_to_string(limit)));
}

}  // namespace toruscope::cli
