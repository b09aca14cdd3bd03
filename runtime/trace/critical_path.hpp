// SPDX-License-Identifier: Apache-2.0
// The chain of moments behind a stamp as events, and the sink that adds that of the run's end.
//
// Threads     The sink has a part for each worker, joined in finish().

#pragma once

#include "runtime/core/row_log.hpp"
#include "runtime/trace/observer.hpp"

#include <toruscope/report.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::core {

/// `hops`: the run's, ordered by (source, sequence, index). If links cost the same each is an
/// event.
/// Source    docs/rules.md, "The critical path as events".
std::vector<PathEvent> critical_path(const Stamp& end, const Topology& topology, const Parameters& parameters,
                                     const Costs& costs, std::span<const LinkCrossed> hops);

/// Fills Report::critical_path from the path logs of the run (model/path_log.hpp).
class CriticalPathSink final : public Sink {
 public:
  void begin(int workers, int /*pes*/) override { hops_.resize(static_cast<std::size_t>(workers)); }
  void on_hop(int worker, const LinkCrossed& hop) override { hops_[static_cast<std::size_t>(worker)].add(hop); }
  void finish(Report& report, const Stamp& end) override;

 private:
  std::vector<RowLog<LinkCrossed>> hops_;  // by worker
};

}  // namespace toruscope::core
