// SPDX-License-Identifier: Apache-2.0
// The failures of a run: errors that programs threw, port rules that PEs broke (policy strict), and
// collective calls that differ among the PEs of a group.
//
// Threads     Called while no PE runs.
// Invariants  Of several failures the earliest in virtual time counts, whatever the host saw first.

#pragma once

#include "runtime/engine/group_table.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/terms.hpp"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::core {

/// An error of a PE, or of two that disagree.
struct RunFailure {
  Ticks when;
  Rank rank = 0;
  /// words of a disagreement: groups have no order that the host does not choose
  std::string text;
  std::exception_ptr error;
};

class Failures {
 public:
  /// `hosts`: of all PEs. All must live longer.
  Failures(const std::vector<PeHost*>& hosts, const GroupTable& groups, const RunTerms& terms)
      : hosts_(hosts), groups_(groups), terms_(terms) {}

  /// The earliest failure; nothing if there is none.
  [[nodiscard]] std::optional<RunFailure> earliest() const;

 private:
  const std::vector<PeHost*>& hosts_;
  const GroupTable& groups_;
  const RunTerms& terms_;
};

}  // namespace toruscope::core
