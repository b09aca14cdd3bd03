// SPDX-License-Identifier: Apache-2.0
// What is exported, read back and run: algorithms of all operations as GOAL, those of four as MSCCL
// schedules.

#include "apps/application.hpp"
#include "collectives/operations.hpp"
#include "formats/compile.hpp"
#include "formats/entries.hpp"
#include "formats/goal.hpp"
#include "formats/trace.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>
#include <sstream>

namespace toruscope::formats {
namespace {

using collectives::Operation;
using ::testing::HasSubstr;

/// By (source, destination).
using BytesOfPairs = std::map<std::pair<Rank, Rank>, std::int64_t>;

BytesOfPairs bytes_of_pairs(const Report& report) {
  BytesOfPairs bytes;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message && e.bytes > 0) bytes[{e.source, e.destination}] += e.bytes;
  return bytes;
}

struct Exported {
  std::string operation, algorithm;
};
std::string name_of(const Exported& e) {
  return e.operation + "_" + e.algorithm;
}
void PrintTo(const Exported& e, std::ostream* out) {
  *out << name_of(e);
}

std::vector<Exported> all_algorithms(const std::vector<std::string>& operations) {
  std::vector<Exported> all;
  for (const Operation& operation : collectives::operations())
    if (operations.empty() ||
        std::find(operations.begin(), operations.end(), operation.name) != operations.end())
      for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue()))
        all.push_back({operation.name, algorithm->name});
  return all;
}

const AlgorithmInfo& algorithm_of(const Exported& e, const Catalogue& catalogue = builtin_catalogue()) {
  for (const AlgorithmInfo* algorithm : collectives::operation(e.operation).algorithms(catalogue))
    if (algorithm->name == e.algorithm) return *algorithm;
  throw std::runtime_error("no such algorithm");
}

std::vector<TopologyPtr> topologies() {
  std::vector<TopologyPtr> all;
  for (const char* name :
       {"torus:2x4", "ring:5", "torus:4x4", "complete:6", "ring:8", "torus:3x3", "hier:complete:2/complete:3"})
    all.push_back(parse_topology(name));
  return all;
}

/// A parameter sweep of one algorithm: `use(topology, machine, workload)` where it accepts the
/// case.
template <class Use>
int for_each_case(const Exported& e, const std::vector<Parameters>& machines, const Use& use) {
  const Operation& operation = collectives::operation(e.operation);
  const AlgorithmInfo& algorithm = algorithm_of(e);
  int cases = 0;
  const auto try_on = [&](const TopologyPtr& topology) {
    for (const Parameters& given : machines)
      for (const std::size_t blocks : {12U, 24U}) {
        Workload workload;
        workload.bytes = 8 * blocks * static_cast<std::size_t>(topology->pes());
        if (operation.traits.moves == Moves::nothing) workload.bytes = 0;
        Parameters machine = given;
        machine.ports = ports_on(*topology, machine.ports);
        const Case c = operation.question(*topology, machine, workload);
        if (algorithm.refusal && algorithm.refusal(c)) continue;
        ++cases;
        SCOPED_TRACE(
            fmt::format("{} on {}, {}, {} bytes", name_of(e), topology->name(), machine.name, workload.bytes));
        use(topology, machine, workload);
      }
  };
  for (const TopologyPtr& topology : topologies()) try_on(topology);
  if (cases == 0) try_on(torus(8, 8));
  return cases;
}

/// As a round does it, whose sends have their startups side by side.
bool posts_two_at_once(const Report& report) {
  const Event* last = nullptr;  // rows are by source, then as they were sent
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    if (last != nullptr && last->source == e.source && last->posted == e.posted) return true;
    last = &e;
  }
  return false;
}

class EveryRunAsGoal : public testing::TestWithParam<Exported> {};

