// SPDX-License-Identifier: Apache-2.0
#include "labs/support/exchanges.hpp"

#include "labs/support/data.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::labs {

ReportPtr exchanged(Exam& exam, const std::string& item, const ExchangeCase& c, const Parameters& machine,
                    const std::string& hint) {
  const int p = c.topology->pes();
  const std::size_t all = static_cast<std::size_t>(p) * c.values;
  const auto block = [&](Rank r) {
    return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(r) * c.values);
  };
  std::vector<std::vector<double>> sent;
  std::vector<std::vector<double>> wanted(static_cast<std::size_t>(p));
  std::vector<std::vector<double>> got(static_cast<std::size_t>(p));
  for (Rank s = 0; s < p; ++s) sent.push_back(numbers(static_cast<std::uint64_t>(p), s, all));
  for (Rank r = 0; r < p; ++r)
    for (const auto& from : sent)
      std::copy_n(from.begin() + block(r), c.values, std::back_inserter(wanted[static_cast<std::size_t>(r)]));
  Trial trial{.item = item,
              .label = fmt::format("blocks of {} values{}", c.values,
                                   machine == exchange_rounds() ? "" : ", ts = 1000, tw = 3"),
              .topology = c.topology,
              .machine = machine};
  trial.program = [&](Communicator& comm) {
    const std::vector<double> send = sent[static_cast<std::size_t>(comm.rank())];
    std::vector<double> receive(all);
    exam.function<void(Communicator&, std::span<const double>, std::span<double>)>()(comm, send, receive);
    got[static_cast<std::size_t>(comm.rank())] = receive;
  };
  trial.driver = fmt::format(
      "  const std::vector<double> send = numbers({0}, comm.rank(), {1});\n  std::vector<double> "
      "receive({1});\n"
      "  {2}(comm, send, receive);\n  comm.print(text(receive));\n",
      p, all, exam.name());
  ReportPtr report = exam.run(trial);
  if (!report) return nullptr;
  const auto wrong = difference(got, wanted);
  if (!exam.expect(!wrong, item, wrong.value_or(""), hint)) return nullptr;
  exam.require_received(*report,
                        [&](Rank) { return static_cast<std::int64_t>((all - c.values) * sizeof(double)); });
  return report;
}

Parameters exchange_rounds() {
  Parameters machine = round_machine();
  machine.port_policy = PortPolicy::queue;
  return machine;
}

Parameters exchange_machine() {
  return {.ts = Ticks{1000}, .tw = Ticks{3}, .tick = Time{}};
}

}  // namespace toruscope::labs
