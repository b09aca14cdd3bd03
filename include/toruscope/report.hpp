// SPDX-License-Identifier: Apache-2.0
// Report of a run: virtual time and its parts, counts, waits, link loads, events, printed lines.
//
// Invariants  Everything outside `host` is the same in every run of the same program on the same
//             machine.
// Link        toruscope::core

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

/// Use of a port of a PE.
struct PortUse {
  bool is_send = true;  ///< true: a send, false: a receive
  Rank partner = -1;    ///< the other PE; -1: none
};

/// A transfer that waited for a port of its own PE, and the transfer that held the port, or began
/// less than g before.
struct PortWait {
  Ticks waited;  ///< length of the wait
  /// a send: when it was posted; a reception: when its message was at the mailbox
  Ticks since;
  PortUse transfer;  ///< transfer that waited
  PortUse held_by;   ///< transfer that held the port
};

/// Counts of one PE.
struct PeCounts {
  std::int64_t messages_sent = 0;      ///< messages sent, without those to itself
  std::int64_t bytes_sent = 0;         ///< bytes of these messages
  std::int64_t messages_received = 0;  ///< messages that it took
  Ticks link_wait;                     ///< waits for messages that had waited for links
  Ticks partner_wait;                  ///< other waits for partners, and waits in synchronize
  std::int64_t detours = 0;            ///< messages that it sent around a failed link
  std::int64_t port_conflicts = 0;     ///< its transfers that found a port of its own taken
  Ticks port_wait;                     ///< its transfers waited for its own ports
  /// the first of the longest waits for its own ports; waited 0: there is none
  PortWait longest_port_wait;
};

/// A PE at the end of a run.
struct PeReport : PeCounts {
  Stamp finish;  ///< its clock at the end, and its critical path
};

/// A directed link that was used.
struct LinkReport {
  Node from = 0;              ///< the node where it begins
  Port port = 0;              ///< port of that node
  Node to = 0;                ///< the node where it ends
  std::int64_t messages = 0;  ///< messages that crossed it
  std::int64_t bytes = 0;     ///< bytes of these messages
  /// Messages that passed through the link's lock-free channel. Links inside a worker, and those
  /// served ring by ring, have none: as many as crossed it.
  std::int64_t channel_pushes = 0;
  Ticks wait;  ///< headers waited for it
};

/// Sums over all PEs and links.
struct Totals {
  std::int64_t messages = 0;        ///< sent from one PE to another
  std::int64_t bytes = 0;           ///< bytes of these messages
  std::int64_t hops = 0;            ///< links that these messages crossed
  std::int64_t max_link_bytes = 0;  ///< bytes of the most loaded link
  std::int64_t link_conflicts = 0;  ///< messages that found a link of their route taken, each once
  std::int64_t port_conflicts = 0;  ///< transfers that found their port taken
  std::int64_t detours = 0;         ///< messages that went around a failed link
  Ticks port_wait;                  ///< sum over the PEs
  Ticks link_wait;                  ///< sum over the PEs
  Ticks partner_wait;               ///< sum over the PEs
  /// Headers waited for links, sum over the links. The PEs' link waits can be less: a PE may be
  /// late itself, or wait for a port meanwhile.
  Ticks header_wait;
};

/// Things that a run met and its totals do not count.
struct Met {
  bool declared_operations = false;  ///< a PE declared local work by its operations
  bool long_sends = false;           ///< a message was longer than the eager limit
  bool short_worms = false;          ///< a worm was shorter than a flit
  /// a header found no channel, or no slot, on a link that was free
  bool lacked_channel = false;
  bool took_further_channel = false;  ///< true: a header went on another channel than the first two
  bool waited_in_slot = false;        ///< a worm waited in a buffer
};