/// Equal to the tick: on one port the PEs of the copy post the same messages in the same order at
/// the same times. But for rounds of several sends: GOAL has no rounds, and a PE pays ts for each
/// send.
TEST_P(EveryRunAsGoal, HasTheSameMessagesBytesAndTimeWhenReadBack) {
  const Operation& operation = collectives::operation(GetParam().operation);
  Parameters slow = preset("generic");
  slow.tr = 300ns;
  for_each_case(GetParam(), {preset("paragon"), slow},
                [&](const TopologyPtr& topology, const Parameters& machine, const Workload& workload) {
                  const Verdict verdict =
                      operation.verify(algorithm_of(GetParam()), topology, machine,
                                       {.workers = 1, .record_events = true, .record_spans = true}, workload);
                  std::ostringstream text;
                  try {
                    write_goal(text, verdict.report, "a run");
                  } catch (const ConfigError& error) {
                    EXPECT_THAT(error.what(), HasSubstr("synchronises with others without a message"));
                    return;
                  }
                  const test::TemporaryFolder folder;
                  AppRequest request;
                  request.input = folder.file("run.goal", text.str());
                  request.topology = topology;
                  request.parameters = machine;
                  request.execution = {.workers = 1, .record_events = true};

                  const AppResult copy = application("goal").run(request);

                  EXPECT_TRUE(copy.verified) << copy.check;
                  EXPECT_EQ(copy.report.totals.messages, verdict.report.totals.messages);
                  EXPECT_EQ(bytes_of_pairs(copy.report), bytes_of_pairs(verdict.report));
                  if (posts_two_at_once(verdict.report))
                    EXPECT_GE(copy.report.finish.time, verdict.report.finish.time);
                  else
                    EXPECT_EQ(copy.report.finish.time.count, verdict.report.finish.time.count);
                });
}

INSTANTIATE_TEST_SUITE_P(Table, EveryRunAsGoal, testing::ValuesIn(all_algorithms({})),
                         [](const auto& e) { return name_of(e.param); });

class EveryScheduleAsXml : public testing::TestWithParam<Exported> {};

TEST_P(EveryScheduleAsXml, YieldsItsCollectiveWhenReadBack) {
  const Operation& operation = collectives::operation(GetParam().operation);
  Parameters all = preset("generic");
  all.ports = all_ports;
  const int cases = for_each_case(
      GetParam(), {preset("generic"), all},
      [&](const TopologyPtr& topology, const Parameters& machine, const Workload& workload) {
        const Verdict original = operation.verify(algorithm_of(GetParam()), topology, machine,
                                                  {.workers = 1, .record_events = true}, workload);

        const Schedule schedule = compiled(trace_of(GetParam().operation, algorithm_of(GetParam()), topology,
                                                    machine, {.workers = 1}, workload.bytes),
                                           GetParam().algorithm);
        Catalogue catalogue;
        add_schedule(catalogue, "file:copy.xml", read_msccl("copy.xml", write_msccl(schedule)));

        const AlgorithmInfo& copy = algorithm_of({GetParam().operation, "file:copy.xml"}, catalogue);
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{1000}, workload.bytes}) {
          Workload moved = workload;
          moved.bytes = bytes;
          const Verdict verdict =
              operation.verify(copy, topology, machine, {.workers = 1, .record_events = true}, moved);
          EXPECT_TRUE(verdict.ok()) << bytes << ": " << (verdict.faults.empty() ? "" : verdict.faults.front());
          if (bytes == workload.bytes) {
            EXPECT_EQ(bytes_of_pairs(verdict.report), bytes_of_pairs(original.report));
          }
        }
        // Each send waits for its receive: no step may wait for what comes behind it.
        Parameters waiting = machine;
        waiting.eager = 0;
        try {
          (void)operation.verify(algorithm_of(GetParam()), topology, waiting, {.workers = 1}, workload);
        } catch (const Error&) {
          return;
        }
        EXPECT_NO_THROW((void)operation.verify(copy, topology, waiting, {.workers = 1}, workload));
      });
  EXPECT_GT(cases, 0);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryScheduleAsXml,
                         testing::ValuesIn(all_algorithms({"allreduce", "reduce_scatter", "allgather",
                                                           "alltoall"})),
                         [](const auto& e) { return name_of(e.param); });

}  // namespace
}  // namespace toruscope::formats
