// SPDX-License-Identifier: Apache-2.0
// A scan of the catalogue seen from within: its operator joins intervals and writes down, for every
// PE and step, which buffers it was given. This shows what PEs held.

#pragma once

#include "reproduce/prefix/formulas.hpp"
#include "reproduce/transfers.hpp"

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::reproduce {

class Runs;

/// The windows that a PE combined in one step.
struct Taken {
  int step = 0;
  Rank by = 0;
  std::vector<Interval> windows;  ///< windows, one per message, in rank order
};

struct ObservedScan {
  /// values, dealt to the PEs as evenly as possible, the first PEs one more
  int n = 0;
  std::vector<Interval> dealt;  ///< the values of each PE
  std::vector<Taken> taken;     ///< all steps, by PE, then by step
  Report report;                ///< report of the run, with events
  std::string fault;            ///< empty, or the first value that came out wrong

  [[nodiscard]] int steps() const { return static_cast<int>(report.finish.time.count); }
  /// C_j: what each PE's c combines after step j.
  [[nodiscard]] std::vector<Interval> windows_after(int j) const;
  /// D_j of Algorithm B: the same buffers put in front of the PE's first value alone.
  [[nodiscard]] std::vector<Interval> prefixes_after(int j) const;
  /// Transfers sent in step j.
  [[nodiscard]] std::vector<Transfer> sent_in(int j) const;
  /// Transfers whose windows were combined in step j, with one value a PE.
  [[nodiscard]] std::vector<Transfer> received_in(int j) const;
};

/// Runs the scan of this name with n values on p PEs.
ObservedScan observe_scan(const Runs& runs, const char* algorithm, int n, int p, const PostalModel& model);

/// The preset "postal" with these ports and this lambda.
Parameters machine_of(const PostalModel& model);

}  // namespace toruscope::reproduce
