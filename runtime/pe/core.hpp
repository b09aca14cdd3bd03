// SPDX-License-Identifier: Apache-2.0
// State that the parts of one PE share: who it is, its clock, its ports, what it waits for, what it
// counts.
//
// Invariants  Hot on purpose: these are the lines of the host's cache that every call of a program
//             and every delivery needs, so they lie together: the end of the ports, identity and
//             wait, clock, the beginning of the book. What only one part needs is in that part.
// Threads     Belongs to the worker of the PE; while the PE waits, to whoever delivers to it, and
//             to the plan.

#pragma once

#include "runtime/model/clock.hpp"
#include "runtime/model/port_ledger.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/spans.hpp"
#include "runtime/pe/terms.hpp"
#include "runtime/pe/wait.hpp"

#include <toruscope/account.hpp>
#include <toruscope/report.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace toruscope::core {

class Strands;

struct alignas(64) PeCore {
  /// Makes the core of a PE. `of` stands for the PE in the lists of its host.
  PeCore(const RunTerms& run_terms, PeHost& runs, Rank of_rank, Pe* of);
  PeCore(const PeCore&) = delete;
  PeCore& operator=(const PeCore&) = delete;
  ~PeCore() = default;

  // The fields that every message needs begin in the second cache line, inside `ports`
  // (pe/prefetch.hpp).
  Strands* strands = nullptr;  ///< null until the PE has started an operation
  PortLedger ports;
  const RunTerms& run;
  PeHost& host;
  Pe* const pe;
  const Rank rank;
  /// true: the PE has started operations, and its calls ask for the processor (pe/strands.hpp)
  bool is_shared = false;
  PathLog* const paths;  ///< its host's, if the run is asked for its critical path
  Waiting waiting;
  const std::unique_ptr<Spans> spans;  ///< null: nobody watches
  Stamp clock;
  PeCounts book;

  /// Notes how the clock, or what will be one, has come about, if the run is asked for its critical
  /// path.
  void note(Stamp& stamp, Moment::Kind kind, Rank peer = -1, std::int64_t sequence = -1) const {
    if (paths != nullptr) paths->note(stamp, {kind, rank, peer, sequence});
  }
  /// Notes that a transfer waited for a port.
  void note_port_wait(Ticks since, Ticks until, PortUse transfer, PortUse held_by) {
    if (until <= since) return;
    book.port_wait += until - since;
    ++book.port_conflicts;
    if (until - since > book.longest_port_wait.waited)
      book.longest_port_wait = {until - since, since, transfer, held_by};
  }
  /// Notes the PE's wait for the arrival of a message.
  void note_wait(const Message& m, Ticks waited) {
    if (waited <= Ticks{}) return;
    const Ticks by_links = std::min(waited, m.link_wait);
    book.link_wait += by_links;
    book.partner_wait += waited - by_links;
  }
  /// The account of a message at the mailbox; not noted yet.
  [[nodiscard]] Stamp arrival_of(const Message& m) const {
    const int transmissions = run.stores_messages() ? m.hops : 1;
    const Costs& costs = run.costs;
    const bool is_equal = run.has_equal_links;
    return core::arrival_of(m.start, costs, m.bytes, m.hops, transmissions, m.link_wait,
                            is_equal ? Ticks{} : m.transmission - transmissions * costs.transmission(m.bytes),
                            is_equal ? Ticks{} : m.hop_time - m.hops * costs.th);
  }
  /// Throws ProgramError.
  [[noreturn]] void fail(const std::string& message) const;
  /// Throws ConfigError: a clock would pass the longest virtual time.
  [[noreturn]] void refuse_length(const char* operation, std::size_t bytes, const char* what) const;
};

/// Links of the PE's node, if its ports are as many; else nobody counts them.
int counted_links(const RunTerms& run, Rank rank);

}  // namespace toruscope::core
