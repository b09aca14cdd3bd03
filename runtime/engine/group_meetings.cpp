// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/group_meetings.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

void make_split_groups(const Group& group, PeArray& pes, GroupTable& groups) {
  std::vector<std::tuple<int, int, Rank>> order;  // colour, key, rank
  for (Rank r = 0; r < group.size(); ++r) {
    const auto [colour, key] = pes[static_cast<std::size_t>(group.world_rank(r))].meetings().split_by();
    order.emplace_back(colour, key, r);
  }
  std::sort(order.begin(), order.end());
  for (auto first = order.begin(); first != order.end();) {
    const auto last =
        std::find_if(first, order.end(), [&](const auto& o) { return std::get<0>(o) != std::get<0>(*first); });
    std::vector<Rank> members;
    for (auto o = first; o != last; ++o) members.push_back(group.world_rank(std::get<2>(*o)));
    Group& part = groups.add(members, {static_cast<int>(members.size())}, Grid::none);
    for (Rank r = 0; r < part.size(); ++r)
      pes[static_cast<std::size_t>(part.world_rank(r))].meetings().join_split(part, r);
    first = last;
  }
}

/// Lets all members go on from the latest clock (ties: the lowest rank's). Precondition: all have
/// come.
void resolve(Group& group, PeArray& pes, GroupTable& groups) {
  if (group.arrived() != group.size()) return;  // a member was unwound meanwhile
  group.leave();
  Stamp latest{Ticks{-1}, {}};
  Rank last = 0;
  bool is_split = false;
  for (Rank r = 0; r < group.size(); ++r) {
    const Pe& pe = pes[static_cast<std::size_t>(group.world_rank(r))];
    if (const Stamp& clock = pe.clock_at(group); clock.time > latest.time) {
      latest = clock;
      last = pe.rank();
    }
    is_split = is_split || std::string_view(pe.waits_for().operation) == "split";
  }
  if (is_split) make_split_groups(group, pes, groups);
  for (Rank r = 0; r < group.size(); ++r) {
    Pe& pe = pes[static_cast<std::size_t>(group.world_rank(r))];
    pe.leave_meeting(group, latest, last);
  }
}

}  // namespace

void resolve_meetings(const std::vector<PeHost*>& hosts, PeArray& pes, GroupTable& groups) {
  std::vector<Group*> met;
  for (PeHost* host : hosts) {
    met.insert(met.end(), host->met.begin(), host->met.end());
    host->met.clear();
  }
  std::sort(met.begin(), met.end(), [](const Group* a, const Group* b) { return a->context() < b->context(); });
  for (Group* group : met) resolve(*group, pes, groups);
}

}  // namespace toruscope::core
