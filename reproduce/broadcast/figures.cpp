// SPDX-License-Identifier: Apache-2.0
// Figures 4.2, 4.3, 4.5 and 4.6: broadcast and reduction on a ring, a 4 x 4 mesh and a 3-cube.
//
// printed    the arrows named in the text (the scan that we have lost the drawings)
// formula    the rule for the labels
// measured   the event logs of the catalogue's algorithms; for the hypercube Algorithm 4.1 itself.
//            A hypercube is a torus with sides of 2; a mesh a torus with idle wrap-around links.

#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/rounds.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::size_t kValue = 8;
constexpr const char* kPrintedBroadcast = "0>4 | 0>2 4>6 | 0>1 2>3 4>5 6>7";
constexpr const char* kPrintedReduction = "1>0 3>2 5>4 7>6 | 2>0 6>4 | 4>0";

void add(const char* figure, const char* subject, const Schedule& formula, const Schedule& run,
         const std::string& fault, const char* printed, Reproduction& result) {
  Row row{.place = fmt::format("Figure {}", figure),
          .subject = subject,
          .quantity = "messages by step",
          .formula = text(formula),
          .measured = fault.empty() ? text(run) : fault};
  if (printed != nullptr) row.printed = printed;
  result.rows.push_back(row);
  int p = 0;
  for (const auto& round : formula)
    for (const Transfer& t : round) p = std::max({p, t.from + 1, t.to + 1});
  result.figures.push_back({fmt::format("broadcast-figure{}", figure),
                            rounds_picture(fmt::format("Figure {}, as it ran: {}", figure, subject), p, run,
                                           step_labels(run.size()))});
}

void add_conflicts(const char* figure, const char* subject, const Report& report, Reproduction& result) {
  result.rows.push_back({.place = fmt::format("Figure {}", figure),
                         .subject = subject,
                         .quantity = "link conflicts",
                         .printed = "0",
                         .measured = fmt::format("{}", report.totals.link_conflicts)});
}

std::string fault_of(const Verdict& verdict) {
  return verdict.ok() ? "" : verdict.faults.front();
}

void on_a_ring(const Runs& runs, Reproduction& result) {
  constexpr int kDimensions = 3;
  const TopologyPtr eight = ring(1 << kDimensions);
  const Verdict broadcast =
      runs.verified<Broadcast>("recursive_doubling", eight, preset("unit"), {.bytes = kValue}, true);
  const Schedule rule = doubling_rule(First::far, kDimensions);
  add("4.2", "broadcast/recursive_doubling on ring:8", rule, schedule_of(broadcast.report, step_sent),
      fault_of(broadcast), kPrintedBroadcast, result);
  const Verdict reduce =
      runs.verified<Reduce>("recursive_doubling", eight, preset("unit"), {.bytes = kValue}, true);
  add("4.3", "reduce/recursive_doubling on ring:8", reversed(rule), schedule_of(reduce.report, step_sent),
      fault_of(reduce), kPrintedReduction, result);
}

/// Figure 4.5 numbers the columns one after the other; PEs here count along the rows.
Schedule by_columns(Schedule schedule, int side) {
  for (auto& round : schedule)
    for (Transfer& t : round)
      for (Rank* pe : {&t.from, &t.to}) *pe = *pe % side * side + *pe / side;
  return schedule;
}

void on_a_mesh(const Runs& runs, Reproduction& result) {
  constexpr int kSide = 4;
  const char* subject = "broadcast/torus_recursive_doubling on torus:4x4";
  const Verdict run = runs.verified<Broadcast>("torus_recursive_doubling", torus(kSide, kSide), preset("unit"),
                                               {.bytes = kValue}, true);
  const Schedule schedule = by_columns(schedule_of(run.report, step_sent), kSide);
  add("4.5", subject, doubling_rule(First::far, 4), schedule, fault_of(run), nullptr, result);
  result.rows.push_back({.place = "Figure 4.5",
                         .subject = subject,
                         .quantity = "steps: 1, 2 in a row, 3, 4 in the columns",
                         .printed = "4",
                         .measured = measured(run, run.report.finish.account.startups)});
  const bool wraps = std::any_of(run.report.links.begin(), run.report.links.end(), [](const LinkReport& link) {
    return std::abs(link.from - link.to) == kSide - 1 || std::abs(link.from - link.to) == kSide * (kSide - 1);
  });
  result.rows.push_back({.place = "Figure 4.5, a mesh",
                         .subject = subject,
                         .quantity = "wrap-around links used",
                         .printed = "none",
                         .measured = wraps ? "some" : "none"});
}

void on_a_hypercube(const Runs& runs, Reproduction& result) {
  constexpr int kDimensions = 3;
  for (const First first : {First::far, First::near}) {
    std::string fault;
    const Report report = runs.program(
        "broadcast by Algorithm 4.1", torus(2, 2, 2), preset("paragon"),
        [&](Communicator& comm) {
          std::int64_t data = comm.rank() == 0 ? 41 : 0;
          doubling_broadcast(comm, first, 0, std::as_writable_bytes(std::span(&data, 1)));
          if (data != 41) comm.fail("Algorithm 4.1: PE without the data");
        },
        true);
    const Ticks step = report.costs.ts + report.costs.transmission(sizeof(std::int64_t));
    const Schedule schedule = schedule_of(report, [&](const Event& e) { return e.start.count / step.count; });
    const char* subject = first == First::far ? "Algorithm 4.1 on torus:2x2x2, highest dimension first"
                                              : "Algorithm 4.1 on torus:2x2x2, lowest dimension first";
    if (first == First::far)
      add("4.6", subject, doubling_rule(first, kDimensions), schedule, fault, kPrintedBroadcast, result);
    add_conflicts(first == First::far ? "4.6" : "4.6, text: any order", subject, report, result);
  }
}

Reproduction reproduce_figures(Runs& runs) {
  Reproduction result;
  on_a_ring(runs, result);
  on_a_mesh(runs, result);
  on_a_hypercube(runs, result);
  return result;
}

}  // namespace

Item broadcast_figures() {
  return {"broadcast-figures", kBroadcastPaper,
          "Figures 4.2, 4.3, 4.5, 4.6: broadcast and reduction on ring, mesh and hypercube, as rounds",
          reproduce_figures};
}

}  // namespace toruscope::reproduce
