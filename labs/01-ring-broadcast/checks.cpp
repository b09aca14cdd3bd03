// SPDX-License-Identifier: Apache-2.0
// Lab 1: data by definition; rounds and links as interval halving has them.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.1.1: ceil(log2 p) steps, one-port; that the
//         farthest PE is told first keeps the messages of a step on links of their own.

#include "labs/support/data.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/rounds.hpp"

#include <fmt/format.h>

namespace toruscope::labs {

namespace {

using Broadcast1 = void(Communicator&, Rank, std::span<double>);

struct RingCase {
  int p = 1;
  Rank root = 0;
  std::size_t values = 1;
};

/// The trial's report if it ended and every PE has the data; else the item is lost.
std::optional<Report> told_all(Exam& exam, const char* item, const RingCase& c, const Parameters& machine,
                               const char* hint) {
  const auto values = numbers(static_cast<std::uint64_t>(c.p), c.root, c.values);
  std::vector<std::vector<double>> got(static_cast<std::size_t>(c.p));
  Trial trial{.item = item,
              .label = fmt::format("root {}, {} values", c.root, c.values),
              .topology = ring(c.p),
              .machine = machine,
              .hint = hint};
  trial.program = [&](Communicator& comm) {
    std::vector<double> data(c.values);
    if (comm.rank() == c.root) data = values;
    exam.function<Broadcast1>()(comm, c.root, data);
    got[static_cast<std::size_t>(comm.rank())] = data;
  };
  std::optional<Report> report = exam.run(trial);
  if (!report) return std::nullopt;
  const auto wrong = difference(got, std::vector(static_cast<std::size_t>(c.p), values));
  if (!exam.expect(!wrong, item, wrong.value_or(""), hint)) return std::nullopt;
  exam.require_received(
      *report, [&](Rank r) { return r == c.root ? 0 : static_cast<std::int64_t>(c.values * sizeof(double)); });
  return report;
}

/// The first round after which fewer PEs are informed than doubling allows.
void check_rounds(Exam& exam, const Report& report, const RingCase& c) {
  const std::vector<int> informed = informed_by_round(report, c.root);
  const int rounds = static_cast<int>(report.finish.time.count);
  if (rounds == ceil_log2(c.p)) return;
  std::string found = fmt::format("{} rounds instead of {}", rounds, ceil_log2(c.p));
  for (std::size_t i = 1; i < informed.size(); ++i) {
    const int possible = std::min(c.p, 2 * informed[i - 1]);
    if (informed[i] == possible) continue;
    found += fmt::format("; after round {} {} PEs have the data, and it could be {}", i, informed[i], possible);
    break;
  }
  exam.fault(
      "rounds", found,
      "a PE that has the data can tell another one in every round: how many can be informed after each?");
}

void check_ring_broadcast(Exam& exam) {
  const Parameters rounds = round_machine();
  for (const RingCase& c : {RingCase{2, 0, 3}, RingCase{16, 0, 5}})
    told_all(exam, "data", c, rounds,
             "draw the ring of 16 and note in which round each PE is told, and by whom: is there one whom "
             "nobody tells?");
  for (const RingCase& c : {RingCase{8, 3, 4}, RingCase{16, 15, 1}})
    told_all(exam, "root", c, rounds,
             "number the PEs anew, so that the root is 0 and its successor 1: then it is the problem that you "
             "have solved");
  for (const RingCase& c :
       {RingCase{1, 0, 2}, RingCase{3, 0, 2}, RingCase{7, 2, 6}, RingCase{13, 12, 3}, RingCase{37, 20, 2}})
    told_all(exam, "any", c, rounds,
             "halves need not be equal: an interval of 7 PEs is one of 3 and one of 4. Who tells whom, and who "
             "has an interval of one?");
  if (!exam.is_lost("rounds"))
    for (const RingCase& c : {RingCase{8, 5, 2}, RingCase{32, 0, 1}, RingCase{13, 4, 2}, RingCase{33, 1, 1}})
      if (const auto report = told_all(exam, "rounds", c, rounds, "")) check_rounds(exam, *report, c);
  const Parameters generic = [] {
    Parameters machine = preset("generic");
    machine.port_policy = PortPolicy::strict;
    return machine;
  }();
  if (!exam.is_lost("links"))
    for (const RingCase& c : {RingCase{16, 0, 4096}, RingCase{32, 9, 4096}, RingCase{27, 3, 4096}})
      if (const auto report = told_all(exam, "links", c, generic, ""))
        exam.expect(
            report->totals.link_conflicts == 0, "links",
            fmt::format("{} messages found a link taken by another one", report->totals.link_conflicts),
            "which links does a message of the last round cross, and which one of the first? Would the other "
            "order keep the messages "
            "of one round apart? `grade` with --view fault.html writes the page of this run");
}

}  // namespace

Lab lab_01_ring_broadcast() {
  return {
      .name = "01-ring-broadcast",
      .title = "broadcast on a one-port ring",
      .functions = {TORUSCOPE_LAB_FUNCTION(broadcast_on_ring, void(Communicator&, Rank, std::span<double>))},
      .rubric = {{"data", 25, "p a power of two, root 0: every PE has the data", ""},
                 {"root", 10, "the same for any root", "data"},
                 {"any", 20, "the same for any p", "data"},
                 {"rounds", 25, "ceil(log2 p) rounds", "any"},
                 {"links", 20, "no message waits for a link", "any"}},
      .check = check_ring_broadcast};
}

}  // namespace toruscope::labs
