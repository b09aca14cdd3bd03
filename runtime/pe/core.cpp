// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/core.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/wait_note.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>

namespace toruscope::core {

int counted_links(const RunTerms& run, Rank rank) {
  if (run.parameters.ports.rule != Ports::Rule::all) return 1;
  int links = 0;
  for (Port port = 0; port < run.topology.ports(); ++port)
    if (run.topology.neighbour(rank, port) >= 0) ++links;
  return links;
}

PeCore::PeCore(const RunTerms& run_terms, PeHost& runs, Rank of_rank, Pe* of)
    : ports(run_terms.parameters.ports, counted_links(run_terms, of_rank), of_rank, runs.paths),
      run(run_terms),
      host(runs),
      pe(of),
      rank(of_rank),
      unusual(is_plain(run_terms, ports) && runs.observer == nullptr ? 0 : of_machine),
      paths(runs.paths),
      spans(runs.observer != nullptr ? std::make_unique<Spans>(*runs.observer, of_rank) : nullptr) {
  if (run.are_send_ends_unknown || run.parameters.eager || paths != nullptr) note_unusual(may_queue);
  if (run.execution.measure_compute) note_unusual(measures);
}

void PeCore::fail(const std::string& message) const {
  throw ProgramError(fmt::format("{} (PE {} at {}{})", message, rank, run.time_text(clock.time),
                                 pe == nullptr ? "" : WaitNote::of_callers(*pe)),
                     rank, clock.time);
}

void PeCore::refuse_length(const char* operation, std::size_t bytes, const char* what, Ticks now) const {
  throw ConfigError(fmt::format(
      "{}: a message of {} {} after the longest virtual time (PE {} at {}); take smaller costs, a longer "
      "tick or less data",
      operation, counted(bytes, "byte"), what, rank, run.time_text(now)));
}

}  // namespace toruscope::core
