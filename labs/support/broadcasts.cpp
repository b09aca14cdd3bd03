// SPDX-License-Identifier: Apache-2.0
#include "labs/support/broadcasts.hpp"

#include "labs/support/data.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

ReportPtr told_all(Exam& exam, const std::string& item, const BroadcastCase& c, const Parameters& machine,
                   const std::string& hint) {
  const int p = c.pes > 0 ? c.pes : c.topology->pes();
  const auto values = numbers(static_cast<std::uint64_t>(p), c.root, c.values);
  std::vector<std::vector<double>> got(static_cast<std::size_t>(p));
  Trial trial{
      .item = item,
      .label = fmt::format("{}root {}, {} values",
                           c.pes > 0 ? fmt::format("PEs 0 to {}, ", p - 1) : std::string{}, c.root, c.values),
      .topology = c.topology,
      .machine = machine};
  trial.program = [&](Communicator& world) {
    std::vector<double> data(c.values);
    if (world.rank() == c.root) data = values;
    const auto broadcast_by = exam.function<void(Communicator&, Rank, std::span<double>)>();
    if (c.pes == 0) {
      broadcast_by(world, c.root, data);
    } else {
      Communicator lowest = world.split(world.rank() < p ? 0 : 1, world.rank());
      if (world.rank() < p) broadcast_by(lowest, c.root, data);
    }
    if (world.rank() < p) got[static_cast<std::size_t>(world.rank())] = data;
  };
  const std::string call =
      fmt::format("{}({}, {}, data);\n", exam.name(), c.pes > 0 ? "lowest" : "comm", c.root);
  trial.driver = fmt::format(
      "  std::vector<double> data({0});\n  if (comm.rank() == {1}) data = numbers({2}, {1}, {0});\n{3}"
      "  comm.print(text(data));\n",
      c.values, c.root, p,
      c.pes == 0 ? "  " + call
                 : fmt::format("  Communicator lowest = comm.split(comm.rank() < {0} ? 0 : 1, comm.rank());\n"
                               "  if (comm.rank() < {0}) {1}",
                               p, call));
  ReportPtr report = exam.run(trial);
  if (!report) return nullptr;
  const auto wrong = difference(got, std::vector(static_cast<std::size_t>(p), values));
  if (!exam.expect(!wrong, item, wrong.value_or(""), hint)) return nullptr;
  exam.require_received(*report, [&](Rank r) {
    return r == c.root || r >= p ? 0 : static_cast<std::int64_t>(c.values * sizeof(double));
  });
  return report;
}

std::optional<std::string> message_of_many_links(const Report& report) {
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message && e.hops > 1)
      return fmt::format("the message from PE {} to PE {} crosses {} links", e.source, e.destination, e.hops);
  return std::nullopt;
}

}  // namespace toruscope::labs
