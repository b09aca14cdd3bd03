// SPDX-License-Identifier: Apache-2.0
// The table of items.

#include "reproduce/item.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <algorithm>

/// List of the items, in the order of the papers: for each the function that its file defines.
#define TORUSCOPE_REPRODUCTIONS(ITEM) \
  ITEM(exchange_table1)               \
  ITEM(exchange_figure3)              \
  ITEM(exchange_figure7)              \
  ITEM(exchange_rivals)               \
  ITEM(exchange_lemma1)               \
  ITEM(prefix_theorem1)               \
  ITEM(prefix_figures)                \
  ITEM(prefix_trace_a)                \
  ITEM(prefix_trace_b)                \
  ITEM(prefix_optimality)             \
  ITEM(broadcast_figures)             \
  ITEM(broadcast_figure4_7)           \
  ITEM(broadcast_congestion)          \
  ITEM(broadcast_any_p)               \
  ITEM(broadcast_matvec)              \
  ITEM(broadcast_cost)                \
  ITEM(pipeline_table1)               \
  ITEM(pipeline_routing)              \
  ITEM(pipeline_examples)             \
  ITEM(pipeline_figure5)              \
  ITEM(mpich_costs)                   \
  ITEM(mpich_crossovers)

namespace toruscope::reproduce {

#define TORUSCOPE_DECLARE(name) Item name();
TORUSCOPE_REPRODUCTIONS(TORUSCOPE_DECLARE)
#undef TORUSCOPE_DECLARE

const std::vector<Item>& items() {
#define TORUSCOPE_CALL(name) name(),
  static const std::vector<Item> table = {TORUSCOPE_REPRODUCTIONS(TORUSCOPE_CALL)};
#undef TORUSCOPE_CALL
  return table;
}

std::vector<const Item*> items_named(std::string_view name) {
  std::vector<const Item*> found;
  std::vector<std::string> known;
  for (const Item& item : items()) {
    if (item.name == name || item.group() == name) found.push_back(&item);
    if (std::find(known.begin(), known.end(), item.group()) == known.end()) known.push_back(item.group());
    known.push_back(item.name);
  }
  if (found.empty()) throw ConfigError("reproduce: " + core::unknown_name("item", "items", name, known));
  return found;
}

}  // namespace toruscope::reproduce
