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
#include <cstdint>
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
  /// Reasons why a step may take more than usual. Each step asks once for those that matter to it.
  enum Unusual : std::uint16_t {
    of_machine = 1,     ///< not one port each way, equal links and cut-through; or somebody watches
    may_queue = 2,      ///< a send may have to wait before it is booked (pe/sends.hpp)
    has_strands = 4,    ///< the PE has started operations (pe/strands.hpp)
    is_tapped = 8,      ///< a test sees its messages (pe/tap.hpp)
    takes_turns = 16,   ///< it has taken whatever comes first (pe/turns.hpp)
    is_announced = 32,  ///< arrivals are kept by sender (pe/arrivals.hpp)
    is_unwound = 64,    ///< the run is being ended (pe/body.hpp)
    describes = 128,    ///< a round is open (pe/round_call.hpp)
    is_misused = 256,   ///< its next call tells of a request (pe/requests.hpp)
    measures = 512      ///< local work is measured (pe/work.hpp)
  };
  [[nodiscard]] bool is_any(unsigned reasons) const { return (unusual & reasons) != 0; }
  void note_unusual(Unusual reason, bool holds = true) {
    unusual = static_cast<std::uint16_t>(holds ? unusual | reason : unusual & ~reason);
  }
  /// true: the PE has started operations, and its calls ask for the processor (pe/strands.hpp)
  [[nodiscard]] bool is_shared() const { return is_any(has_strands); }
  std::uint16_t unusual;  ///< the reasons that hold
  PathLog* const paths;   ///< its host's, if the run is asked for its critical path
  Waiting waiting;
  const std::unique_ptr<Spans> spans;  ///< null: nobody watches
  Stamp clock;
  PeCounts book;

  /// True if the ports, links and costs of a machine are the plainest: T1 to T5 in few steps.
  [[nodiscard]] static bool is_plain(const RunTerms& run, const PortLedger& ports) {
    return ports.keeps_arrival() && run.is_direct() && run.has_equal_links && !run.stores_messages() &&
           !run.is_strict() && !run.are_send_ends_unknown && run.costs.gap == Ticks{} && run.costs.flit == 0;
  }
  /// Notes an arrival, or the end of a send, that may change the turn of the PE.
  void note_news() {
    if (waiting.turn()) [[unlikely]]
      look_again();
  }
  /// Notes how the clock, or what will be one, has come about, if the run is asked for its critical
  /// path.
  void note(Stamp& stamp, Moment::Kind kind, Rank peer = -1, std::int64_t sequence = -1) const {
    if (paths != nullptr) paths->note(stamp, {kind, rank, peer, sequence});
  }
  /// Like note(), for what depends on the size of a message.
  void note_sized(Stamp& stamp, Moment moment, std::size_t bytes) const {
    if (paths == nullptr) return;
    moment.bytes = bytes;
    paths->note(stamp, moment);
  }
  /// Notes that a message is at the mailbox.
  void note_arrival(Stamp& stamp, const Message& m) const {
    note_sized(stamp, {Moment::Kind::arrival, rank, m.source, m.sequence}, m.bytes);
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
    Stamp arrival = m.start;
    Ticks slow_bytes;
    if (!is_equal) {
      const MessageCosts own = costs.of(m.bytes);
      slow_bytes = own.ts - costs.ts + m.transmission - transmissions * costs.transmission(m.bytes) +
                   own.latency - costs.latency;
    }
    add_way(arrival, costs, m.bytes, m.hops, transmissions, m.link_wait, slow_bytes,
            is_equal ? Ticks{} : m.hop_time - m.hops * costs.th);
    return arrival;
  }
  /// Forgets the turn, so that the plan computes it again.
  [[gnu::noinline]] void look_again() {
    waiting.forget_turn();
    host.in_turn.look_again(pe);
  }
  /// Throws ProgramError.
  [[noreturn]] void fail(const std::string& message) const;
  /// Throws ConfigError: a clock would pass the longest virtual time.
  [[noreturn]] void refuse_length(const char* operation, std::size_t bytes, const char* what, Ticks now) const;
};

/// Links of the PE's node, if its ports are as many; else nobody counts them.
int counted_links(const RunTerms& run, Rank rank);

}  // namespace toruscope::core
