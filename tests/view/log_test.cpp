// SPDX-License-Identifier: Apache-2.0
// The log of a run is all that its page needs; a log that was damaged is refused with the line.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/toruscope.hpp>
#include <toruscope/view.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Parameters kLogCosts{.ts = Ticks{40}, .tr = Ticks{3}, .tw = Ticks{2}, .th = Ticks{7}, .tick = Time{}};

/// Work, messages over several links, a synchronize and a collective call.
void logged_program(Communicator& comm) {
  comm.compute(Ticks{5 * (comm.rank() + 1)});
  const Rank far = (comm.rank() + comm.size() / 2 + 1) % comm.size();
  const Rank from = (comm.rank() + comm.size() - comm.size() / 2 - 1) % comm.size();
  int other = 0;
  comm.sendrecv(far, comm.rank(), from, other);
  comm.synchronize();
  std::vector<int> all(static_cast<std::size_t>(comm.size()));
  allgather(comm, comm.rank(), all);
}

Report run_on(TopologyPtr network) {
  Execution execution;
  execution.record_events = execution.record_spans = execution.record_critical_path = true;
  // As if the first byte were of a block of PE 0, and the rest a combination.
  execution.read_blocks = [](std::span<const std::byte> body) {
    const auto rest = static_cast<std::int64_t>(body.size()) - 1;
    std::vector<CarriedBlock> blocks{{.destination = 1, .offset = 0, .bytes = 1}};
    if (rest > 0) blocks.push_back({.origin = 0, .last = 1, .bytes = rest});
    return blocks;
  };
  return Machine(std::move(network), kLogCosts, execution).run(logged_program);
}

std::string log_of(const Report& report) {
  std::ostringstream log;
  write_log(log, report, {.operation = "mine", .block_bytes = 4});
  return log.str();
}

std::string page_of(const std::vector<LogText>& logs) {
  std::ostringstream page;
  write_view_of_logs(page, logs);
  return page.str();
}

