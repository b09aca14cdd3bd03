// SPDX-License-Identifier: Apache-2.0
// The results of a run: its report (of a failed run, up to the failure) and the lines that PEs
// printed.
//
// Threads     Called while no PE runs.

#pragma once

#include "runtime/engine/ending.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/network/network.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/terms.hpp"
#include "runtime/trace/observers.hpp"

#include <toruscope/report.hpp>

#include <optional>
#include <string>
#include <vector>

namespace toruscope::core {

/// The objects that a report tells of. All must live longer.
struct ReportSources {
  const RunTerms& terms;
  const TopologyPtr& topology;
  const Wiring& wiring;
  const std::vector<PeHost*>& hosts;
  PeArray& pes;
  Network& network;
  const Observers& observers;
  const Ending& ending;
};

class Reports {
 public:
  explicit Reports(const ReportSources& sources) : sources_(sources) {}

  /// The report of a run that has finished well.
  Report make();
  /// Makes and keeps the report of a failed run if Execution::failed_report asks for one. Called
  /// before the PEs are unwound.
  void keep_failed();
  /// The report of a run that has failed, without the printed lines; nothing if it is not known
  /// what had happened. `reason`: what the exception says.
  std::optional<Report> take_failed(const std::string& reason);
  /// Moves the lines that PEs have printed out of the PEs, ordered by (virtual time, rank,
  /// sequence).
  std::vector<PrintedLine> take_output();
  [[nodiscard]] std::vector<CollectiveUse> add_collectives() const;

 private:
  [[nodiscard]] Report begin() const;
  Stamp add_pes(Report& report) const;
  void add_network(Report& report);
  /// The report of what had happened by `end`; nothing if there are more events than may be
  /// recorded.
  [[nodiscard]] std::optional<Report> make_failed(Ticks end) const;

  const ReportSources sources_;
  std::optional<Report> failed_;
};

}  // namespace toruscope::core
