// SPDX-License-Identifier: Apache-2.0
// The tour of runtime/README.md: a message on a torus passes its stations in the order in which the
// tour tells their times. tests/shape/check_tour.py looks for the functions.

#include "tests/runtime/network/random_traffic.hpp"
#include "tests/support/observed.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using core::LinkCrossed;
using core::MessageTaken;

/// The times of the last column, station by station.
std::vector<std::string> told_times() {
  std::ifstream tour(test::in_source("runtime/README.md"));
  const std::regex station(R"(\| \d+ \|.*\|([^|]*)\|)");
  const std::regex word("`(\\w+)`");
  std::vector<std::string> times;
  for (std::string line; std::getline(tour, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, station)) continue;
    const std::string column = found[1];
    for (auto w = std::sregex_iterator(column.begin(), column.end(), word); w != std::sregex_iterator(); ++w)
      if (const std::string name = (*w)[1]; name != "message" && name != "hop") times.push_back(name);
  }
  return times;
}

const std::map<std::string, Ticks MessageTaken::*> kOfMessage{
    {"posted", &MessageTaken::posted},       {"start", &MessageTaken::start},
    {"left", &MessageTaken::left},           {"arrival", &MessageTaken::arrival},
    {"available", &MessageTaken::available}, {"taken", &MessageTaken::taken}};
const std::map<std::string, Ticks LinkCrossed::*> kOfHop{
    {"asked", &LinkCrossed::asked}, {"granted", &LinkCrossed::granted}, {"released", &LinkCrossed::released}};
/// Those of a message's tail, which follows its header.
const std::set<std::string> kOfTail{"left", "released"};

TEST(Tour, TellsEachTimeOnce) {
  std::vector<std::string> told = told_times();
  std::sort(told.begin(), told.end());

  std::vector<std::string> all;
  for (const auto& [name, time] : kOfMessage) all.push_back(name);
  for (const auto& [name, time] : kOfHop) all.push_back(name);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(told, all);
}

TEST(Tour, IsTheWayOfEachMessageOnATorus) {
  test::Observed sink;
  Execution execution{.workers = 2};
  execution.sink = &sink;
  const Report report = Machine(torus(4, 5), preset("generic"), execution).run(random_traffic);
  ASSERT_EQ(report.host.network, "ring");
  ASSERT_GT(report.totals.link_conflicts, 0);
  ASSERT_GT(report.totals.port_conflicts, 0);

  const std::vector<std::string> told = told_times();
  std::map<std::pair<Rank, std::int64_t>, std::vector<LinkCrossed>> hops;
  for (const LinkCrossed& hop : sink.hops()) hops[{hop.source, hop.sequence}].push_back(hop);
  for (const MessageTaken& message : sink.messages()) {
    std::vector<LinkCrossed>& way = hops[{message.source, message.sequence}];
    std::sort(way.begin(), way.end(),
              [](const LinkCrossed& a, const LinkCrossed& b) { return a.index < b.index; });
    ASSERT_EQ(static_cast<int>(way.size()), message.hops);
    EXPECT_EQ(way.front().from, message.source);
    EXPECT_EQ(way.back().to, message.destination);

    // by the header, in the order told; each hop's together
    std::vector<std::pair<std::string, Ticks>> passed;
    bool has_crossed = false;
    for (const std::string& name : told) {
      if (kOfTail.count(name) != 0) continue;
      if (kOfMessage.count(name) != 0) passed.emplace_back(name, message.*kOfMessage.at(name));
      if (kOfHop.count(name) == 0 || std::exchange(has_crossed, true)) continue;
      for (const LinkCrossed& hop : way)
        for (const std::string& of_hop : told)
          if (kOfHop.count(of_hop) != 0 && kOfTail.count(of_hop) == 0)
            passed.emplace_back(of_hop, hop.*kOfHop.at(of_hop));
    }
    for (std::size_t i = 1; i < passed.size(); ++i)
      EXPECT_LE(passed[i - 1].second, passed[i].second)
          << passed[i - 1].first << " comes after " << passed[i].first << " of message " << message.sequence
          << " of PE " << message.source;

    EXPECT_LE(message.start, message.left);
    EXPECT_LE(message.left, message.arrival);
    for (std::size_t i = 0; i < way.size(); ++i) {
      EXPECT_LE(way[i].granted, way[i].released);
      EXPECT_LE(way[i].released, message.arrival);
      if (i > 0) {
        EXPECT_EQ(way[i - 1].to, way[i].from);
      }
    }
  }
}

}  // namespace
}  // namespace toruscope
