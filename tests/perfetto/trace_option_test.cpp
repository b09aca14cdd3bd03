// SPDX-License-Identifier: Apache-2.0
// A trace of an own program, by its command line and by write_trace; and what is refused.
// trace_test.py reads traces strictly.

#include "perfetto/plan.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/trace.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

/// PE 0 sends 5 bytes to PE 3, over three links; all others work.
void one_message(Communicator& comm) {
  std::vector<char> body(5);
  if (comm.rank() == 0) comm.send(3, body);
  if (comm.rank() == 3) comm.recv(0, body);
  if (comm.rank() == 1) comm.compute(Ticks{6});
}

Report recorded() {
  const Parameters costs{.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
  Execution execution;
  execution.record_events = execution.record_spans = true;
  return Machine(ring(8), costs, execution).run(one_message);
}

std::string what_throws(const std::function<void()>& call) {
  try {
    call();
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "nothing";
}

/// The trace events of a phase, by name, with their times.
std::vector<std::string> told(const Json& trace, const std::string& phase) {
  std::vector<std::string> words;
  for (const Json& e : trace["traceEvents"])
    if (e["ph"] == phase) words.push_back(e["name"].get<std::string>() + " " + e["ts"].dump());
  return words;
}

/// The slices, with begin and length. No two of one track are within each other here.
std::vector<std::string> told_slices(const Json& trace) {
  std::vector<std::string> words;
  std::map<std::pair<int, int>, std::size_t> open;
  std::vector<int> begins;
  for (const Json& e : trace["traceEvents"]) {
    const std::pair<int, int> track{e["pid"].get<int>(), e["tid"].get<int>()};
    if (e["ph"] == "B") {
      open[track] = words.size();
      begins.push_back(e["ts"].get<int>());
      words.push_back(e["name"].get<std::string>() + " " + e["ts"].dump());
    }
    if (e["ph"] == "E")
      words[open.at(track)] += "+" + std::to_string(e["ts"].get<int>() - begins[open.at(track)]);
  }
  return words;
}

TEST(Trace, ShowsAMessageAtItsStations) {
  std::ostringstream out;
  write_trace(out, recorded());
  const Json trace = Json::parse(out.str());
  EXPECT_EQ(
      told_slices(trace),
      (std::vector<std::string>{"compute 0+6", "startup, to 3 0+4", "receive from 0 3+9", "transfer to 3 4+5",
                                "message 0 to 3 4+5", "message 0 to 3 5+5", "message 0 to 3 6+5"}));
  EXPECT_EQ(told(trace, "s"), (std::vector<std::string>{"message 0"}));
  EXPECT_EQ(told(trace, "t"), (std::vector<std::string>{"message 4", "message 5", "message 6"}));
  EXPECT_EQ(told(trace, "f"), (std::vector<std::string>{"message 6"}));
  EXPECT_EQ(trace["otherData"]["microsecond"], "a step");
}

/// Two operations beside the program: they, their rounds and the work overlap.
TEST(Trace, ShowsOperationsBesideTheProgramOnTracksOfTheirOwn) {
  Execution execution;
  execution.record_events = execution.record_spans = true;
  const Report report = Machine(ring(8), preset("paragon"), execution).run([](Communicator& comm) {
    std::vector<double> values(1000);
    std::vector<double> more(200);
    Request first = start(comm, [&](Communicator& c) { allreduce(c, values); });
    Request second = start(comm, [&](Communicator& c) { allreduce(c, more); });
    constexpr int kPieces = 20;
    for (int piece = 0; piece < kPieces; ++piece) comm.compute(2 * comm.costs().ts);
    comm.wait(first);
    comm.wait(second);
  });
  std::ostringstream out;
  write_trace(out, report);
  const Json trace = Json::parse(out.str());
  std::map<std::pair<int, int>, std::string> names;
  std::map<std::string, std::map<std::string, int>> counts;  // of each track of PE 3
  std::map<std::pair<int, int>, std::vector<std::string>> open;
  for (const Json& e : trace["traceEvents"]) {
    const std::pair<int, int> track{e["pid"].get<int>(), e["tid"].get<int>()};
    if (e["ph"] == "M" && e["name"] == "thread_name") names[track] = e["args"]["name"].get<std::string>();
    if (e["ph"] == "B") {
      open[track].push_back(e["cat"].get<std::string>());
      if (track.first == 1003) ++counts[names.at(track)][open[track].back()];
    }
    if (e["ph"] == "E") {
      ASSERT_FALSE(open[track].empty());
      EXPECT_EQ(open[track].back(), e["cat"].get<std::string>());
      open[track].pop_back();
    }
  }
  EXPECT_EQ(counts["program"], (std::map<std::string, int>{{"compute", 20}}));
  for (const char* const calls : {"calls", "calls (2)"}) {
    EXPECT_EQ(counts[calls]["collective"], 1) << calls;
    EXPECT_GT(counts[calls]["round"], 0) << calls;
  }
}

TEST(Trace, HasATrackForEachCallUnderWay) {
  constexpr int kCalls = 70'000;
  Report report = recorded();
  for (int i = 0; i < kCalls; ++i) {
    Span& call = report.spans.emplace_back();
    call.kind = Span::Kind::collective;
    call.sequence = i;
    call.end = Ticks{10};
  }
  TraceFilter filter;
  filter.shows = {};
  filter.shows[static_cast<std::size_t>(TraceFilter::Kind::collective)] = true;

  const perfetto::TracePlan plan(report, filter);

  std::set<std::uint32_t> lanes;
  for (const perfetto::TraceEvent& e : plan.events())
    if (e.what == perfetto::TraceEvent::What::call) lanes.insert(e.lane);
  EXPECT_EQ(lanes.size(), static_cast<std::size_t>(kCalls));
}

TEST(Trace, RefusesARunWithoutSpansAndOneThatIsTooLarge) {
  Execution execution;
  execution.record_events = true;
  const Report plain = Machine(ring(8), preset("unit"), execution).run(one_message);
  std::ostringstream out;
  EXPECT_THAT(what_throws([&] { write_trace(out, plain); }), HasSubstr("set record_events and record_spans"));

  Report large = recorded();
  constexpr std::int64_t kRows = 600'000;
  large.finish.time = Ticks{2 * kRows};
  for (const Rank pe : {4, 5})
    for (std::int64_t i = 0; i < kRows; ++i) {
      Event e;
      e.kind = Event::Kind::compute;
      e.source = pe;
      e.begin = Ticks{2 * i};
      e.end = Ticks{2 * i + 1};
      large.events.push_back(e);
    }
  EXPECT_THAT(what_throws([&] { write_trace(out, large); }),
              AllOf(HasSubstr("has 2,400,0"), HasSubstr("up to 1,000,000"), HasSubstr("time=0-300000 (600,0"),
                    HasSubstr("pe=0-3 (")));
  EXPECT_EQ(out.str(), "");
  TraceFilter filter;
  filter.to = Ticks{300'000};
  perfetto::TracePlan(large, filter).check();
}

class TraceOption : public testing::Test {
 protected:
  [[nodiscard]] std::string place(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string contents_of(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  test::TemporaryFolder folder_;
};

TEST_F(TraceOption, WritesTheTraceOfAnOwnProgramAndChangesNothingElse) {
  const std::vector<std::string> words{"run", "-t", "ring:8", "-m", "unit", "--format", "csv", "--events"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return call(all, one_message);
  };
  ASSERT_EQ(with({place("alone.jsonl")}).code, 0);
  ASSERT_EQ(with({place("beside.jsonl"), "--trace", place("trace.json")}).code, 0);
  EXPECT_EQ(contents_of("alone.jsonl"), contents_of("beside.jsonl"));
  EXPECT_EQ(Json::parse(contents_of("trace.json"))["otherData"]["topology"], "ring:8");
  ASSERT_EQ(with({place("beside.jsonl"), "--trace", place("trace.json.gz")}).code, 0);
  EXPECT_EQ(contents_of("trace.json.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(TraceOption, RefusesANameThatIsNoTrace) {
  for (const char* name : {"trace.txt", "trace", "trace.gz"}) {
    const Outcome outcome = call({"run", "-t", "ring:8", "-m", "unit", "--trace", place(name)}, one_message);
    EXPECT_EQ(outcome.code, 2) << name;
    EXPECT_THAT(outcome.err, HasSubstr("cannot be written: a trace is a file named .json or .json.gz"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / name));
  }
  EXPECT_EQ(call({"run", "-t", "ring:8", "-m", "unit", "--trace", "/dev/null"}, one_message).code, 0);
}

TEST_F(TraceOption, LeavesNoFileWhereItIsRefused) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--trace", place("none.json")});
    const Outcome outcome = call(words, one_message);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none.json"));
    return outcome.err;
  };
  EXPECT_THAT(refused({"run", "-t", "ring:8", "-m", "unit", "--trace-filter", "time=1us-2us"}),
              HasSubstr("counts steps"));
  EXPECT_THAT(refused({"run", "-t", "ring:8", "--trace-filter", "link=0-4"}), HasSubstr("no link 0-4"));
  EXPECT_THAT(refused({"run", "-t", "ring:4", "--scale", "p=2,4"}), HasSubstr("--trace"));
}

}  // namespace
}  // namespace toruscope
