// SPDX-License-Identifier: Apache-2.0
// Cost of algorithms in stages of islands: exact where links are private, else by walking routes.
//
// A stage of q PEs is one round, in which each PE sends q - 1 messages of one length. On one port:
//
//   (q - 1) (ts + tm + m tw) + th + L
//
// Parts   Long data go in S parts, each an operation of its own, so that one part is within the
//         islands while another is between them. The first part takes all stages in turn; each
//         further one as long as the stages keep the busiest port or level of links.

#pragma once

#include "collectives/shapes/island_plan.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace toruscope::collectives {

/// One stage, run once: bytes of each of its messages.
struct IslandStep {
  int stage = 0;
  std::int64_t bytes = 0;
};
using IslandSteps = std::vector<IslandStep>;

/// Time of a step or of what stands for several, and for how long it keeps ports and links busy.
struct IslandTime {
  int stage = 0;
  Ticks time;
  Ticks busy;
};

IslandTime island_time(const Case& c, const IslandStep& step);
/// Time of `parts` that follow each other through steps of these times.
Ticks time_in_parts(const Case& c, int parts, const std::vector<IslandTime>& times);
/// The number of parts that is estimated to be fastest; 1 where operations cannot go on side by
/// side.
int best_parts(const Case& c, const std::function<Ticks(int parts)>& time);
/// The formula, where every PE of a stage has a link to each other one, for one port.
std::optional<Prediction> island_cost(const Case& c, const IslandSteps& steps);

/// Time of an algorithm whose parts take `steps(case, parts)`.
template <class Steps>
Ticks island_time_in_parts(const Case& c, const Steps& steps, int parts) {
  std::vector<IslandTime> times;
  for (const IslandStep& step : steps(c, parts)) times.push_back(island_time(c, step));
  return time_in_parts(c, parts, times);
}
/// The number of parts in which it goes.
template <class Steps>
int island_parts(const Case& c, const Steps& steps) {
  return best_parts(c, [&](int parts) { return island_time_in_parts(c, steps, parts); });
}

/// Claims of such an entry.
template <class Entry, class Steps>
void claim_islands(Entry& entry, const Steps& steps) {
  entry.restrictions = "all PEs of a network with islands of equal size";
  entry.refusal = needs_islands;
  entry.source =
      "Karonis, de Supinski, Foster, Gropp, Lusk, Bresnahan, Int. Parallel and Distributed Processing "
      "Symposium "
      "2000, for levels; parts are ours";
  entry.predicted = [steps](const Case& c) -> std::optional<Prediction> {
    if (!c.network || island_parts(c, steps) > 1) return std::nullopt;
    return island_cost(c, steps(c, 1));
  };
  entry.estimated = [steps](const Case& c) -> std::optional<Ticks> {
    if (!c.network) return std::nullopt;
    return island_time_in_parts(c, steps, island_parts(c, steps));
  };
}

}  // namespace toruscope::collectives
