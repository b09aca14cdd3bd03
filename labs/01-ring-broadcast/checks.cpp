// SPDX-License-Identifier: Apache-2.0
// Lab 1: data by definition; rounds and links as interval halving has them.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.1.1: ceil(log2
//         p) steps, one-port; telling the farthest PE first keeps the messages of a step on links
//         of their own.

#include "labs/support/broadcasts.hpp"
#include "labs/support/rounds.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::labs {

namespace {

BroadcastCase on_ring(int p, Rank root, std::size_t values) {
  return {ring(p), root, values};
}

/// Checks the first round that informs fewer PEs than doubling allows, and bytes sent in vain.
void check_rounds(Exam& exam, const Report& report, const BroadcastCase& c) {
  const int p = c.topology->pes();
  const auto longer = message_over(report, c.values * sizeof(double));
  exam.expect(!longer, "rounds", longer.value_or(""),
              "what of the message does a PE that is told not know yet?");
  const std::vector<int> informed = informed_by_round(report, c.root);
  const auto rounds = report.finish.time.count;
  if (rounds == ceil_log2(p)) return;
  std::string found = fmt::format("{} rounds instead of {}", rounds, ceil_log2(p));
  for (std::size_t i = 1; i < informed.size(); ++i) {
    const int possible = std::min(p, 2 * informed[i - 1]);
    if (informed[i] == possible) continue;
    found += fmt::format("; after round {} {} PEs have the data, and it could be {}", i, informed[i], possible);
    break;
  }
  const bool has_too_many = report.totals.messages > p - 1;
  exam.fault("rounds", found,
             has_too_many
                 ? "each message costs a startup, however short it is: how many messages does one PE need to "
                   "hand over all of its values?"
                 : "a PE that has the data can tell another one in every round: how many can be informed after "
                   "each?");
}

void check_ring_broadcast(Exam& exam) {
  const Parameters rounds = round_machine();
  for (const BroadcastCase& c : {on_ring(2, 0, 3), on_ring(16, 0, 5)})
    told_all(exam, "data", c, rounds,
             "draw the ring of 16 and note in which round each PE is told, and by whom: is there one whom "
             "nobody tells?");
  for (const BroadcastCase& c : {on_ring(8, 3, 4), on_ring(16, 15, 1)})
    told_all(exam, "root", c, rounds,
             "number the PEs anew, so that the root is 0 and its successor 1: then it is the problem that you "
             "have solved");
  for (const BroadcastCase& c :
       {on_ring(1, 0, 2), on_ring(3, 0, 2), on_ring(7, 2, 6), on_ring(13, 12, 3), on_ring(37, 20, 2)})
    told_all(exam, "any", c, rounds,
             "halves need not be equal: an interval of 7 PEs is one of 3 and one of 4. Who tells whom, and who "
             "has an interval of one?");
  if (!exam.is_lost("rounds"))
    for (const BroadcastCase& c :
         {on_ring(8, 5, 2), on_ring(32, 0, 1), on_ring(13, 4, 2), on_ring(33, 1, 1), on_ring(16, 3, 4096)})
      if (const auto report = told_all(exam, "rounds", c, rounds, "")) check_rounds(exam, *report, c);
  const Parameters generic = [] {
    Parameters machine = preset("generic");
    machine.port_policy = PortPolicy::strict;
    return machine;
  }();
  if (!exam.is_lost("links"))
    for (const BroadcastCase& c : {on_ring(16, 0, 4096), on_ring(32, 9, 4096), on_ring(27, 3, 4096)})
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
      .title = "broadcast on a one-port ring",
      .functions = {TORUSCOPE_LAB_FUNCTION(broadcast_on_ring, void(Communicator&, Rank, std::span<double>))},
      .rubric = {{"data", 25, "p a power of two, root 0: every PE has the data", ""},
                 {"root", 10, "the same for any root", "data"},
                 {"any", 20, "the same for any p", "data"},
                 {"rounds", 25, "ceil(log2 p) rounds, of long vectors, too", "any"},
                 {"links", 20, "no message waits for a link", "any"}},
      .check = check_ring_broadcast};
}

}  // namespace toruscope::labs
