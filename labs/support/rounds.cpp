// SPDX-License-Identifier: Apache-2.0

#include "labs/support/rounds.hpp"

#include <algorithm>
#include <bit>
#include <fmt/core.h>
#include <tuple>

namespace toruscope::labs {

std::vector<Transfer> transfers(const Report& report) {
  std::vector<Transfer> all;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message)
      all.push_back({e.start.count, e.source, e.destination, e.bytes, e.taken.count});
  std::sort(all.begin(), all.end(), [](const Transfer& a, const Transfer& b) {
    return std::tie(a.start, a.from, a.to) < std::tie(b.start, b.from, b.to);
  });
  return all;
}

std::vector<int> informed_by_round(const Report& report, Rank root) {
  constexpr std::int64_t kNotYet = -1;
  std::vector<std::int64_t> since(report.pes.size(), kNotYet);
  since.at(static_cast<std::size_t>(root)) = 0;
  std::vector<int> count{1};
  for (const Transfer& t : transfers(report)) {
    const std::int64_t of_sender = since[static_cast<std::size_t>(t.from)];
    std::int64_t& of_receiver = since[static_cast<std::size_t>(t.to)];
    if (of_sender == kNotYet || of_sender > t.start || of_receiver != kNotYet) continue;
    of_receiver = t.arrival;
    if (count.size() <= static_cast<std::size_t>(t.arrival))
      count.resize(static_cast<std::size_t>(t.arrival) + 1);
    ++count[static_cast<std::size_t>(t.arrival)];
  }
  for (std::size_t round = 1; round < count.size(); ++round) count[round] += count[round - 1];
  return count;
}

std::optional<std::string> message_over(const Report& report, std::size_t bytes) {
  for (const Transfer& t : transfers(report))
    if (t.bytes > static_cast<std::int64_t>(bytes))
      return fmt::format("the message from PE {} to PE {} has {} bytes, and {} are enough", t.from, t.to,
                         t.bytes, bytes);
  return std::nullopt;
}

int ceil_log2(int p) {
  return p <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned>(p - 1)));
}

}  // namespace toruscope::labs
