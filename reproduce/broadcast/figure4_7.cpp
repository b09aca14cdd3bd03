// SPDX-License-Identifier: Apache-2.0
// Figure 4.7: the broadcast of the hypercube on a balanced binary tree of switches.
//
// printed    section 4.1.4: the same messages as in Figure 4.6; no link is congested at any time
// formula    the rule for the labels; a message of step i goes up d - i links and down as many
// measured   Algorithm 4.1 on the leaves, its event log; with the neighbour first 2^i messages meet

#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/rounds.hpp"
#include "reproduce/runs.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

Report broadcast(const Runs& runs, int d, First first, const Parameters& machine) {
  return runs.program(
      "broadcast on a tree of switches", tree(1 << d), machine,
      [&](Communicator& comm) {
        std::int64_t data = comm.rank() == 0 ? 47 : 0;
        doubling_broadcast(comm, first, 0, std::as_writable_bytes(std::span(&data, 1)));
        if (data != 47) comm.fail("Algorithm 4.1: PE without the data");
      },
      true);
}

/// The longest route of each step, on a machine where step i begins at tick i.
std::string hops_by_step(const Report& report, int d) {
  std::string all;
  for (int i = 0; i < d; ++i) {
    int most = 0;
    for (const Event& e : report.events)
      if (e.kind == Event::Kind::message && step_sent(e) == i) most = std::max(most, e.hops);
    all += fmt::format("{}{}", all.empty() ? "" : " ", most);
  }
  return all;
}

std::string hops_by_rule(int d) {
  std::string all;
  for (int i = 0; i < d; ++i) all += fmt::format("{}{}", all.empty() ? "" : " ", 2 * (d - i));
  return all;
}

void compare_tree(const Runs& runs, int d, Reproduction& result) {
  const std::string subject = fmt::format("Algorithm 4.1 on a tree of {} leaves", 1 << d);
  const Report steps = broadcast(runs, d, First::far, preset("unit"));
  const Schedule schedule = schedule_of(steps, step_sent);
  const Report far = broadcast(runs, d, First::far, preset("paragon"));
  const Report near = broadcast(runs, d, First::near, preset("paragon"));
  const bool is_figure = d == 3;
  const auto add = [&](const char* place, const std::string& quantity, std::optional<std::string> printed,
                       std::optional<std::string> formula, const std::string& value_measured) {
    result.rows.push_back({.place = place,
                           .subject = subject,
                           .quantity = quantity,
                           .printed = std::move(printed),
                           .formula = std::move(formula),
                           .measured = value_measured});
  };
  std::optional<std::string> printed;
  if (is_figure) printed = "0>4 | 0>2 4>6 | 0>1 2>3 4>5 6>7";
  add("Figure 4.7", "messages by step", printed, text(doubling_rule(First::far, d)), text(schedule));
  add("Figure 4.7", "links of a message by step", {}, hops_by_rule(d), hops_by_step(steps, d));
  add("section 4.1.4", "link conflicts", "0", {}, fmt::format("{}", far.totals.link_conflicts));
  // Conflicts: in step i, 2^i messages leave the informed subtree by one link; all but one wait.
  add("section 4.1.4, neighbour first", "link conflicts", {}, fmt::format("{}", (1 << d) - 1 - d),
      fmt::format("{}", near.totals.link_conflicts));
  if (is_figure)
    result.figures.push_back(
        {"broadcast-figure4.7", rounds_picture(fmt::format("Figure 4.7, as it ran: {}", subject), 1 << d,
                                               schedule, step_labels(schedule.size()))});
}

Reproduction reproduce_figure4_7(Runs& runs) {
  Reproduction result;
  for (int d = 1; d <= 5; ++d) compare_tree(runs, d, result);
  return result;
}

}  // namespace

Item broadcast_figure4_7() {
  return {"broadcast-figure4.7", kBroadcastPaper, "Figure 4.7: broadcast on a binary tree of switches",
          reproduce_figure4_7};
}

}  // namespace toruscope::reproduce
