// SPDX-License-Identifier: Apache-2.0

#include "tests/support/outcome.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::test {

namespace {

/// A clock that is not the same, or that only one of the two has.
struct ClockDifference {
  std::int64_t when = 0;
  std::string text;
};

/// What a PE was doing, walked with what the outcome says that it saw.
std::vector<std::string> operations(const PeProgram& program, const std::vector<Observation>& seen) {
  std::vector<std::string> texts;
  Walk walk(program);
  for (std::size_t i = 0; walk.current() != nullptr; walk.advance(seen[i++])) {
    texts.push_back(to_string(*walk.current()));
    if (i == seen.size()) break;
  }
  return texts;
}

std::string clock_differences(const Program& program, const Outcome& expected, const Outcome& found) {
  std::vector<ClockDifference> all;
  for (std::size_t pe = 0; pe < expected.clocks.size(); ++pe) {
    const auto& a = expected.clocks.at(pe);
    const auto& b = found.clocks.at(pe);
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const bool have_both = i < a.size() && i < b.size();
      if (have_both && a[i] == b[i] && expected.seen[pe][i] == found.seen[pe][i]) continue;
      const auto text_of = [&](const Outcome& outcome) {
        if (i >= outcome.clocks[pe].size()) return std::string("never");
        return fmt::format("{} {}", outcome.clocks[pe][i], to_string(outcome.seen[pe][i]));
      };
      const std::int64_t when = std::min(i < a.size() ? a[i] : INT64_MAX, i < b.size() ? b[i] : INT64_MAX);
      all.push_back(
          {when,
           fmt::format("PE {}{} after operation {} ({}): expected {}, found {}\n", pe_of_strand(program, pe),
                       pe < program.size() ? "" : fmt::format(" strand {}", pe), i,
                       operations(strand_of(program, pe), i < a.size() ? expected.seen[pe] : found.seen[pe])[i],
                       text_of(expected), text_of(found))});
      break;  // what follows on this PE is a consequence
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.when < b.when; });
  std::string text;
  for (const ClockDifference& one : all) text += one.text;
  return text;
}

std::string total_differences(const Outcome& expected, const Outcome& found) {
  std::string text;
  const auto compare = [&](const char* what, std::int64_t a, std::int64_t b) {
    if (a != b) text += fmt::format("{}: expected {}, found {}\n", what, a, b);
  };
  compare("messages", expected.messages, found.messages);
  compare("bytes", expected.bytes, found.bytes);
  compare("hops", expected.hops, found.hops);
  compare("link_conflicts", expected.link_conflicts, found.link_conflicts);
  compare("detours", expected.detours, found.detours);

  for (std::size_t pe = 0; pe < std::min(expected.accounts.size(), found.accounts.size()); ++pe) {
    const auto& a = expected.accounts[pe];
    const auto& b = found.accounts[pe];
    if (a && b && *a != *b)
      text += fmt::format("PE {}'s account: expected {}, found {}\n", pe, to_string(*a), to_string(*b));
  }

  auto links = expected.links;
  links.insert(found.links.begin(), found.links.end());
  for (const auto& [ends, ignored] : links) {
    const auto load = [&, key = ends](const Outcome& outcome) {
      const auto at = outcome.links.find(key);
      return at == outcome.links.end() ? LinkLoad{} : at->second;
    };
    const LinkLoad a = load(expected);
    const LinkLoad b = load(found);
    if (a == b) continue;
    text += fmt::format("link {}->{}: expected {} messages, {} bytes, wait {}; found {}, {}, {}\n", ends.first,
                        ends.second, a.messages, a.bytes, a.wait, b.messages, b.bytes, b.wait);
  }
  return text;
}

}  // namespace

std::string difference(const Program& program, const Outcome& expected, const Outcome& found) {
  const auto end = [](const Outcome& outcome) {
    if (outcome.violation)
      return fmt::format("PE {} to break its port rule at {}", outcome.violation->rank,
                         outcome.violation->when);
    return fmt::format("{} at {}", outcome.is_deadlock ? "a deadlock" : "the end", outcome.finish);
  };
  std::string text;
  if (end(expected) != end(found)) text += fmt::format("expected {}, found {}\n", end(expected), end(found));
  if (!expected.violation && !found.violation) text += clock_differences(program, expected, found);
  const bool have_both_ended =
      !expected.violation && !found.violation && !expected.is_deadlock && !found.is_deadlock;
  if (have_both_ended) text += total_differences(expected, found);
  for (const std::string& fault : found.faults) text += fault + "\n";
  return text;
}

std::string to_string(const Outcome& outcome) {
  std::string text = outcome.is_deadlock ? fmt::format("  deadlock at {}\n", outcome.finish) : "";
  if (outcome.violation)
    text +=
        fmt::format("  PE {} breaks its port rule at {}\n", outcome.violation->rank, outcome.violation->when);
  for (std::size_t pe = 0; pe < outcome.clocks.size(); ++pe)
    if (!outcome.clocks[pe].empty())
      text += fmt::format("  PE {}: {}\n", pe, fmt::join(outcome.clocks[pe], " "));
  if (!outcome.is_deadlock)
    text += fmt::format("  finish {}, {} messages, {} bytes, {} hops, {} link conflicts\n", outcome.finish,
                        outcome.messages, outcome.bytes, outcome.hops, outcome.link_conflicts);
  return text;
}

}  // namespace toruscope::test
