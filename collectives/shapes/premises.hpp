// SPDX-License-Identifier: Apache-2.0
// The premises on which closed formulas stand, and the arithmetic that they share.

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

/// Sends and receptions do not get into each other's way.
inline bool has_ports_each_way(const Case& c) {
  return !core::are_shared(c.parameters.ports);
}

/// A message that must wait holds nothing, no send waits for its receive.
inline bool waits_hold_nothing(const Case& c) {
  return c.parameters.switching == Switching::cut_through && !c.parameters.buffers && !c.parameters.eager;
}

/// A transfer is complete when the tail has left, starts are not held apart by a gap: what every formula here assumes.
inline bool is_plain_k_port_machine(const Case& c) {
  return has_ports_each_way(c) && waits_hold_nothing(c) && c.parameters.injection == Injection::direct &&
         c.costs.gap == Ticks{};
}

/// The same with one send and one receive at a time.
inline bool is_plain_machine(const Case& c) {
  return is_plain_k_port_machine(c) && ports_of(c) == 1;
}

/// x / y rounded up; x >= 0, y > 0.
constexpr std::int64_t ceil_div(std::int64_t x, std::int64_t y) {
  return (x + y - 1) / y;
}

/// ceil(m a / b) where m a may be more than there are numbers.
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

/// True if a receiver may go on at the very tick at which its sender may.
inline bool receives_cost_nothing(const Case& c) {
  return c.costs.th == Ticks{} && c.costs.latency == Ticks{} && c.costs.tr == Ticks{};
}

/// The grid is one ring of the machine.
inline bool is_ring(const Case& c) {
  return c.is_torus && long_dimensions(c.sides) <= 1;
}

inline NoConflicts no_conflicts_on_rings() {
  return {"on a ring", is_ring};
}

/// `messages` one after the other, each awaited by the next: startups, tm, L and tr are paid per message. `hops` may be left out
/// where they cost nothing.
inline Prediction chain(const Case& c, std::int64_t messages, std::int64_t bytes, const Count& hops) {
  return {messages, bytes, hops,
          messages * (c.costs.ts + c.costs.tm + c.costs.latency + c.costs.tr) + bytes * c.costs.tw +
              hops.value_or(0) * c.costs.th};
}

/// Two algorithms one after the other, where the PEs that end the first last are on the longest way of the second.
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

/// Where an entry may be used, in words, and why not. One that combines also asks for an operator that commutes.
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

/// The same question about blocks of this size.
inline Case about_blocks(Case c, std::size_t block) {
  c.bytes = block;
  return c;
}

/// Links from rank to rank, from the first to the last: one, and a second one at the end of each line of a torus.
inline std::int64_t hops_along_ranks(const Case& c) {
  const bool has_lines = c.is_torus && !is_ring(c);
  return c.p - 1 + (has_lines ? c.p / c.sides.back() - 1 : 0);
}

/// "4x6"
inline std::string sides_to_string(const std::vector<int>& sides) {
  std::string text;
  for (const int side : sides) text += (text.empty() ? "" : "x") + std::to_string(side);
  return text;
}

/// What the PEs stand on, for a refusal: "torus 4x6", "line 8", "complete graph of 10", "group of 8 that is no grid".
inline std::string grid_to_string(const Case& c) {
  if (c.is_torus) return (is_ring(c) ? "ring " : "torus ") + sides_to_string(c.sides);
  if (c.is_mesh) return (long_dimensions(c.sides) <= 1 ? "line " : "mesh ") + sides_to_string(c.sides);
  if (c.is_complete) return "complete graph of " + std::to_string(c.p);
  return "group of " + std::to_string(c.p) + " that is no grid";
}

}  // namespace toruscope::collectives