/// A row of the event log. Which members apply depends on `kind`.
struct Event {
  /// Kinds of events.
  enum class Kind { message, hop, compute, synchronize };
  Kind kind = Kind::message;  ///< kind of the event
  Rank source = 0;            ///< message, hop: sender. compute, synchronize: the PE.
  std::int64_t sequence = 0;  ///< message, hop: the index of the message among those of its sender
  // message
  Rank destination = 0;    ///< the PE that receives
  int tag = 0;             ///< tag of the message
  std::int64_t bytes = 0;  ///< bytes of the message
  int hops = 0;            ///< links of its way
  Ticks posted;            ///< time at which the program sent it
  Ticks start;             ///< time at which it got the send port
  Ticks left;              ///< time at which its tail left the PE
  Ticks arrival;           ///< time at which it was at the mailbox
  Ticks available;         ///< time at which it was through the receive port
  Ticks taken;             ///< time at which the PE had it
  int send_port = -1;      ///< port, of the k ports, with Execution::record_spans; else -1
  int receive_port = -1;   ///< port of the receive, likewise
  // hop
  int index = 0;            ///< index of the hop on the way, from 0
  Node from = 0;            ///< node at which the link begins
  Node to = 0;              ///< node at which the link ends
  int virtual_channel = 0;  ///< channel on which the message crosses the link
  Ticks asked;              ///< time at which the header came to the link
  Ticks granted;            ///< time at which it entered the link
  /// The message's tail has passed, and the link (of a worm: its virtual channel) is free for
  /// another one. With Execution::record_spans; else -1.
  Ticks released{-1};
  // compute, synchronize
  Ticks begin;  ///< begin of the interval
  Ticks end;    ///< end of the interval
};

/// An interval of a PE's virtual time: a collective call, or a round.
struct Span {
  /// Kinds of intervals.
  enum class Kind { collective, round };
  Kind kind = Kind::collective;  ///< kind of the interval
  Rank pe = 0;                   ///< PE whose virtual time it is
  /// the index among the PE's spans of this kind, in the order of their begins
  std::int64_t sequence = 0;
  /// the collective call that it is part of, by its sequence; -1: the program's own
  std::int64_t outer = -1;
  Ticks begin;  ///< begin of the interval
  Ticks end;    ///< end of the interval
  // collective
  std::string operation{};  ///< name of the operation on the command line
  std::string algorithm{};  ///< name of the algorithm on the command line
  /// 0: of all PEs; others are numbered as they first come in the order of spans
  int communicator = 0;
  Rank rank = 0;           ///< rank of the PE in the communicator
  Rank root = 0;           ///< in the communicator
  std::int64_t bytes = 0;  ///< bytes of a block or value, for which the algorithm was chosen
  // round
  /// in its collective call, from 0; of the program's own rounds among all of these
  int index = 0;
};

/// Rank for data that no single PE is to get: they are for several, or a combination.
inline constexpr Rank kForSeveral = -1;

/// A piece of a block that a message carries: so many bytes in one run of its body.
struct CarriedBlock {
  /// source of the message; with `sequence` it names the message, as in Event
  Rank source = 0;
  std::int64_t sequence = 0;  ///< send count of the message
  int index = 0;              ///< index of the piece in the message, in the order of the body
  /// the PE whose block it is; of a combination the first of the PEs that contributed
  Rank origin = 0;
  Rank last = 0;                   ///< last PE of a combination; else the origin
  Rank destination = kForSeveral;  ///< the one PE that is to get it
  /// place at which the piece begins in its block; -1: a combination does not tell
  std::int64_t offset = -1;
  std::int64_t bytes = 0;  ///< bytes of the piece
};

/// A link of the critical path: the chain of what led, one after the other, from time 0 to the end
/// of the PE that ends last.
struct PathEvent {
  /// Kinds of time.
  enum class Kind {
    startup,  ///< startup of a message between `pe` and `peer`
    /// its header waits for the link from node `pe` to node `peer`; with a `count`, for links of
    /// its way
    link_wait,
    hop,           ///< hop over that link
    transmission,  ///< transmission of its bytes; under store-and-forward one for each hop
    latency,       ///< L
    gap,           ///< g, kept by the PE
    receive,       ///< tr
    compute,       ///< local work
    // These take no time of their own: what was waited for is the link before.
    /// a transfer of the PE had waited for its port, which a transfer with `peer` held
    port_wait,
    receive_wait,  ///< a send had waited until `peer` posted its receive
    synchronize,   ///< the PE had waited for `peer`, who came last
    partner_wait,  ///< a test or probe had waited for what `peer` did
  };
  Kind kind = Kind::startup;  ///< kind of time
  Ticks begin;                ///< begin of the interval
  Ticks end;                  ///< end of the interval
  int pe = 0;                 ///< a PE; of one hop and one link wait the node where the link begins
  int peer = -1;              ///< the other end; -1: there is none
  std::int64_t bytes = 0;     ///< transmission: of all
  /// Number of them. Above 1 where links differ in cost, and a way's are told in one; for the link
  /// wait of a worm that has not left its PE: the links of its way.
  std::int64_t count = 1;
  /// startup, transmission: as the PE's port took the message in; port_wait: as did who held it
  bool receives = false;
};

/// "link wait", "port wait".
std::string to_string(PathEvent::Kind kind);

