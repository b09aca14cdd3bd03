// SPDX-License-Identifier: Apache-2.0
// Reads an event log and derives from its rows alone what the report of the run must say.
//
// Restricted to  programs of rounds, computes and synchronisations of the whole machine. Rows do
//                not say which call took a message; in a round all sends are posted at its
//                beginning, so they need not.
// Source         docs/events.md, "From rows to the report".

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/parameters.hpp>

#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace toruscope {

/// The load of a directed link, counted from hop rows.
struct LinkLoad {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  Ticks wait;
};

class EventWalk {
 public:
  EventWalk(std::istream& log, int pes, Costs costs, Injection injection);

  /// The PE's clock at the end: the end of the last thing that it did.
  [[nodiscard]] Ticks finish(Rank pe) const;
  /// What that clock is made of, found by walking back from it along the critical path.
  [[nodiscard]] Account account(Rank pe);
  [[nodiscard]] std::map<std::pair<int, int>, LinkLoad> link_loads() const;
  [[nodiscard]] std::int64_t link_conflicts() const;

  [[nodiscard]] const std::vector<nlohmann::json>& messages() const { return messages_; }
  /// The hops of a message, in order.
  [[nodiscard]] const std::vector<nlohmann::json>& hops(const nlohmann::json& message) const;

 private:
  using Row = nlohmann::json;
  struct Pe {
    std::vector<const Row*> sends;  // by sequence
    std::vector<const Row*> takes;  // in the order of taking
    std::vector<const Row*> computes;
    std::vector<const Row*> synchronisations;
  };

  Pe& pe(const Row& rank) { return pes_.at(rank.get<std::size_t>()); }

  // Each step of the walk adds to the account what made one moment, and goes on from the moment
  // before it.
  void clock(Rank rank, std::int64_t time);
  void left(const Row& message);
  void started(const Row& message);
  void took(const Row& message);
  void available(const Row& message);
  void arrived(const Row& message);
  bool was_own_clock(const Row& message);
  void pay_transmission(const Row& message);

  Costs costs_;
  Injection injection_;
  std::vector<Row> messages_, computes_, synchronisations_;
  std::map<std::pair<int, std::int64_t>, std::vector<Row>> hops_;
  std::vector<Pe> pes_;
  Account account_;
};

}  // namespace toruscope
