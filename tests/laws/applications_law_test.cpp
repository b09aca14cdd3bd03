// SPDX-License-Identifier: Apache-2.0
// What holds for every application of the table.
//
// An application joins by its line in applications.cpp; its samples are part of that line.

#include "apps/application.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::content_of;
using test::message_of;
using test::TemporaryFolder;

/// Everything in a result that must be the same in every run: all but report.host.
std::string everything(const AppResult& result) {
  std::ostringstream out;
  const auto stamp = [](const Stamp& s) { return fmt::format("{}: {}", s.time.count, to_string(s.account)); };
  out << fmt::format("{} {} {} {} {}\n", result.operation, result.algorithm, result.block_bytes,
                     result.verified, result.check);
  out << "serial " << result.serial_operations << '\n';
  for (const auto& [name, value] : result.reading) out << name << ' ' << value << '\n';
  for (const std::string& line : result.findings) out << line << '\n';
  for (const std::string& line : result.explanation) out << line << '\n';
  if (const auto& p = result.predicted)
    out << fmt::format("predicted {} {} {} {}\n", p->startups.value_or(-1), p->bytes.value_or(-1),
                       p->hops.value_or(-1), p->ticks.count);

  const Report& report = result.report;
  const Totals& t = report.totals;
  out << stamp(report.finish) << '\n';
  out << fmt::format("{} {} {} {} {} {} {} {} {}\n", t.messages, t.bytes, t.hops, t.max_link_bytes,
                     t.link_conflicts, t.port_conflicts, t.port_wait.count, t.link_wait.count,
                     t.partner_wait.count);
  for (const PeReport& pe : report.pes)
    out << fmt::format("PE {} {} {} {} {} {} {}\n", stamp(pe.finish), pe.messages_sent, pe.bytes_sent,
                       pe.messages_received, pe.port_wait.count, pe.link_wait.count, pe.partner_wait.count);
  for (const LinkReport& link : report.links)
    out << fmt::format("link {} {} {} {} {} {} {}\n", link.from, link.port, link.to, link.messages, link.bytes,
                       link.channel_pushes, link.wait.count);
  for (const PrintedLine& line : report.output)
    out << fmt::format("{} {} {}\n", line.time.count, line.rank, line.text);
  write_events(out, report);
  return out.str();
}

/// One sample of one application.
struct Tested {
  std::string application;
  AppSample sample;
};
std::string name_of(const Tested& tested) {
  return tested.application + "_" + tested.sample.name;
}
void PrintTo(const Tested& tested, std::ostream* out) {
  *out << name_of(tested);
}

AppRequest request_in(const TemporaryFolder& folder, const Tested& tested, const TopologyPtr& topology) {
  AppRequest request;
  request.input = folder.file(tested.sample.input, tested.sample.content);
  request.output = folder / tested.sample.output;
  request.topology = topology;
  request.parameters = preset("generic");
  request.options = tested.sample.options;
  return request;
}

