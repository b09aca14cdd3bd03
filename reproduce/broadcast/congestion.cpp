// SPDX-License-Identifier: Apache-2.0
// Why the first message goes to the farthest PE: else 2^i messages meet on a link in step i.
//
// printed    section 4.1.1: on the link from 1 to 2, in the second of 8 PEs' steps, two messages;
//            with the farthest first nothing is congested
// formula    2^i messages on the worst link of step i, so (p-1) m tw for (log2 p) m tw
// measured   hop rows of the event log, step by step; virtual time

#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/rounds.hpp"
#include "reproduce/runs.hpp"

#include <algorithm>
#include <bit>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::reproduce {

namespace {

constexpr std::size_t kMessage = 64;

Report broadcast(const Runs& runs, int p, First first, const Parameters& machine, bool records_events) {
  return runs.program(
      "broadcast by recursive doubling", ring(p), machine,
      [&](Communicator& comm) {
        std::vector<std::byte> data(kMessage, std::byte{static_cast<unsigned char>(comm.rank() == 0 ? 1 : 0)});
        doubling_broadcast(comm, first, 0, data);
        if (data.back() != std::byte{1}) comm.fail("broadcast: PE without the data");
      },
      records_events);
}

/// Messages on each link in each step. Nobody waits if only ts costs anything.
using Loads = std::vector<std::map<std::pair<Node, Node>, int>>;

Loads loads_of(const Report& report) {
  Loads loads;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::hop) continue;
    const auto step = static_cast<std::size_t>(e.asked.count - 1);  // after ts = 1
    loads.resize(std::max(loads.size(), step + 1));
    ++loads[step][{e.from, e.to}];
  }
  return loads;
}

std::string worst_text(const Loads& loads) {
  std::string all;
  for (const auto& of_step : loads) {
    int worst = 0;
    for (const auto& [link, messages] : of_step) worst = std::max(worst, messages);
    all += fmt::format("{}{}", all.empty() ? "" : " ", worst);
  }
  return all;
}

void compare_order(const Runs& runs, int p, First first, Reproduction& result) {
  const int d = std::countr_zero(static_cast<unsigned>(p));
  const std::string subject =
      fmt::format("{} first on ring:{}", first == First::far ? "the farthest" : "the neighbour", p);
  const Report steps = broadcast(runs, p, first, preset("unit"), true);
  const Loads loads = loads_of(steps);
  std::string rule;
  std::int64_t messages_in_turn = 0;
  for (int i = 0; i < d; ++i) {
    const int worst = first == First::far ? 1 : 1 << i;
    rule += fmt::format("{}{}", rule.empty() ? "" : " ", worst);
    messages_in_turn += worst;
  }
  result.rows.push_back({.place = "section 4.1.1",
                         .subject = subject,
                         .quantity = "messages on the worst link, by step",
                         .formula = rule,
                         .measured = worst_text(loads)});
  if (p == 8 && first == First::near)
    result.rows.push_back({.place = "section 4.1.1, step 2",
                           .subject = subject,
                           .quantity = "messages on the link from 1 to 2",
                           .printed = "2",
                           .measured = fmt::format("{}", loads.at(1).at({1, 2}))});
  if (p == 8)
    result.figures.push_back({first == First::far ? "broadcast-farthest-first" : "broadcast-neighbour-first",
                              rounds_picture(fmt::format("Broadcast, {}", subject), p,
                                             schedule_of(steps, step_sent), step_labels(3))});
  const Report timed = broadcast(runs, p, first, preset("paragon"), false);
  const Costs& costs = timed.costs;
  const Ticks formula = d * costs.ts + messages_in_turn * costs.transmission(kMessage);
  result.rows.push_back({.place = "section 4.1.1",
                         .subject = subject,
                         .quantity = "T in ps, paragon, 64 B",
                         .formula = fmt::format("{}", formula.count),
                         .measured = fmt::format("{}", timed.finish.time.count)});
  Row conflicts{.place = "section 4.1.1",
                .subject = subject,
                .quantity = "messages that wait for a link",
                // all but the first of each step
                .formula = fmt::format("{}", messages_in_turn - d),
                .measured = fmt::format("{}", timed.totals.link_conflicts)};
  if (first == First::far) conflicts.printed = "0";
  result.rows.push_back(conflicts);
}

Reproduction reproduce_congestion(Runs& runs) {
  Reproduction result;
  for (const int p : {2, 4, 8, 16, 32, 64})
    for (const First first : {First::far, First::near}) compare_order(runs, p, first, result);
  return result;
}

}  // namespace

Item broadcast_congestion() {
  return {"broadcast-congestion", kBroadcastPaper,
          "section 4.1.1: the congestion of telling the neighbour first", reproduce_congestion};
}

}  // namespace toruscope::reproduce
