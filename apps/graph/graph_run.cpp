// SPDX-License-Identifier: Apache-2.0
#include "apps/graph/graph_run.hpp"

#include "apps/explain.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/files/output_file.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <ostream>

namespace toruscope::apps {
namespace {

using formats::GraphOperation;
using Kind = GraphOperation::Kind;

/// Sums over all operations of a graph.
struct Sums {
  std::int64_t operations = 0, messages = 0, bytes = 0, work = 0, collectives = 0;
};

Sums sums_of(const formats::OperationGraph& graph) {
  Sums sums;
  for (const formats::PeGraph& pe : graph.pes)
    for (const GraphOperation& o : pe.operations) {
      ++sums.operations;
      sums.messages += o.kind == Kind::send ? 1 : 0;
      sums.bytes += o.kind == Kind::send ? o.amount : 0;
      sums.work += o.kind == Kind::work ? 1 : 0;
      sums.collectives += o.kind == Kind::collective ? 1 : 0;
    }
  return sums;
}

/// Ticks of an amount of work.
std::int64_t ticks_of(const GraphTask& task, Rank pe, const GraphOperation& o, const Parameters& machine) {
  const auto refuse = [&](const std::string& why) {
    throw ConfigError(
        fmt::format("{}: work of {} times {} {}", task.place(pe, o), o.amount, to_string(task.unit), why));
  };
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  if (o.amount == 0) return 0;
  if (task.unit.is_physical() != machine.tick.is_physical() ||
      machine.tick.is_zero() == task.unit.is_physical())
    refuse(fmt::format("is no time of {}; {}",
                       machine.tick.is_zero() ? "a step machine" : "this machine, whose tick has a length",
                       task.advice));
  if (o.amount > std::numeric_limits<std::int64_t>::max() / std::max<std::int64_t>(task.unit.value(), 1))
    refuse("is longer than a run can be");
  const std::int64_t value = o.amount * task.unit.value();
  if (!task.unit.is_physical()) {
    if (value > kMost) refuse("is longer than a run can be");
    return value;
  }
  if (value % machine.tick.value() != 0)
    refuse(fmt::format("is no whole number of ticks of {}; give a machine with a finer tick",
                       to_string(machine.tick)));
  return value / machine.tick.value();
}

void check_machine(const AppRequest& request, const GraphTask& task) {
  const int pes = request.topology->pes();
  if (static_cast<std::size_t>(pes) < task.graph.pes.size())
    throw ConfigError(fmt::format("{}: the input has {} {}, and {} has {} PEs; give a topology with as many",
                                  task.name, task.graph.pes.size(), task.ranks, request.topology->name(), pes));
  if (request.execution.measure_compute)
    throw ConfigError(
        fmt::format("{}: local work is what the input says, which --measure-compute would not charge; "
                    "leave it out",
                    task.name));
}

/// Compares what each PE has done with what the input says.
std::string faults_of(const formats::OperationGraph& graph, const std::vector<Played>& played,
                      const std::string& ranks) {
  const std::vector<MovedByPeer> expected = received_by(graph);
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe) {
    const auto all = static_cast<std::int64_t>(graph.pes[pe].operations.size());
    if (played[pe].operations != all)
      return fmt::format("PE {} has ended {} of its {} operations", pe, played[pe].operations, all);
    if (played[pe].received != expected[pe])
      return fmt::format("PE {} received other messages than the {} of the input send to it", pe, ranks);
  }
  return {};
}

std::vector<std::string> findings_of(const GraphTask& task, const Sums& sums, const Report& report) {
  const std::size_t count = task.graph.pes.size();
  std::string text =
      fmt::format("{} {}, {}: {} of {} in all, {}", core::grouped(count), task.ranks,
                  core::counted(sums.operations, "operation"), core::counted(sums.messages, "message"),
                  core::counted(sums.bytes, "byte"),
                  sums.work == 1 ? "1 piece of work" : core::grouped(sums.work) + " pieces of work");
  if (sums.collectives > 0) text += fmt::format(", {}", core::counted(sums.collectives, "collective call"));
  std::vector<std::string> lines{text};
  lines.insert(lines.end(), task.notes.begin(), task.notes.end());
  if (count < report.pes.size())
    lines.push_back(fmt::format("PEs {} .. {} are idle", count, report.pes.size() - 1));
  const auto [first, last] =
      std::minmax_element(report.pes.begin(), report.pes.begin() + static_cast<std::ptrdiff_t>(count),
                          [](const PeReport& a, const PeReport& b) { return a.finish.time < b.finish.time; });
  lines.push_back(fmt::format("the first PE to end is {}, at {}; the last is {}, at {}",
                              first - report.pes.begin(),
                              core::time_text(first->finish.time, report.parameters), last - report.pes.begin(),
                              core::time_text(last->finish.time, report.parameters)));
  return lines;
}

void write_ends(std::ostream& out, const std::vector<Played>& played, const Report& report) {
  out << "pe,operations,messages_sent,bytes_sent,messages_received,end_ticks\n";
  for (std::size_t pe = 0; pe < played.size(); ++pe) {
    const PeReport& r = report.pes[pe];
    out << fmt::format("{},{},{},{},{},{}\n", pe, played[pe].operations, r.messages_sent, r.bytes_sent,
                       r.messages_received, r.finish.time.count);
  }
}

}  // namespace

