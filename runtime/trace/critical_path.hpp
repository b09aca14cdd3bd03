// SPDX-License-Identifier: Apache-2.0
// The chain of moments that led to a stamp, as events; and the sink that adds the chain of the
// run's end to the report.
//
// Threads     The sink has a part for each worker, joined in finish().

#pragma once

#include "runtime/trace/observer.hpp"

#include <toruscope/report.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::core {

/// `hops`: those of the run, ordered by (source, sequence, index). Without links that differ in
/// cost each hop is an event of its own.
/// Source    docs/rules.md, "The critical path as events".
std::vector<PathEvent> critical_path(const Stamp& end, const Topology& topology, const Parameters& parameters,
                                     const Costs& costs, std::span<const LinkCrossed> hops);

/// Fills Report::critical_path; the moments are in the path logs of the run (model/path_log.hpp).
class CriticalPathSink final : public Sink {
 public:
  void begin(int workers, int /*pes*/) override { hops_.resize(static_cast<std::size_t>(workers)); }
  void on_hop(int worker, const LinkCrossed& hop) override {
    hops_[static_cast<std::size_t>(worker)].push_back(hop);
  }
  void finish(Report& report, const Stamp& end) override;

 private:
  std::vector<std::vector<LinkCrossed>> hops_;  // by worker
};

}  // namespace toruscope::core