/// A line that a PE printed.
struct PrintedLine {
  Ticks time;        ///< the PE's clock
  Rank rank = 0;     ///< the PE
  std::string text;  ///< text without a line break at the end
};

/// Costs of the emulation on this computer. Differs from run to run.
struct HostReport {
  double wall_seconds = 0;          ///< wall time of the run
  double cpu_seconds = 0;           ///< processor time of all threads
  std::int64_t peak_rss_bytes = 0;  ///< the most memory that the process ever had
  int workers = 0;                  ///< threads that served the network and the PEs
  int threads = 0;                  ///< distinct OS threads that ran PEs
  std::string engine;               ///< "fibers" or "threads"
  std::string network;              ///< "hop" or "ring"
  std::int64_t channel_waits = 0;   ///< a producer found a link's channel full and waited
  std::int64_t crossings = 0;       ///< hops, or (ring) messages, that change workers
  int stacks_per_guard = 1;         ///< above 1: the kernel allows no guard page for every stack
  std::int64_t windows = 0;         ///< times the network was advanced to a horizon
};

/// A PE that waited when its run could not go on.
struct WaitingPe {
  Rank pe = 0;       ///< rank of the PE
  Ticks since;       ///< its clock when it began to wait
  std::string what;  ///< thing that it waited for: "allreduce by ring: recv from 3, tag 0"
  Rank whom = -1;    ///< the PE that it waited for first; -1: for none by name
};

/// A message that waited in the network when its run could not go on. A link is (from, to).
struct StuckTransfer {
  Rank source = 0;       ///< the PE that sent it
  Rank destination = 0;  ///< the PE that is to get it
  /// links on which it had a channel or a buffer slot, in the order of its route
  std::vector<std::pair<Node, Node>> holds;
  std::pair<Node, Node> wants;  ///< the link that it waited for
};

/// Why a run ended before its program did.
struct EarlyEnd {
  std::string reason;                ///< words of the error of the run
  std::vector<WaitingPe> waiting;    ///< in a deadlock, by rank
  std::vector<StuckTransfer> stuck;  ///< in a deadlock of the network, by (source, send count)
};

/// A run: times, counts, and, where asked for, every event.
struct Report {
  TopologyPtr topology;   ///< the network
  Parameters parameters;  ///< the machine, as described
  Costs costs;            ///< the machine, in ticks
  /// the latest PE's clock (ties: the lowest rank) and its critical path
  Stamp finish;
  Totals totals;                  ///< sums
  Met met;                        ///< things that the run met besides
  std::vector<PeReport> pes;      ///< counts of PEs, by rank
  std::vector<LinkReport> links;  ///< links that carried a message, by (node, port)
  /// events if asked for; ordered by (source, sequence, kind, index) per kind
  std::vector<Event> events;
  std::vector<Span> spans;  ///< spans if asked for; ordered by (kind, pe, sequence)
  /// Contents of messages, where Execution::read_blocks tells; ordered by (source, sequence,
  /// index). Empty for a run of more than kMostCarriedBlocks.
  std::vector<CarriedBlock> blocks;
  /// The critical path, if asked for. Each event begins where the one before ends, the last ends at
  /// finish.time; together they make finish.account.
  std::vector<PathEvent> critical_path;
  std::vector<PrintedLine> output;  ///< lines that PEs printed, by (time, rank)
  /// false: local work was measured, so times differ from run to run
  bool is_reproducible = true;
  /// A sentence for each of the machine's settings, a preset's too, that this run never used; it
  /// begins with the setting's name.
  std::vector<std::string> unused;
  HostReport host;  ///< costs on this computer
  /// Early end of a run that failed (Execution::failed_report). Such a report has what had happened
  /// by finish.time: messages that were taken by then with their hops, local work up to then, and
  /// calls, rounds and synchronisations that had ended. PEs, links and totals count the recorded
  /// messages and hops, no port waits. It has no account and no critical path.
  std::optional<EarlyEnd> early_end;
};

/// Largest Report::blocks.
inline constexpr std::int64_t kMostCarriedBlocks = 400'000;

/// Writes the report for a user: the lines that PEs printed, then a table of time, critical path,
/// totals, the most loaded links.
std::ostream& operator<<(std::ostream& out, const Report& report);

/// JSON lines, one object per event and span, keys as the members are called. Without spans: as of
/// a run that recorded none. Of a run that failed the last line says when and why.
void write_events(std::ostream& out, const Report& report, bool with_spans = true);

}  // namespace toruscope
