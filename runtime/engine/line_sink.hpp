// SPDX-License-Identifier: Apache-2.0
// Printed lines on their way to Execution::line_sink: a line is passed on as soon as no PE can
// print an earlier one.
//
// Threads     Called in the plan, while all workers wait, and after the run.
// Invariants  Lines are passed on in the order of (time, rank, sequence).

#pragma once

#include "runtime/pe/host.hpp"

#include <toruscope/report.hpp>

#include <functional>
#include <vector>

namespace toruscope::core {

class LineSink {
 public:
  /// Keeps references: both must live longer. Without a function nothing is done.
  LineSink(const std::function<void(const PrintedLine&)>& pass_on, const std::vector<PeHost*>& hosts)
      : pass_on_(pass_on), hosts_(hosts) {}

  /// Passes on what was printed before `end`: nothing more comes before it.
  void pass_on_before(Ticks end) {
    if (pass_on_ && !is_broken_) pass_on_lines(end);
  }

 private:
  void pass_on_lines(Ticks end);

  const std::function<void(const PrintedLine&)>& pass_on_;
  const std::vector<PeHost*>& hosts_;
  std::vector<PrintedLine> waiting_;  // in order
  bool is_broken_ = false;            // it has thrown
};

}  // namespace toruscope::core
