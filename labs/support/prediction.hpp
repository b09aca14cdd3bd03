// SPDX-License-Identifier: Apache-2.0
// For labs that predict: machines of three costs, and what a submission calculates for them.

#pragma once

#include "labs/support/exam.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace toruscope::labs {

/// Costs in ticks; all others are 0.
struct LinearCosts {
  std::int64_t ts = 100, tw = 1, th = 1;

  [[nodiscard]] Parameters machine(PortPolicy policy = PortPolicy::queue) const;
  /// In whole ticks, as a submission gets them.
  [[nodiscard]] Costs costs() const { return resolve(machine()); }
  /// "ts = 100, tw = 1, th = 1".
  [[nodiscard]] std::string text() const;
};

/// What `ask()` gives, called on PE 0 of a machine, where an error is a fault of the item, and statics are no memory. Nothing then.
template <class Ask>
auto asked(Exam& exam, const char* item, const std::string& label, const TopologyPtr& topology, Ask ask) {
  std::optional<decltype(ask())> answer;
  const auto ended =
      exam.run({.item = item, .label = label, .topology = topology, .program = [&](Communicator& comm) {
                  if (comm.rank() == 0) answer = ask();
                }});
  if (!ended) answer.reset();
  return answer;
}

}  // namespace toruscope::labs
