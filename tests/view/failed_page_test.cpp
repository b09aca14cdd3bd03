// SPDX-License-Identifier: Apache-2.0
// A run that failed has a page and a log of what had happened by then.

#include <toruscope/toruscope.hpp>
#include <toruscope/view.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;

/// PE 0 tells PE 1 something, then all wait for the next one.
std::optional<Report> report_of_a_deadlock() {
  std::optional<Report> failed;
  Execution execution;
  execution.record_events = execution.record_spans = execution.record_critical_path = true;
  execution.failed_report = &failed;
  EXPECT_THROW(Machine(ring(3), preset("generic"), execution).run([](Communicator& comm) {
    std::vector<char> data(5);
    if (comm.rank() == 0) comm.send(1, data);
    if (comm.rank() == 1) comm.recv(0, data);
    comm.recv((comm.rank() + 1) % comm.size(), data, 7);
  }),
               DeadlockError);
  return failed;
}

std::string log_of_failed(const Report& report) {
  std::ostringstream log;
  write_log(log, report);
  return log.str();
}

TEST(FailedPage, IsTheOneMadeOfTheLog) {
  const std::optional<Report> failed = report_of_a_deadlock();
  ASSERT_TRUE(failed);
  std::ostringstream page, again;

  write_view(page, *failed);
  write_view_of_logs(again, {{"run.jsonl", log_of_failed(*failed)}});

  EXPECT_EQ(page.str(), again.str());
  EXPECT_THAT(page.str(), HasSubstr("\"what\":\"recv from 1, tag 7\""));
}

TEST(FailedPage, IsNotMadeOfALogWithAnotherEnd) {
  const std::optional<Report> failed = report_of_a_deadlock();
  ASSERT_TRUE(failed);
  const std::string log = log_of_failed(*failed);
  const std::size_t end = log.rfind("{\"kind\":\"early_end\",\"at\":");
  ASSERT_NE(end, std::string::npos);
  const std::string last = log.substr(end);
  const std::string reason = last.substr(0, last.find("\"reason\""));
  for (const auto& [text, why] :
       {std::pair{log + last, "behind the one of kind early_end"},
        {log.substr(0, end) + R"({"kind":"early_end","at":1,"reason":"none"})", "the run ended early at 1"},
        {log.substr(0, end) + reason + "\"reason\":1}", "the key reason should be a text"},
        {log.substr(0, end) + reason + "\"reason\":\"none\"}",
         "another one than in its first row: \"none\""}}) {
    std::ostringstream page;
    EXPECT_THAT(
        [&] {
          write_view_of_logs(page, {{"run.jsonl", text}});
        },
        testing::ThrowsMessage<ConfigError>(HasSubstr(why)));
  }
}

TEST(FailedPage, IsNotMadeOfADamagedLog) {
  const std::optional<Report> failed = report_of_a_deadlock();
  ASSERT_TRUE(failed);
  const std::string log = log_of_failed(*failed);
  for (const auto& [what, by] : {std::pair{"\"pe\":2,\"since\"", "\"pe\":3,\"since\""},
                                 {"\"what\":\"recv from 1, tag 7\"", "\"what\":1"}}) {
    std::string damaged = log;
    ASSERT_NE(damaged.find(what), std::string::npos) << what;
    damaged.replace(damaged.find(what), std::string(what).size(), by);
    std::ostringstream page;
    try {
      write_view_of_logs(page, {{"run.jsonl", damaged}});
      FAIL() << by;
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), HasSubstr("early_end"));
    }
  }
}

}  // namespace
}  // namespace toruscope
