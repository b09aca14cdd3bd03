// SPDX-License-Identifier: Apache-2.0

#include "labs/support/cases.hpp"

#include "labs/grader/driver.hpp"
#include "labs/support/exam.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::labs {
namespace {

using testing::HasSubstr;

/// No member is what Parameters begin with.
Parameters unusual_machine() {
  return {.name = "unusual",
          .ports = k_ports(3),
          .port_policy = PortPolicy::strict,
          .switching = Switching::store_and_forward,
          .injection = Injection::buffered,
          .virtual_channels = 3,
          .buffers = 4,
          .eager = 0,
          .flit = 16,
          .ts = Ticks{5},
          .tr = Ticks{6},
          .tm = Ticks{7},
          .tw = Ticks{8},
          .th = Ticks{9},
          .latency = Ticks{10},
          .gap = Ticks{11},
          .tick = Time::femtoseconds(12),
          .ticks_per_step = 13,
          .flop = Ticks{14},
          .poll = Ticks{18},
          .tw_of = {Ticks{15}, Time::femtoseconds(16)},
          .th_of = {Ticks{17}},
          .slow = {{0, 1, 3, 2}, {1, 0, 4, 1}}};
}

Lab lab_of(void (*check)(Exam&)) {
  return {
      .name = "20-halo", .functions = {{"swap", "void()"}}, .rubric = {{"data", 100, "", ""}}, .check = check};
}

TEST(Cases, HaveTheWholeMachine) {
  const Lab lab = lab_of(
      [](Exam& exam) { exam.run({.item = "data", .topology = torus(2, 2), .machine = unusual_machine()}); });

  EXPECT_EQ(cases_of(lab).at(0).machine,
            "  toruscope::Parameters machine;\n"
            "  machine.ports = parse_ports(\"k=3\");\n"
            "  machine.port_policy = parse_port_policy(\"strict\");\n"
            "  machine.switching = parse_switching(\"store-and-forward\");\n"
            "  machine.injection = parse_injection(\"buffered\");\n"
            "  machine.virtual_channels = 3;\n"
            "  machine.buffers = 4;\n"
            "  machine.flit = 16;\n"
            "  machine.eager = 0;\n"
            "  machine.tick = Time::femtoseconds(12);\n"
            "  machine.ts = Ticks{5};\n"
            "  machine.tr = Ticks{6};\n"
            "  machine.tm = Ticks{7};\n"
            "  machine.tw = Ticks{8};\n"
            "  machine.tw_of = std::vector<Time>{Ticks{15}, Time::femtoseconds(16)};\n"
            "  machine.th = Ticks{9};\n"
            "  machine.th_of = std::vector<Time>{Ticks{17}};\n"
            "  machine.latency = Ticks{10};\n"
            "  machine.gap = Ticks{11};\n"
            "  machine.flop = Ticks{14};\n"
            "  machine.poll = Ticks{18};\n"
            "  machine.ticks_per_step = 13;\n"
            "  machine.slow = std::vector<SlowLink>{SlowLink{0, 1, 3, 2}, SlowLink{1, 0, 4, 1}};\n");
}

TEST(Cases, LeaveOutWhatParametersBeginWith) {
  const Lab lab =
      lab_of([](Exam& exam) { exam.run({.item = "data", .topology = ring(2), .machine = Parameters{}}); });

  EXPECT_EQ(cases_of(lab).at(0).machine, "  toruscope::Parameters machine;\n");
}

TEST(Cases, KeepTheSeedUpToTheProgram) {
  const Lab lab = lab_of([](Exam& exam) { exam.run({.item = "data", .topology = ring(2), .seed = 7}); });

  const std::vector<Case> cases = cases_from_json(to_json(cases_of(lab)));

  EXPECT_EQ(cases, cases_of(lab));
  EXPECT_THAT(driver_text(lab, cases.at(0), "/mine.cpp", "c++"), HasSubstr("  execution.seed = 7U;\n"));
}

TEST(Cases, OfChecksThatTakeTheFunctionOutsideOfAProgramAreRefused) {
  const Lab lab = lab_of([](Exam& exam) { exam.function<void()>()(); });

  EXPECT_THAT([&] { cases_of(lab); }, testing::ThrowsMessage<ConfigError>(
                                          HasSubstr("lab 20-halo: call function() inside a trial's program")));
}

}  // namespace
}  // namespace toruscope::labs
