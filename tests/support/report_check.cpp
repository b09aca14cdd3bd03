// SPDX-License-Identifier: Apache-2.0

#include "tests/support/report_check.hpp"

#include "tests/support/path_check.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {

namespace {

/// Messages and bytes that the PE sent to others, walking with what it saw.
std::pair<std::int64_t, std::int64_t> sent(Rank pe, const PeProgram& program,
                                           const std::vector<Observation>& seen) {
  std::pair<std::int64_t, std::int64_t> sum;
  Walk walk(program);
  for (const Observation& observation : seen) {
    for (const Transfer& transfer : walk.current()->sends) {
      if (transfer.partner == pe) continue;
      sum.first += 1;
      sum.second += static_cast<std::int64_t>(transfer.bytes);
    }
    walk.advance(observation);
  }
  return sum;
}

}  // namespace

void check_report(const Report& report, const Program& program, bool has_path, Outcome& outcome) {
  const auto require = [&](bool holds, const std::string& law) {
    if (!holds) outcome.faults.push_back("report: " + law);
  };
  const std::string path = has_path ? path_fault(report) : "";
  require(path.empty(), "critical path: " + path);
  require(report.finish.time == value(report.finish.account, report.costs),
          "T is not the value of its account");
  require(report.pes.size() == program.size(), "not one line for each PE");
  Ticks latest;
  for (std::size_t pe = 0; pe < report.pes.size() && pe < program.size(); ++pe) {
    const PeReport& of_pe = report.pes[pe];
    const auto& clocks = outcome.clocks[pe];
    latest = std::max(latest, of_pe.finish.time);
    require(of_pe.finish.time == value(of_pe.finish.account, report.costs),
            fmt::format("PE {}'s finish {} is not the value of its account {}", pe, of_pe.finish.time.count,
                        to_string(of_pe.finish.account)));
    require(of_pe.finish.time.count == (clocks.empty() ? 0 : clocks.back()),
            fmt::format("PE {}'s finish {} is not its last clock", pe, of_pe.finish.time.count));
    auto [messages, bytes] = sent(static_cast<Rank>(pe), program[pe], outcome.seen[pe]);
    for (std::size_t strand = program.size(); strand < outcome.seen.size(); ++strand) {
      if (pe_of_strand(program, strand) != static_cast<Rank>(pe)) continue;
      const auto [more, more_bytes] =
          sent(static_cast<Rank>(pe), strand_of(program, strand), outcome.seen[strand]);
      messages += more;
      bytes += more_bytes;
    }
    require(of_pe.messages_sent == messages && of_pe.bytes_sent == bytes,
            fmt::format("PE {} sent {} messages of {} bytes, reported {} of {}", pe, messages, bytes,
                        of_pe.messages_sent, of_pe.bytes_sent));
  }
  require(report.finish.time == latest, "T is not the latest PE's finish");
  std::int64_t most = 0;
  for (const LinkReport& link : report.links) {
    most = std::max(most, link.bytes);
    require(report.host.network != "hop" || link.channel_pushes == link.messages,
            fmt::format("link {}->{}: {} messages but {} pushes", link.from, link.to, link.messages,
                        link.channel_pushes));
  }
  require(report.totals.max_link_bytes == most, "max_link_bytes is not that of the links");
}

}  // namespace toruscope::test
