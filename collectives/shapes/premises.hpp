// SPDX-License-Identifier: Apache-2.0
// Premises of the closed formulas, and the arithmetic that they share.

#pragma once

#include "collectives/shapes/line.hpp"
#include "runtime/model/port_rules.hpp"

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace toruscope::collectives {

/// Transfers that a PE may have under way in each direction.
inline int ports_of(const Case& c) {
  return c.parameters.ports.k;
}

/// True if sends and receptions use different ports.
inline bool has_ports_each_way(const Case& c) {
  return !core::are_shared(c.parameters.ports);
}

/// True if combining takes no time.
inline bool combines_at_once(const Case& c) {
  return c.costs.gamma == Ticks{};
}

/// True if a waiting message holds nothing, and no send waits for its receive.
inline bool waits_hold_nothing(const Case& c) {
  return c.parameters.switching == Switching::cut_through && !c.parameters.buffers && !c.parameters.eager;
}

/// True for what every formula here assumes: a transfer ends when its tail has left, and no gap.
inline bool is_plain_k_port_machine(const Case& c) {
  return has_ports_each_way(c) && waits_hold_nothing(c) && c.parameters.injection == Injection::direct &&
         c.costs.gap == Ticks{};
}

/// True for the same machine with one send and one receive at a time.
inline bool is_plain_machine(const Case& c) {
  return is_plain_k_port_machine(c) && ports_of(c) == 1;
}

/// x / y rounded up; x >= 0, y > 0.
constexpr std::int64_t ceil_div(std::int64_t x, std::int64_t y) {
  return (x + y - 1) / y;
}

/// ceil(m a / b) where m a may overflow.
constexpr std::int64_t share(std::int64_t m, std::int64_t a, std::int64_t b) {
  return a / b * m + ceil_div(a % b * m, b);
}

/// ceil(log_base p): rounds in which the PEs that know something grow by the factor `base`.
constexpr int ceil_log(int base, int p) {
  int rounds = 0;
  for (std::int64_t known = 1; known < p; known *= base) ++rounds;
  return rounds;
}
static_assert(ceil_log(3, 9) == 2 && ceil_log(3, 10) == 3 && ceil_log(2, 1) == 0);

/// True if a receiver may go on at its sender's tick.
inline bool receives_cost_nothing(const Case& c) {
  return c.costs.th == Ticks{} && c.costs.latency == Ticks{} && c.costs.tr == Ticks{};
}

/// True if the grid is one ring of the machine.
inline bool is_ring(const Case& c) {
  return c.is_torus && long_dimensions(c.sides) <= 1;
}

inline NoConflicts no_conflicts_on_rings() {
  return {"on a ring", is_ring};
}

/// Cost of `messages` in a row, each awaited by the next. `hops` may be nothing if they are free.
inline Prediction chain(const Case& c, std::int64_t messages, std::int64_t bytes, const Count& hops) {
  return {messages, bytes, hops,
          messages * (c.costs.ts + c.costs.tm + c.costs.latency + c.costs.tr) + bytes * c.costs.tw +
              hops.value_or(0) * c.costs.th};
}

/// Cost of two in turn, where PEs that end the first last are on the second's longest way.
inline std::optional<Prediction> in_turn(const std::optional<Prediction>& first,
                                         const std::optional<Prediction>& second) {
  if (!first || !second) return std::nullopt;
  return Prediction{detail::sum(first->startups, second->startups), detail::sum(first->bytes, second->bytes),
                    detail::sum(first->hops, second->hops), first->ticks + second->ticks};
}
inline std::optional<Ticks> in_turn(const std::optional<Ticks>& first, const std::optional<Ticks>& second) {
  if (!first || !second) return std::nullopt;
  return *first + *second;
}

inline std::optional<std::string> needs_commutative_operator(const Case& c) {
  if (c.commutative) return std::nullopt;
  return "needs an operator that commutes";
}

/// Sets restrictions, in words, and refusals; of combining entries also: the operator must commute.
template <class Entry, class Refusal>
void claim_restrictions(Entry& entry, const std::string& restrictions, const Refusal& refusal) {
  entry.restrictions = restrictions;
  entry.refusal = refusal;
  if constexpr (Entry::kOperation.combines) {
    entry.restrictions += ", an operator that commutes";
    entry.refusal = [refusal](const Case& c) -> std::optional<std::string> {
      if (auto reason = refusal(c)) return reason;
      return needs_commutative_operator(c);
    };
  }
}

/// The case with blocks of this size.
inline Case about_blocks(Case c, std::size_t block) {
  c.bytes = block;
  return c;
}

/// Links from the first rank to the last: two at each line's end on a torus, else one.
inline std::int64_t hops_along_ranks(const Case& c) {
  const bool has_lines = c.is_torus && !is_ring(c);
  return c.p - 1 + (has_lines ? c.p / c.sides.back() - 1 : 0);
}

/// Writes "4x6".
inline std::string sides_to_string(const std::vector<int>& sides) {
  std::string text;
  for (const int side : sides) text += (text.empty() ? "" : "x") + std::to_string(side);
  return text;
}

/// PEs of a case for a refusal: "torus 4x6", "line 8", "complete graph of 10", "group of 8 ..".
inline std::string grid_to_string(const Case& c) {
  if (c.is_torus) return (is_ring(c) ? "ring " : "torus ") + sides_to_string(c.sides);
  if (c.is_mesh) return (long_dimensions(c.sides) <= 1 ? "line " : "mesh ") + sides_to_string(c.sides);
  if (c.is_complete) return "complete graph of " + std::to_string(c.p);
  return "group of " + std::to_string(c.p) + " that is no grid";
}

}  // namespace toruscope::collectives
