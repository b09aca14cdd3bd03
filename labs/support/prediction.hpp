// SPDX-License-Identifier: Apache-2.0
// Predictions: machines of three costs, and calls of a submission's formulas for them.

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
  /// Whole ticks, as a submission gets them.
  [[nodiscard]] Costs costs() const { return resolve(machine()); }
  /// Text such as "ts = 100, tw = 1, th = 1".
  [[nodiscard]] std::string text() const;
  /// Costs as C++ code.
  [[nodiscard]] std::string code() const;
};

/// The result of `ask()`, called on PE 0 of a machine, where an error is a fault of the item, and
/// statics are no memory; then nothing. `call`: the same as C++.
template <class Ask>
auto asked(Exam& exam, const char* item, const std::string& label, const TopologyPtr& topology,
           const std::string& call, Ask ask) {
  std::optional<decltype(ask())> answer;
  Trial trial{.item = item, .label = label, .topology = topology};
  trial.program = [&](Communicator& comm) {
    if (comm.rank() == 0) answer = ask();
  };
  trial.driver = "  if (comm.rank() == 0) comm.print(text(" + call + "));\n";
  const auto ended = exam.run(trial);
  if (!ended) answer.reset();
  return answer;
}

}  // namespace toruscope::labs
