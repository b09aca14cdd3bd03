// SPDX-License-Identifier: Apache-2.0
// explain: its parts make T, and what half of a cost would bring is what a run with half of it
// takes.

#include "cli/runs/explanation.hpp"
#include "tests/cli/in_process.hpp"

#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;

Json explained(std::vector<std::string> words, const std::function<void(Communicator&)>& program = {}) {
  words.insert(words.end(), {"--format", "json"});
  const Outcome outcome = call(words, program);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out);
}

std::int64_t time_of(const Json& document) {
  return document["results"][0]["virtual_time"]["ticks"];
}

const std::vector<std::string> kRun{"alltoall", "-a",      "direct",  "-t", "torus:4x4",
                                    "-m",       "paragon", "--block", "4K"};

std::vector<std::string> with_words(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Explain, PartsMakeT) {
  const Json json = explained(with_words({"explain"}, kRun));
  std::int64_t sum = 0;
  for (const Json& part : json["explanation"]["parts"]) sum += part["ticks"].get<std::int64_t>();
  EXPECT_EQ(sum, time_of(json));
  EXPECT_EQ(time_of(json), time_of(explained(with_words({"verify"}, kRun))));
}

TEST(Explain, HalvesAreRuns) {
  const Json json = explained(with_words({"explain"}, kRun));
  const auto relative = [&](const std::vector<std::string>& changed) {
    return static_cast<double>(time_of(explained(with_words(with_words({"verify"}, kRun), changed)))) /
           static_cast<double>(time_of(json));
  };
  const std::map<std::string, std::vector<std::string>> changes{{"ts 75us -> 37.5us", {"--ts", "37.5us"}},
                                                                {"tw 11.1ns -> 5.55ns", {"--tw", "5.55ns"}},
                                                                {"ports one -> k=2", {"--ports", "k=2"}}};
  ASSERT_EQ(json["explanation"]["what_if"].size(), changes.size());
  double last = 0;
  for (const Json& what_if : json["explanation"]["what_if"]) {
    EXPECT_DOUBLE_EQ(what_if["T_relative"].get<double>(), relative(changes.at(what_if["change"])));
    EXPECT_LE(last, what_if["T_relative"].get<double>());  // those that bring most come first
    last = what_if["T_relative"];
  }
}

TEST(Explain, SlicesSayWhatTimeIsSpentOnWhen) {
  Report report;
  report.finish.time = Ticks{12};
  report.costs.tw = Ticks{1};
  const auto add = [&](PathEvent::Kind kind, std::int64_t end) {
    const Ticks begin = report.critical_path.empty() ? Ticks{} : report.critical_path.back().end;
    report.critical_path.push_back({.kind = kind, .begin = begin, .end = Ticks{end}});
  };
  add(PathEvent::Kind::startup, 5);
  add(PathEvent::Kind::port_wait, 5);
  add(PathEvent::Kind::transmission, 6);
  add(PathEvent::Kind::compute, 12);
  using Symbols = std::vector<std::string>;
  EXPECT_EQ(cli::slices_of(report, 4), (Symbols{"ts", "ts", "compute", "compute"}));
  EXPECT_EQ(cli::slices_of(report, 12), (Symbols{"ts", "ts", "ts", "ts", "ts", "tw", "compute", "compute",
                                                 "compute", "compute", "compute", "compute"}));
  EXPECT_EQ(cli::slices_of(report, 24).size(), 24U);  // finer than ticks
  EXPECT_EQ(cli::slices_of(report, 24)[9], "ts");
  EXPECT_EQ(cli::slices_of(report, 24)[10], "tw");
}

TEST(Explain, HalvesAreExactOnEveryMachine) {
  Parameters machine;
  machine.tick = Time::femtoseconds(1000);
  machine.ts = Time::femtoseconds(3000);
  EXPECT_EQ(cli::with_half(machine, "ts", false), std::nullopt);
  const auto finer = cli::with_half(machine, "ts", true);
  ASSERT_TRUE(finer);
  EXPECT_EQ(finer->ts, Time::femtoseconds(1500));
  EXPECT_EQ(finer->tick, Time::femtoseconds(500));
  machine.tick = Time::femtoseconds(1);
  machine.ts = Time::femtoseconds(3);
  EXPECT_EQ(cli::with_half(machine, "ts", true), std::nullopt);
  Parameters steps{.ts = Ticks{3}, .tw = Ticks{2}, .tick = Time{}};
  steps.tw_of = {Time(Ticks{2}), Time(Ticks{5})};
  const auto half_steps = cli::with_half(steps, "tw", true);  // 5 is odd
  ASSERT_TRUE(half_steps);
  EXPECT_EQ(half_steps->ticks_per_step, 2);
  EXPECT_EQ(half_steps->ts, Time(Ticks{6}));
  EXPECT_EQ(half_steps->tw_of, (std::vector<Time>{Time(Ticks{2}), Time(Ticks{5})}));
}

TEST(Explain, IsWrittenForPeople) {
  const Outcome outcome = call(with_words({"explain"}, kRun), {});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("T is bound by "), HasSubstr("waits become shorter, too"),
                                 HasSubstr("messages wait most for link")));
  const Outcome nothing = call({"explain", "broadcast", "-t", "ring:1"}, {});
  EXPECT_THAT(nothing.out, HasSubstr("Nothing takes time here."));
}

TEST(Explain, TakesAnApplicationOrTheOwnProgram) {
  const auto circle = [](Communicator& comm) {
    int received = 0;
    comm.sendrecv((comm.rank() + 1) % comm.size(), comm.rank(), (comm.rank() + comm.size() - 1) % comm.size(),
                  received);
  };
  EXPECT_EQ(explained({"explain", "-t", "ring:4"}, circle)["explanation"]["parts"][0]["part"], "ts");
  const Outcome none = call({"explain"}, {});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("an application (chakra, fft"));
  const Outcome unknown = call({"explain", "alltoal"}, {});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("no operation or application \"alltoal\"; operations are: "),
                                 HasSubstr("alltoallv"), HasSubstr("; applications are: chakra, fft, goal"),
                                 HasSubstr("Did you mean alltoall?")));
  EXPECT_THAT(call({"explain", "ftt"}, {}).err, HasSubstr("Did you mean fft?"));
  EXPECT_THAT(call({"explain", "fft", "--block", "8"}, {}).err,
              HasSubstr("--block is for collective operations"));
  EXPECT_THAT(call({"explain", "scan", "--input", "a.csv"}, {}).err, HasSubstr("--input is for applications"));
}

}  // namespace
}  // namespace toruscope