std::string refusal_of(const std::string& log) {
  try {
    page_of({{"run.jsonl", log}});
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "none";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(RunLog, MakesThePageThatTheRunMakes) {
  for (const auto& network : {torus(4, 4), hypercube(3), tree(2), complete(5)}) {
    const Report report = run_on(network);
    std::ostringstream page;
    write_view(page, report, {.operation = "mine", .block_bytes = 4});
    EXPECT_EQ(page_of({{"run.jsonl", log_of(report)}}), page.str()) << network->name();
  }
}

TEST(RunLog, IsReadHoweverItsLinesEnd) {
  const Report report = run_on(torus(4, 4));
  std::string log = log_of(report);
  const std::string page = page_of({{"run.jsonl", log}});
  std::replace(log.begin(), log.end(), '\n', '\r');
  EXPECT_EQ(page_of({{"run.jsonl", log}}), page);
}

TEST(RunLog, SeveralMakeThePageThatComparesThem) {
  const Report first = run_on(ring(4));
  const Report second = run_on(torus(2, 2));
  const ViewFacts facts{.operation = "mine", .block_bytes = 4};
  std::ostringstream page;
  write_comparison(page, {{&first, facts}, {&second, facts}});
  EXPECT_EQ(page_of({{"a", log_of(first)}, {"b", log_of(second)}}), page.str());
}

TEST(RunLog, IsRefusedWhereverItEndsEarly) {
  std::vector<std::string> lines = lines_of(log_of(run_on(ring(3))));
  while (lines.size() > 1) {
    lines.pop_back();
    const std::string refusal = refusal_of(joined(lines));
    // Local work and spans may be missing: a run without them is a run. Their rows are followed by
    // the critical path.
    EXPECT_THAT(refusal, StartsWith("view: run.jsonl, line " + std::to_string(lines.size()) + ": "))
        << lines.back();
  }
  EXPECT_EQ(refusal_of(""), "view: run.jsonl, line 1: the file is empty");
}

TEST(RunLog, IsRefusedWhereTheDescriptionHasATextForANumberOrANumberForAText) {
  using Json = nlohmann::ordered_json;
  const std::vector<std::string> lines = lines_of(log_of(run_on(ring(3))));
  Json run = Json::parse(lines.front());
  run["bound"] = {{"startups", 1}, {"bytes", 1}, {"ticks", 1}, {"source", "somebody"}};
  run["machine"]["buffers"] = run["machine"]["eager"] = run["machine"]["flit"] = run["predicted"] = 1;
  run["verified"] = true;
  const auto with = [&](const Json& description) {
    std::vector<std::string> all = lines;
    all.front() = description.dump();
    return refusal_of(joined(all));
  };
  ASSERT_EQ(with(run), "none");
  const Json leaves = run.flatten();
  for (const auto& [place, value] : leaves.items()) {
    Json other = run;
    other[Json::json_pointer(place)] = value.is_string() ? Json(7) : Json("<b>bold</b>");
    EXPECT_THAT(with(other), StartsWith("view: run.jsonl, line 1: ")) << place;
  }
}

TEST(RunLog, IsRefusedForANetworkThatNoPageDraws) {
  std::vector<std::string> lines = lines_of(log_of(run_on(ring(3))));
  nlohmann::ordered_json run = nlohmann::ordered_json::parse(lines.front());
  run["network"]["nodes"] = 2'000'000'000;
  lines.front() = run.dump();
  EXPECT_THAT(refusal_of(joined(lines)), HasSubstr("2,000,000,000 nodes; a page shows up to 65,536"));
}

TEST(RunLog, IsRefusedForNumbersOfNodesThatNoNetworkHas) {
  using Json = nlohmann::ordered_json;
  const std::vector<std::string> lines = lines_of(log_of(run_on(ring(3))));
  for (const char* place : {"/network/nodes", "/network/pes", "/network/sides/0"})
    for (const std::int64_t number : {(std::int64_t{1} << 32U) + 3, (std::int64_t{1} << 31U) - 1}) {
      Json run = Json::parse(lines.front());
      run[Json::json_pointer(place)] = number;
      std::vector<std::string> all = lines;
      all.front() = run.dump();
      EXPECT_THAT(refusal_of(joined(all)), StartsWith("view: run.jsonl, line 1: ")) << place << " " << number;
    }
}

TEST(RunLog, MayBeThatOfAVersionWhichDidNotSayWhetherAllLinksAreThere) {
  std::vector<std::string> lines = lines_of(log_of(run_on(ring(3))));
  lines.front() = replaced(lines.front(), R"("all_links":true,)", "");
  EXPECT_EQ(refusal_of(joined(lines)), "none");
}

TEST(RunLog, IsDrawnAsAGraphWhereItsSidesAreNotThoseOfItsNetwork) {
  std::vector<std::string> lines = lines_of(log_of(run_on(torus(2, 2))));
  nlohmann::ordered_json run = nlohmann::ordered_json::parse(lines.front());
  for (const char* sides : {"[]", "[2]", "[2,2,2]"}) {
    run["network"]["sides"] = nlohmann::ordered_json::parse(sides);
    lines.front() = run.dump();
    EXPECT_THAT(page_of({{"run.jsonl", joined(lines)}}), HasSubstr(R"("plan":{"kind":"graph")")) << sides;
  }
}

TEST(RunLog, IsRefusedWhereARowIsWrong) {
  const std::string log = log_of(run_on(ring(3)));
  EXPECT_THAT(refusal_of(replaced(log, R"("destination":2)", R"("destination":3)")),
              HasSubstr("destination is 3, and should be a whole number from 0 to 2"));
  EXPECT_THAT(refusal_of(replaced(log, R"("kind":"hop","source":0)", R"("kind":"hop","source":1)")),
              HasSubstr("should follow, from node 0"));
  EXPECT_THAT(refusal_of(replaced(log, R"("kind":"compute")", R"("kind":"rest")")),
              HasSubstr("kind rest is not known"));
  EXPECT_THAT(refusal_of(replaced(log, "toruscope-run/1", "toruscope-run/9")),
              HasSubstr("this version reads toruscope-run/1"));
  EXPECT_THAT(refusal_of(replaced(log, R"("links":[[0,1])", R"("links":[[0,7])")),
              HasSubstr("nodes that are not there"));
  const std::string block = R"({"kind":"block","source":0,"sequence":0,"index":0,"origin":0,)";
  EXPECT_THAT(refusal_of(replaced(log, block, replaced(block, R"("index":0)", R"("index":1)"))),
              HasSubstr("block 0 of the message should follow"));
  EXPECT_THAT(refusal_of(replaced(log, block, replaced(block, R"("sequence":0)", R"("sequence":99)"))),
              HasSubstr("a message that is not there"));
  EXPECT_THAT(refusal_of(replaced(log, R"("offset":0,"bytes":1)", R"("offset":0,"bytes":2)")),
              HasSubstr("the message has 4 bytes, its blocks have more"));
  EXPECT_THAT(refusal_of(replaced(log, R"("origin":0,"last":1)", R"("origin":1,"last":0)")),
              HasSubstr("last is 0, and should be a whole number from 1 to 2"));
  EXPECT_THAT(refusal_of(replaced(log, R"("event":"startup")", R"("event":"rest")")),
              HasSubstr("no event rest"));
  EXPECT_THAT(refusal_of(replaced(log, R"("send_port":0,)", "")), HasSubstr("the key send_port is missing"));
  EXPECT_THAT(refusal_of(joined({lines_of(log)[1]})), HasSubstr("--spans beside --events"));
}

TEST(RunLog, IsWhatTheCommandLineWritesAndReads) {
  const test::TemporaryFolder folder;
  const auto place = [&](const std::string& name) { return (folder / name).string(); };
  const auto contents = [&](const std::string& name) {
    std::ifstream in(folder / name, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  ASSERT_EQ(call({"run", "-t", "ring:4", "-m", "paragon", "--events", place("run.jsonl"), "--spans", "--view",
                  place("beside.html")},
                 logged_program)
                .code,
            0);
  const Outcome outcome = call({"view", place("run.jsonl")}, logged_program);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(contents("run.html"), contents("beside.html"));
  std::filesystem::resize_file(folder / "run.jsonl", 3000);
  EXPECT_EQ(call({"view", place("run.jsonl"), "-o", place("none.html")}, logged_program).code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "none.html"));
}

}  // namespace
}  // namespace toruscope