Time usual_unit(const Parameters& machine) {
  return machine.tick.is_zero() ? Time(Ticks{1}) : Time::femtoseconds(1'000'000);
}

std::size_t bytes_of_graph(const formats::OperationGraph& graph, int pes) {
  constexpr std::size_t kEdges = 3;       // of the file, and of the PE that plays it
  constexpr std::size_t kOperation = 96;  // what a PE knows of it while it runs
  std::size_t bytes = static_cast<std::size_t>(pes) * (sizeof(formats::PeGraph) + sizeof(Played));
  for (const formats::PeGraph& pe : graph.pes)
    bytes += pe.operations.size() * (sizeof(GraphOperation) + kOperation) +
             pe.dependencies.size() * kEdges * sizeof(formats::GraphDependency);
  return bytes;
}

AppResult run_graph(const AppRequest& request, GraphTask task, const CallCollective& call) {
  check_machine(request, task);
  for (std::size_t pe = 0; pe < task.graph.pes.size(); ++pe)
    for (GraphOperation& o : task.graph.pes[pe].operations)
      if (o.kind == Kind::work) o.amount = ticks_of(task, static_cast<Rank>(pe), o, request.parameters);
  const Sums sums = sums_of(task.graph);
  const formats::GraphTags tags(task.graph);

  Execution execution = request.execution;
  execution.data = Data::none;
  Machine machine(request.topology, request.parameters, execution);
  const bool starts = std::any_of(task.graph.pes.begin(), task.graph.pes.end(),
                                  [](const auto& pe) { return has_call_beside(pe); });
  const Playing how{tags, task.place, call, starts};
  std::vector<Played> played(static_cast<std::size_t>(request.topology->pes()));
  AppResult result;
  result.operation = task.name;
  result.report = machine.run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    if (me < task.graph.pes.size()) played[me] = play(comm, task.graph.pes[me], how);
  });

  const std::string fault = faults_of(task.graph, played, task.ranks);
  result.verified = fault.empty();
  result.check = fault.empty() ? fmt::format(
                                     "all {} operations done; each PE received the messages and bytes that the "
                                     "input sends to it, sender by sender",
                                     core::grouped(sums.operations))
                               : fault;
  result.findings = findings_of(task, sums, result.report);
  result.explanation = {communication_text(result.report),
                        fmt::format("local work on the critical path: {}, as the input says",
                                    core::time_text(TimeParts(result.report).local, result.report.parameters))};
  if (request.output && result.verified) {
    core::write_file(*request.output, [&](std::ostream& out) { write_ends(out, played, result.report); });
    result.outputs_written = {*request.output};
  }
  return result;
}

}  // namespace toruscope::apps