class EveryApplication : public testing::TestWithParam<Tested> {
 protected:
  [[nodiscard]] static const Application& app() { return application(GetParam().application); }
  [[nodiscard]] AppRequest request_on(const TopologyPtr& topology) const {
    return request_in(folder_, GetParam(), topology);
  }
  /// Those of the topologies that have PEs enough for the sample.
  [[nodiscard]] static std::vector<TopologyPtr> that_fit(const std::vector<const char*>& names) {
    std::vector<TopologyPtr> all;
    for (const char* name : names)
      if (TopologyPtr topology = parse_topology(name); topology->pes() >= GetParam().sample.pes)
        all.push_back(std::move(topology));
    return all;
  }
  [[nodiscard]] static TopologyPtr smallest() { return ring(GetParam().sample.pes); }
  [[nodiscard]] std::filesystem::path output() const { return folder_ / GetParam().sample.output; }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

TEST_P(EveryApplication, ChecksItsResultOnEveryShapeOfMachine) {
  for (const TopologyPtr& topology :
       that_fit({"ring:1", "ring:2", "ring:7", "torus:4x4", "torus:2x3x2", "torus:1x5", "complete:12"})) {
    const AppResult result = app().run(request_on(topology));

    EXPECT_TRUE(result.verified) << topology->name() << ": " << result.check;
    EXPECT_EQ(result.inputs_read.size(), 1U);
    EXPECT_EQ(result.outputs_written, std::vector{output()});
  }
}

TEST_P(EveryApplication, RefusesAMachineThatIsTooSmall) {
  if (GetParam().sample.pes > 1) {
    EXPECT_THAT(message_of<ConfigError>([&] { (void)app().run(request_on(ring(GetParam().sample.pes - 1))); }),
                testing::HasSubstr(
                    fmt::format("ring:{} has {} PEs", GetParam().sample.pes - 1, GetParam().sample.pes - 1)));
  }
}

TEST_P(EveryApplication, WritesTheSameOutputFromEveryMachine) {
  (void)app().run(request_on(smallest()));
  const std::string alone = content_of(output());
  ASSERT_FALSE(alone.empty());

  for (const char* name : {"ring:6", "torus:4x4", "complete:9"}) {
    (void)app().run(request_on(parse_topology(name)));
    if (GetParam().sample.same_everywhere) {
      EXPECT_EQ(content_of(output()), alone) << name;
    }
  }
}

TEST_P(EveryApplication, IsTheSameForEveryEngineWorkersCapacityAndDelay) {
  for (const char* name : {"torus:4x4", "ring:5"}) {
    AppRequest request = request_on(parse_topology(name));
    request.execution = {.workers = 1, .record_events = true};
    const std::string expected = everything(app().run(request));
    const std::string expected_output = content_of(output());

    for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
      for (const int workers : {1, 2, 4})
        for (const std::size_t capacity : {1U, 2U, 64U})
          for (const std::uint64_t seed : {0U, 7U}) {
            if (core::kSanitized && (workers == 2 || capacity == 2)) continue;
            request.execution = {
                .engine = engine, .workers = workers, .channel_capacity = capacity, .record_events = true};
            if (seed != 0) request.execution.perturb = seed;
            std::filesystem::remove(output());
            const std::string where =
                fmt::format("{}, {}, {} workers, capacity {}, perturb {}", name,
                            engine == PeEngine::fibers ? "fibers" : "threads", workers, capacity, seed);
            EXPECT_EQ(everything(app().run(request)), expected) << where;
            EXPECT_EQ(content_of(output()), expected_output) << where;
          }
  }
}

TEST_P(EveryApplication, TakesTheTimeOfItsAccountAndOfItsFormula) {
  for (const char* name : {"torus:4x4", "torus:8x4", "ring:6", "complete:12"})
    for (const char* machine : {"generic", "paragon", "unit"}) {
      AppRequest request = request_on(parse_topology(name));
      request.parameters = preset(machine);

      const AppResult result = app().run(request);

      const Stamp& finish = result.report.finish;
      EXPECT_EQ(finish.time, value(finish.account, result.report.costs)) << name << " " << machine;
      if (result.predicted) {
        EXPECT_EQ(finish.time - finish.account.compute, result.predicted->ticks) << name << " " << machine;
        EXPECT_EQ(finish.account.startups, result.predicted->startups) << name << " " << machine;
      }
    }
}

TEST_P(EveryApplication, LeavesNoOutputWhenItsInputIsWrong) {
  AppRequest request = request_on(ring(4));
  std::ofstream(*request.input, std::ios::trunc) << "1\n2\nthree\n";

  EXPECT_THROW((void)app().run(request), ConfigError);

  EXPECT_FALSE(std::filesystem::exists(output()));
  EXPECT_EQ(folder().entries(), 1U);  // the input
}

TEST_P(EveryApplication, LeavesTheOldOutputWhenItIsInterrupted) {
  const std::atomic<bool> interrupt{true};
  AppRequest request = request_on(ring(4));
  request.execution.interrupt = &interrupt;
  std::ofstream(output()) << "old";

  EXPECT_THROW((void)app().run(request), InterruptedError);

  EXPECT_EQ(content_of(output()), "old");
  EXPECT_EQ(folder().entries(), 2U);
}

TEST_P(EveryApplication, RefusesAnUnwritableOutputBeforeTheMachineRuns) {
  const std::atomic<bool> interrupt{true};  // a machine that runs would throw InterruptedError
  AppRequest request = request_on(ring(4));
  request.execution.interrupt = &interrupt;
  request.output = folder() / "none" / GetParam().sample.output;

  EXPECT_EQ(message_of<ConfigError>([&] { (void)app().run(request); }),
            "write " + request.output->string() + ": its folder does not exist");
}

TEST_P(EveryApplication, RefusesAMissingInputAndAnUnknownOption) {
  AppRequest request = request_on(ring(4));
  request.options["no-such-option"] = "1";
  EXPECT_TRUE(message_of<ConfigError>([&] {
                (void)app().run(request);
              }).starts_with(app().name + ": unknown option \"no-such-option\"; options are: "));

  request = request_on(ring(4));
  request.input = folder() / ("none" + request.input->extension().string());
  for (const auto& ask : std::vector<std::function<void()>>{[&] { (void)app().run(request); },
                                                            [&] { (void)app().estimate_bytes(request); }})
    EXPECT_EQ(message_of<ConfigError>(ask), "read " + request.input->string() + ": there is no such file");

  request.input.reset();
  EXPECT_TRUE(message_of<ConfigError>([&] { (void)app().run(request); }).starts_with(app().name + ": needs "));
}

TEST_P(EveryApplication, StatesTheWorkOfOnePe) {
  const auto operations = [&](const TopologyPtr& topology) {
    return app().run(request_on(topology)).serial_operations;
  };

  if (GetParam().sample.declares_operations)
    EXPECT_GT(operations(smallest()), 0);
  else
    EXPECT_EQ(operations(smallest()), 0);
  EXPECT_EQ(operations(parse_topology("torus:4x4")), operations(smallest()));
}

TEST_P(EveryApplication, EstimatesMoreMemoryForMorePes) {
  EXPECT_GT(app().estimate_bytes(request_on(smallest())), 0U);
  EXPECT_GT(app().estimate_bytes(request_on(ring(600))), app().estimate_bytes(request_on(ring(300))));
}

TEST_P(EveryApplication, DescribesItselfAndItsOptions) {
  EXPECT_FALSE(app().description.empty());
  EXPECT_FALSE(app().inputs.empty());
  EXPECT_FALSE(app().outputs.empty());
  for (const AppOption& option : app().options) {
    EXPECT_FALSE(option.name.empty());
    EXPECT_FALSE(option.help.empty()) << option.name;
  }
}

TEST(ApplicationsLaw, HasSamplesOfEveryApplication) {
  for (const Application& app : applications()) EXPECT_FALSE(app.samples.empty()) << app.name;
}

std::vector<Tested> all_samples() {
  std::vector<Tested> all;
  for (const Application& app : applications())
    for (const AppSample& sample : app.samples) all.push_back({app.name, sample});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryApplication, testing::ValuesIn(all_samples()),
                         [](const auto& tested) { return name_of(tested.param); });

// The comparison above is only as good as what it sees.
TEST(ApplicationsLaw, SeesEveryDifference) {
  const TemporaryFolder folder;
  AppRequest request = request_in(folder, {"fft", application("fft").samples.front()}, ring(4));
  request.execution.record_events = true;
  const AppResult right = application("fft").run(request);
  const std::vector<std::function<void(AppResult&)>> planted = {
      [](AppResult& r) { r.findings.back() += " "; },
      [](AppResult& r) { r.reading.back().second += " "; },
      [](AppResult& r) { ++r.serial_operations; },
      [](AppResult& r) { r.report.finish.time += Ticks{1}; },
      [](AppResult& r) { ++r.report.finish.account.hops; },
      [](AppResult& r) { ++r.report.totals.port_conflicts; },
      [](AppResult& r) { r.report.pes.at(3).partner_wait += Ticks{1}; },
      [](AppResult& r) { ++r.report.links.at(1).channel_pushes; },
      [](AppResult& r) { ++r.report.events.at(5).sequence; },
  };

  for (std::size_t i = 0; i < planted.size(); ++i) {
    AppResult wrong = right;
    planted[i](wrong);
    EXPECT_NE(everything(wrong), everything(right)) << "difference " << i;
  }
}

}  // namespace
}  // namespace toruscope
