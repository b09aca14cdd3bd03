// SPDX-License-Identifier: Apache-2.0

#include <toruscope/report.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace toruscope {
namespace {

std::string log_of(const Event& event) {
  Report report;
  report.events = {event};
  std::ostringstream out;
  write_events(out, report);
  return out.str();
}

TEST(EventLog, WritesAMessage) {
  Event e;
  e.kind = Event::Kind::message;
  e.source = 1;
  e.sequence = 2;
  e.destination = 3;
  e.tag = 4;
  e.bytes = 5;
  e.hops = 6;
  e.posted = {7};
  e.start = {8};
  e.left = {9};
  e.arrival = {10};
  e.available = {11};
  e.taken = {12};

  EXPECT_EQ(
      log_of(e),
      R"({"kind":"message","source":1,"sequence":2,"destination":3,"tag":4,"bytes":5,"hops":6,"posted":7,)"
      R"("start":8,"left":9,"arrival":10,"available":11,"taken":12})"
      "\n");
}

TEST(EventLog, WritesAHop) {
  Event e;
  e.kind = Event::Kind::hop;
  e.source = 1;
  e.sequence = 2;
  e.index = 3;
  e.from = 4;
  e.to = 5;
  e.virtual_channel = 1;
  e.asked = {6};
  e.granted = {7};

  EXPECT_EQ(log_of(e),
            R"({"kind":"hop","source":1,"sequence":2,"index":3,"from":4,"to":5,"virtual_channel":1,"asked":6,)"
            R"("granted":7})"
            "\n");
}

TEST(EventLog, WritesLocalWorkAndSynchronisation) {
  Event e;
  e.kind = Event::Kind::compute;
  e.source = 1;
  e.begin = {2};
  e.end = {3};
  EXPECT_EQ(log_of(e), "{\"kind\":\"compute\",\"pe\":1,\"begin\":2,\"end\":3}\n");

  e.kind = Event::Kind::synchronize;
  EXPECT_EQ(log_of(e), "{\"kind\":\"synchronize\",\"pe\":1,\"begin\":2,\"end\":3}\n");
}

TEST(EventLog, WritesPortsAndReleasesIfTheyAreKnown) {
  Event message;
  message.send_port = 1;
  message.receive_port = 0;
  Event hop;
  hop.kind = Event::Kind::hop;
  hop.released = {8};

  EXPECT_EQ(nlohmann::json::parse(log_of(message))["send_port"], 1);
  EXPECT_EQ(nlohmann::json::parse(log_of(message))["receive_port"], 0);
  EXPECT_EQ(nlohmann::json::parse(log_of(hop))["released"], 8);
  EXPECT_FALSE(nlohmann::json::parse(log_of({})).contains("send_port"));
}

TEST(EventLog, WritesSpansAfterEvents) {
  Report report;
  report.events.emplace_back();
  Span& call = report.spans.emplace_back();
  call.pe = 1;
  call.sequence = 2;
  call.operation = "reduce";
  call.algorithm = "a \"tree\"";
  call.communicator = 3;
  call.rank = 4;
  call.root = 5;
  call.bytes = 6;
  call.begin = {7};
  call.end = {8};
  Span& round = report.spans.emplace_back();
  round.kind = Span::Kind::round;
  round.outer = 2;
  round.index = 1;
  std::ostringstream out;

  write_events(out, report);

  const std::string log = out.str();
  EXPECT_EQ(
      log.substr(log.find('\n') + 1),
      R"({"kind":"collective","pe":1,"sequence":2,"outer":-1,"operation":"reduce","algorithm":"a \"tree\"",)"
      R"("communicator":3,"rank":4,"root":5,"bytes":6,"begin":7,"end":8})"
      "\n"
      R"({"kind":"round","pe":0,"sequence":0,"outer":2,"index":1,"begin":0,"end":0})"
      "\n");
}

TEST(EventLog, IsOneJsonObjectPerLineHoweverLong) {
  Report report;
  for (int i = 0; i < 5'000; ++i) {
    Event& e = report.events.emplace_back();
    e.sequence = i;
  }
  std::stringstream log;

  write_events(log, report);

  std::string line;
  for (int i = 0; i < 5'000; ++i) {
    ASSERT_TRUE(std::getline(log, line));
    ASSERT_EQ(nlohmann::json::parse(line)["sequence"], i);
  }
  EXPECT_FALSE(std::getline(log, line));
}

}  // namespace
}  // namespace toruscope
